import { createForm, publishForm, type Form } from '@crewline/contract/forms'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeContact, makeGroup, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { personalMark } from '../../kernel/pages/personal.ts'

// What follows from an answer.
let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

let nth = 0
const someone = () => makeContact(t.process.kernel, t.acme.id, 'Rex', `+1415557${String((nth += 1)).padStart(4, '0')}`)
const CONTENT = {
  name: 'New address',
  title: { en: 'Where do you live?', es: '¿Dónde vives?' },
  languages: ['en' as const, 'es' as const],
  questions: [
    {
      ...{ id: 'q1', type: 'short_text' as const, label: { en: 'Town', es: 'Ciudad' } },
      saveTo: 'location' as const,
    },
  ],
}
const publish = async (changes: object) => {
  const ann = t.as(t.acme.ann)
  const { id } = (await ann.call(createForm, { body: { ...CONTENT, ...changes } })).body.form
  return (await ann.call(publishForm, { params: { id }, body: { version: 1 } })).body
}
const answerAs = (form: Form, contact: TestContact, fields: Record<string, string>) => {
  const path = new URL(form.link).pathname
  const until = new Date(t.process.kernel.world.now().getTime() + 60_000)
  const p = personalMark(t.process.kernel, { orgId: t.acme.id, path, contactId: contact.id, until })
  return fetch(`${t.process.address}${path}?lang=es`, {
    method: 'POST',
    body: new URLSearchParams({ p, version: '1', ...fields }),
  })
}
const contactOf = async ({ id }: TestContact) =>
  (
    await sql<{ department: string; location: string }>`
      select department, location from contact where id = ${id}`.execute(t.process.kernel.database.ofOrg(t.acme.id))
  ).rows[0]

describe('after an answer through a personal link', () => {
  test('fields get their fixed values, and the person gets one text in the language of the page', async () => {
    const { form } = await publish({
      setFields: [
        { field: 'department', value: 'Night crew' },
        { field: 'location', value: 'Unknown' },
      ],
      textAfter: { en: 'We wrote it down.', es: 'Lo anotamos.' },
    })
    const [rex, eve] = [await someone(), await someone()]
    for (let time = 0; time < 2; time += 1) await answerAs(form, rex, { 'a.q1': 'Reno' })
    // What the person wrote counts more than a fixed value for the same field.
    expect(await contactOf(rex)).toEqual({ department: 'Night crew', location: 'Reno' })
    await answerAs(form, eve, {})
    expect(await contactOf(eve)).toEqual({ department: 'Night crew', location: 'Unknown' })
    await t.drain()
    expect((await t.carrier.onPhone(rex.phone)).map(({ body }) => body)).toEqual(['Lo anotamos.'])
  })

  test('the answer counts although an HR system keeps the group that people join', async () => {
    const groupId = await makeGroup(t.process.kernel, t.acme.id, 'Maintenance', [])
    const { form } = await publish({ groupIds: [groupId] })
    await sql`update contact_group set type = 'hris' where id = ${groupId}`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
    const rex = await someone()
    expect((await answerAs(form, rex, { 'a.q1': 'Reno' })).status).toBe(200)
    expect(await contactOf(rex)).toMatchObject({ location: 'Reno' })
    const refused = await t.as(t.acme.ann).call(createForm, { body: { ...CONTENT, groupIds: [groupId] } })
    expect(refused.body.fieldErrors).toEqual({ groupIds: 'This group can’t be used. Choose another.' })
  })

  test('no one who opted out is texted', async () => {
    const { form } = await publish({ textAfter: { en: 'We wrote it down.', es: 'Lo anotamos.' } })
    const rex = await someone()
    await t.carrier.texts(rex.phone, 'STOP', t.acme.line.phone)
    const consent = () =>
      sql`select from consent where phone = ${rex.phone} and opted_out`.execute(
        t.process.kernel.database.ofOrg(t.acme.id),
      )
    await t.until(async () => (await consent()).rows.length > 0)
    await t.drain()
    const before = (await t.carrier.onPhone(rex.phone)).length
    await answerAs(form, rex, { 'a.q1': 'Reno' })
    await t.drain()
    expect(await t.carrier.onPhone(rex.phone)).toHaveLength(before)
  })
})

test('a form is not published with a text in some of its languages, or actions on people who are anonymous', async () => {
  const half = await publish({ textAfter: { en: 'We wrote it down.' } })
  expect(half).toMatchObject({ fieldErrors: { textAfter: 'Write the text in each language of the form.' } })
  const anonymous = await publish({
    anonymous: true,
    questions: [{ ...CONTENT.questions[0], saveTo: null }],
    setFields: [{ field: 'department', value: 'Night crew' }],
    textAfter: { en: 'We wrote it down.', es: 'Lo anotamos.' },
  })
  expect(Object.keys((anonymous as { fieldErrors?: object }).fieldErrors ?? {}).toSorted()).toEqual([
    'setFields',
    'textAfter',
  ])
  const unknown = await t
    .as(t.acme.ann)
    .call(createForm, { body: { ...CONTENT, setFields: [{ field: 'custom.nothing', value: 'x' }] } })
  expect(unknown.body).toMatchObject({
    fieldErrors: { 'setFields.0': 'This field can’t be used on a page. Choose another.' },
  })
})
