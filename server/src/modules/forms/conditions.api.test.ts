// Questions that are asked, or must be answered, only after certain answers.
import { createForm, formResponses, publishForm, type Form } from '@crewline/contract/forms'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const QUESTIONS = [
  { id: 'q1', type: 'yes_no' as const, label: { en: 'Hurt?' }, required: true },
  {
    id: 'q2',
    type: 'short_text' as const,
    label: { en: 'Which part of the body?' },
    required: true,
    when: { question: 'q1', is: ['yes'], effect: 'show' as const },
  },
  {
    id: 'q3',
    type: 'short_text' as const,
    label: { en: 'Who helped?' },
    when: { question: 'q1', is: ['yes'], effect: 'require' as const },
  },
]

async function create(changes: object = {}): Promise<Form> {
  const body = { name: 'Incident', title: { en: 'Incident' }, questions: QUESTIONS, ...changes }
  return (await t.as(t.acme.ann).call(createForm, { body })).body.form
}
const publish = ({ id }: Form) => t.as(t.acme.ann).call(publishForm, { params: { id }, body: { version: 1 } })

/** Sends a page as a browser does, and returns the one that follows. */
async function send({ link }: Form, fields: Record<string, string>): Promise<string> {
  const body = new URLSearchParams({ version: '1', page: '0', ...fields })
  const headers = { 'accept-language': 'en' }
  return (await fetch(t.process.address + new URL(link).pathname, { method: 'POST', headers, body })).text()
}

test('a question is asked and required only after the answers that it names', async () => {
  const form = await create()
  expect((await publish(form)).http).toBe(200)
  const first = await (await fetch(t.process.address + new URL(form.link).pathname)).text()
  expect(first).toContain('Hurt?')
  expect(first).not.toMatch(/Which part|Who helped|data-last/)
  const hurt = await send(form, { 'a.q1': 'yes' })
  expect(hurt).toMatch(/Which part[\s\S]*Who helped/)
  const missing = await send(form, { page: '1', 'a.q1': 'yes', 'a.q2': 'Hand' })
  expect(missing).toContain('id="q3-error"')
  expect(await send(form, { page: '1', 'a.q1': 'yes', 'a.q2': 'Hand', 'a.q3': 'Ana' })).toContain('Thank you')
  const fine = await send(form, { 'a.q1': 'no' })
  expect(fine).toContain('Who helped')
  expect(fine).not.toContain('Which part')
  // What was entered before the answer changed is not stored.
  expect(await send(form, { page: '1', 'a.q1': 'no', 'a.q2': 'Hand' })).toContain('Thank you')
  const { data } = (await t.as(t.acme.ann).call(formResponses, { params: { id: form.id }, query: {} })).body
  expect(data.map(({ answers }) => answers)).toEqual(
    expect.arrayContaining([{ q1: 'no' }, { q1: 'yes', q2: 'Hand', q3: 'Ana' }]),
  )
})

test('a form whose questions depend on answers is not published for answers by text', async () => {
  const { body } = await publish(await create({ byText: true }))
  expect(body.fieldErrors).toMatchObject({
    'questions.q2': expect.stringContaining('can’t be asked by text'),
    'questions.q3': expect.stringContaining('can’t be asked by text'),
  })
})
