import { createForm, deleteForm, publishForm, setFormState, type Form } from '@crewline/contract/forms'
import { placeHold, releaseHold } from '@crewline/contract/legal-holds'
import { editOrganization } from '@crewline/contract/organizations'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { draft, launch, sendOut } from '../../../test/kit/broadcasts.ts'
import { makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { receiveText } from '../../../test/kit/flows.ts'
import { keepFor, proveAnn, purge } from '../../../test/kit/retention.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { personalMark } from '../../kernel/pages/personal.ts'
import { remindUnfinished } from './jobs.ts'

// What remains of answers by text, and who is reminded of them.
let t: TestApp
beforeAll(async () => {
  t = await testApp()
  // Never at night, and tests run at any hour.
  const quietHours = { mode: 'off' as const, start: '21:00', end: '08:00' }
  await t.as(t.acme.ann).call(editOrganization, { body: { settings: { quietHours } } })
})
afterAll(() => t.close())

let nth = 0
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const someone = () => makeContact(t.process.kernel, t.acme.id, 'Rex', `+1415553${String((nth += 1)).padStart(4, '0')}`)
const QUESTIONS = ['q1', 'q2'].map((id) => ({
  id,
  type: 'short_text' as const,
  label: { en: `${id}?` },
  required: true,
}))

/** Publishes a form, texts it to a new contact, and lets them answer. */
async function textTo(contact: TestContact, bodies: string[], changes: object = {}): Promise<Form> {
  const ann = t.as(t.acme.ann)
  const content = { name: 'Incident', title: { en: 'Incident' }, languages: ['en' as const], byText: true }
  const created = await ann.call(createForm, { body: { ...content, questions: QUESTIONS, ...changes } })
  const { form } = (await ann.call(publishForm, { params: { id: created.body.form.id }, body: { version: 1 } })).body
  await launch(t, await draft(t, [contact.id], { message: { body: `Incident\n${form.link}` } }))
  await sendOut(t)
  for (const body of bodies) await receiveText(t.process, t.acme, contact.phone, body)
  return form
}
const stored = async (contact: TestContact) =>
  (
    await sql<{ texts: string[]; answers: object[] }>`
      select array(select text from flow_answer where contact_id = ${contact.id} and text is not null order by step_id) as texts,
        array(select answers from form_response where contact_id = ${contact.id}) as answers`.execute(db())
  ).rows[0]
const repliesTo = async (contact: TestContact) =>
  (
    await sql<{ body: string }>`
      select body from message where contact_id = ${contact.id} and kind = 'auto_reply' order by id`.execute(db())
  ).rows.map(({ body }) => body)
const pass = (contact: TestContact, time: string) =>
  sql`
    with aged as (update flow_answer set at = at - ${time}::interval where contact_id = ${contact.id})
    update flow_session set prompted_at = prompted_at - ${time}::interval where contact_id = ${contact.id}`.execute(
    t.process.kernel.database.asSystem('tests do not wait for hours'),
  )

describe('answers by text', () => {
  test('are stored once, as the response, when the last question is answered', async () => {
    const rex = await someone()
    await textTo(rex, ['ok', 'At the dock'])
    expect(await stored(rex)).toEqual({ texts: ['At the dock'], answers: [] })
    await receiveText(t.process, t.acme, rex.phone, 'Nothing else')
    expect(await stored(rex)).toEqual({ texts: [], answers: [{ q1: 'At the dock', q2: 'Nothing else' }] })
  })

  test('close the public page at once when they are the last that the form takes', async () => {
    const rex = await someone()
    const form = await textTo(rex, ['ok', 'At the dock'], { maxResponses: 1 })
    const path = new URL(form.link).pathname
    const open = async () => (await fetch(`${t.process.address}${path}`)).status
    // The page is remembered.
    expect(await open()).toBe(200)
    await receiveText(t.process, t.acme, rex.phone, 'Nothing else')
    expect(await open()).toBe(410)
  })

  test('of a person who stopped go with the form, and what they text later is answered', async () => {
    const [rex, eve] = [await someone(), await someone()]
    const form = await textTo(rex, ['ok', 'At the dock'])
    await textTo(eve, ['ok', 'In the yard'])
    await t.as(t.acme.ann).call(deleteForm, { params: { id: form.id } })
    expect([(await stored(rex))?.texts, (await stored(eve))?.texts]).toEqual([[], ['In the yard']])
    await receiveText(t.process, t.acme, rex.phone, 'Nothing else')
    expect((await repliesTo(rex)).at(-1)).toBe('Sorry, this question is closed.')
    expect(await stored(rex)).toEqual({ texts: [], answers: [] })
  })

  test('of a person who stopped are deleted after the period of form answers, and kept under a legal hold', async () => {
    const [old, recent] = [await someone(), await someone()]
    const form = await textTo(old, ['ok', 'Long ago'])
    await textTo(recent, ['ok', 'Just now'])
    await pass(old, '200 days')
    await keepFor(t, 'form_answers', 3)
    await proveAnn(t)
    const ann = t.as(t.acme.ann)
    const hold = await ann.call(placeHold, {
      body: { name: 'Case', reason: 'Letter', covers: 'contacts', contactIds: [old.id] },
    })
    expect(hold.http).toBe(200)
    await purge(t)
    expect((await ann.call(deleteForm, { params: { id: form.id } })).body.code).toBe('on_legal_hold')
    expect((await stored(old))?.texts).toEqual(['Long ago'])
    await proveAnn(t)
    await ann.call(releaseHold, { params: { id: hold.body.hold.id }, body: { reason: 'Settled' } })
    await purge(t)
    expect([(await stored(old))?.texts, (await stored(recent))?.texts]).toEqual([[], ['Just now']])
    await keepFor(t, 'form_answers', null)
  })

  test('that look like the mark of a file are texts', async () => {
    const rex = await someone()
    const mark = `0190a000-0000-7000-8000-000000000001.${'x'.repeat(27)}.name.png`
    await textTo(rex, ['ok', mark], {
      questions: [{ id: 'q1', type: 'signature', label: { en: 'Sign with your name' }, required: true }],
    })
    expect((await stored(rex))?.answers).toEqual([{ q1: mark }])
  })
})

describe('a reminder', () => {
  const remindAfterHours = async (contact: TestContact) => {
    const before = (await repliesTo(contact)).length
    await pass(contact, '4 hours')
    await remindUnfinished(t.process.kernel)
    return (await repliesTo(contact)).slice(before)
  }

  test('goes to a person who stopped, and to no one whose form is closed', async () => {
    const [rex, eve] = [await someone(), await someone()]
    await textTo(rex, ['ok', 'At the dock'])
    const closed = await textTo(eve, ['ok', 'In the yard'])
    await t.as(t.acme.ann).call(setFormState, { params: { id: closed.id }, body: { to: 'closed' } })
    expect(await remindAfterHours(eve)).toEqual([])
    expect(await remindAfterHours(rex)).toEqual(["You haven't finished your answers. Reply OK to continue."])
  })

  test('does not go to a person who answered by link meanwhile', async () => {
    const rex = await someone()
    const { link } = await textTo(rex, ['ok', 'At the dock'])
    const path = new URL(link).pathname
    const until = new Date(t.process.kernel.world.now().getTime() + 60_000)
    const p = personalMark(t.process.kernel, { orgId: t.acme.id, path, contactId: rex.id, until })
    await fetch(`${t.process.address}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ p, version: '1', 'a.q1': 'By link', 'a.q2': 'Yes' }),
    })
    expect((await stored(rex))?.answers).toHaveLength(1)
    expect(await remindAfterHours(rex)).toEqual([])
  })
})
