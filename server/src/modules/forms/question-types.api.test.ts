// Questions whose answers are not typed on the page, or name a colleague.
import { createForm, formResponses, publishForm, type Form } from '@crewline/contract/forms'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

async function publish(questions: object[], changes: object = {}) {
  const body = { name: 'Form', title: { en: 'Form', es: 'Formulario' }, questions, ...changes }
  const { form } = (await t.as(t.acme.ann).call(createForm, { body: body as never })).body
  return t.as(t.acme.ann).call(publishForm, { params: { id: form.id }, body: { version: 1 } })
}
const open = async (address: string) =>
  (await fetch(t.process.address + address, { headers: { 'accept-language': 'en' } })).text()
const pathOf = ({ link }: Form) => new URL(link).pathname
const responsesTo = async ({ id }: Form) =>
  (await t.as(t.acme.ann).call(formResponses, { params: { id }, query: {} })).body.data

test('a hidden question takes its value from the address, on every page and in every language', async () => {
  const { form } = (
    await publish(
      [
        { id: 'q1', type: 'yes_no', label: { en: 'Safe?', es: '¿Seguro?' }, jumps: [{ on: 'yes', to: 'end' }] },
        { id: 'q2', type: 'short_text', label: { en: 'What?', es: '¿Qué?' } },
        { id: 'place', type: 'hidden', label: { en: 'Place', es: 'Lugar' }, required: true },
      ],
      { languages: ['en', 'es'] },
    )
  ).body
  const path = pathOf(form)
  const page = await open(`${path}?place=Dock%20%22%3E2&other=x`)
  expect(page).toContain('name="a.place" value="Dock &#34;&#62;2"')
  expect(page).toMatch(/lang=es&#38;place=Dock%20%22%3E2/)
  expect(page).not.toMatch(/>Place<|other/)
  // The page of others does not have it.
  expect(await open(path)).not.toContain('Dock')
  const send = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ version: '1', page: '0', ...fields })
    const headers = { 'accept-language': 'en' }
    return (await fetch(t.process.address + path, { method: 'POST', headers, body })).text()
  }
  const second = await send({ 'a.q1': 'no', 'a.place': 'Dock 2' })
  expect(second).toContain('type="hidden" name="a.place" value="Dock 2"')
  expect(await send({ page: '1', 'a.q1': 'no', 'a.q2': 'Ice', 'a.place': 'Dock 2' })).toContain('Thank you')
  // Without a value nothing is missing, and one that is too long is left out.
  expect(await send({ 'a.q1': 'yes' })).toContain('Thank you')
  expect(await send({ 'a.q1': 'yes', 'a.place': 'x'.repeat(9000) })).toContain('Thank you')
  const answers = (await responsesTo(form)).map((response) => response.answers)
  expect(answers).toHaveLength(3)
  expect(answers).toEqual(expect.arrayContaining([{ q1: 'no', q2: 'Ice', place: 'Dock 2' }, { q1: 'yes' }]))
})

test('an anonymous form takes no value from the address, and a form needs a question that people see', async () => {
  const hidden = { id: 'q2', type: 'hidden', label: { en: 'Place', es: 'Lugar' } }
  const seen = { id: 'q1', type: 'rating', label: { en: 'How?', es: '¿Cómo?' } }
  expect((await publish([seen, hidden], { anonymous: true })).body.fieldErrors).toHaveProperty(['questions.q2'])
  expect((await publish([hidden])).body.fieldErrors).toHaveProperty('questions')
})

test('a hidden question has no name that the address of a form uses for itself', async () => {
  for (const id of ['lang', 'from', 'p']) {
    const hidden = { id, type: 'hidden', label: { en: 'Place' } }
    const body = { name: 'Form', title: { en: 'Form' }, questions: [hidden] }
    const { http, body: answer } = await t.as(t.acme.ann).call(createForm, { body: body as never })
    expect([http, Object.keys(answer.fieldErrors ?? {})]).toEqual([400, ['questions.0.id']])
  }
})

test('an employee number is named to members who see the contact, and never on the page', async () => {
  const rex = await makeContact(t.process.kernel, t.acme.id, 'Rexford', '+14155587001')
  await sql`update contact set employee_id = 'W-77' where id = ${rex.id}`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  const label = { en: 'Whose shift do you take?', es: '¿De quién es el turno?' }
  const { form } = (await publish([{ id: 'q1', type: 'employee', label, required: true }])).body
  for (const number of ['w-77', 'W-99']) {
    const body = new URLSearchParams({ version: '1', page: '0', 'a.q1': number })
    const answer = await fetch(t.process.address + pathOf(form), { method: 'POST', body })
    const text = await answer.text()
    expect(text).not.toContain('Rexford')
    expect(text).toContain('Thank you')
  }
  const data = await responsesTo(form)
  const byNumber = new Map(data.map(({ answers, people }) => [answers['q1'], people]))
  expect(byNumber.get('w-77')).toEqual([
    { number: 'w-77', contactId: rex.id, name: expect.stringContaining('Rexford') },
  ])
  expect(byNumber.get('W-99')).toEqual([])
})
