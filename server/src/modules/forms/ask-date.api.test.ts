import { dayIn, daysAfter } from '@crewline/contract/calendar'
import { comingCelebrations } from '@crewline/contract/celebrations'
import { celebrationReach } from '@crewline/contract/coming'
import { createCustomField } from '@crewline/contract/fields'
import { askForDate, changeForm, createForm, publishForm, setFormState, type Form } from '@crewline/contract/forms'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, launch, sendOut } from '../../../test/kit/broadcasts.ts'
import { makeContact } from '../../../test/kit/cast.ts'
import { makeCelebration } from '../../../test/kit/celebrations.ts'
import { openLink } from '../../../test/kit/short-links.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { personalMark } from '../../kernel/pages/personal.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web,sender' })
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const ask = async (saveTo: string) => (await ann().call(askForDate, { body: { saveTo } })).body

function answer(form: Form, contactId: string, date: string): Promise<globalThis.Response> {
  const path = new URL(form.link).pathname
  const until = new Date(t.process.kernel.world.now().getTime() + 60_000)
  const p = personalMark(t.process.kernel, { orgId: t.acme.id, path, contactId, until })
  const body = new URLSearchParams({ p, version: String(form.publishedVersion), 'a.date': date })
  return fetch(`${t.process.address}${path}?lang=es`, { method: 'POST', body })
}

const datesOf = async (contactId: string) =>
  (
    await sql<{ birthday: string | null; hired: string | null }>`
      select birthday, to_char(hire_date, 'YYYY-MM-DD') as hired from contact where id = ${contactId}`.execute(db())
  ).rows[0]

test('a form that asks for a date is open to invited people in every language, and is used again', async () => {
  const [first, second] = await Promise.all([ask('birthday'), ask('birthday')])
  expect(second.form.id).toBe(first.form.id)
  expect(first.form).toMatchObject({ status: 'open', access: 'invited', anonymous: false, publishedVersion: 1 })
  expect(first.form.languages).toHaveLength(8)
  expect(first.form.title).toMatchObject({ es: '¿Cuándo es tu cumpleaños?' })
  const audits = await sql<{ action: string }>`
    select action from audit_entry where target = ${first.form.id} order by action`.execute(db())
  expect(audits.rows.map(({ action }) => action)).toEqual(['form.created', 'form.published'])
  // One that was closed, or that asks for more, is not used.
  await ann().call(setFormState, { params: { id: first.form.id }, body: { to: 'closed' } })
  const third = await ask('birthday')
  expect(third.form.id).not.toBe(first.form.id)
  const { id, version, questions, name, title, languages, access } = third.form
  const more = [...questions, { id: 'more', type: 'short_text' as const, label: title }]
  const body = { name, title, languages, access, questions: more, version }
  expect((await ann().call(changeForm, { params: { id }, body })).http).toBe(200)
  expect((await ask('birthday')).form.id).not.toBe(id)
})

test('an answer is written to the birthday or the first day at work of its contact', async () => {
  const { id } = await makeContact(t.process.kernel, t.acme.id, 'Rex', '+14155574001')
  expect((await answer((await ask('birthday')).form, id, '1990-04-23')).ok).toBe(true)
  expect((await answer((await ask('hireDate')).form, id, '2020-02-29')).ok).toBe(true)
  expect(await datesOf(id)).toEqual({ birthday: '1990-04-23', hired: '2020-02-29' })
  // A birthday in the future is left out.
  const eve = await makeContact(t.process.kernel, t.acme.id, 'Eve', '+14155574002')
  await answer((await ask('birthday')).form, eve.id, '2190-04-23')
  expect(await datesOf(eve.id)).toEqual({ birthday: null, hired: null })
})

test('a custom date is asked for by its name; other fields are refused', async () => {
  await ann().call(createCustomField, { body: { name: 'Citizenship', type: 'date' } })
  await ann().call(createCustomField, { body: { name: 'Badge', type: 'text' } })
  await ann().call(createCustomField, { body: { name: 'Surgery', type: 'date', sensitive: true } })
  const rows = await sql<{ key: string; name: string }>`select key, name from custom_field`.execute(db())
  const keyOf = (name: string) => `custom.${rows.rows.find((row) => row.name === name)?.key ?? ''}`
  expect((await ask(keyOf('Citizenship'))).form.title).toMatchObject({ en: 'Citizenship', ar: 'Citizenship' })
  for (const name of ['Badge', 'Surgery']) expect(await ask(keyOf(name))).toHaveProperty('fieldErrors.saveTo')
})

test('only a question for a date is published with a field that holds a date', async () => {
  const questions = [{ id: 'q1', type: 'short_text' as const, label: { en: 'Birthday' }, saveTo: 'birthday' as const }]
  const { form } = (await ann().call(createForm, { body: { name: 'Words', title: { en: 'Words' }, questions } })).body
  const refused = await ann().call(publishForm, { params: { id: form.id }, body: { version: 1 } })
  expect(refused.body).toHaveProperty(['fieldErrors', 'questions.q1'])
})

test('a person who is asked by text answers through their link, and appears among the coming dates', async () => {
  const rosa = await makeContact(t.process.kernel, t.acme.id, 'Rosa', '+14155574010')
  const celebration = await makeCelebration(t)
  const comingOf = async () =>
    (await ann().call(comingCelebrations, { query: { id: celebration, pageSize: 200 } })).body.data.filter(
      ({ contactId }) => contactId === rosa.id,
    )
  const withoutDate = async () => (await ann().call(celebrationReach, { query: { id: celebration } })).body.withoutDate
  const before = await withoutDate()
  expect(await comingOf()).toEqual([])

  // As the button "Ask with a form" does: a broadcast with the link of the form.
  const { form } = await ask('birthday')
  const asked = await draft(t, [rosa.id], { message: { body: `When is your birthday?\n${form.link}` } })
  expect((await launch(t, asked)).http).toBe(200)
  await sendOut(t)
  const texts = (await t.carrier.onPhone(rosa.phone)).filter(({ direction }) => direction === 'in')
  const link = /https?:\S+/.exec(texts.at(-1)?.body ?? '')?.[0] ?? ''
  const { location = '' } = await openLink(t, link)
  const { pathname, searchParams } = new URL(location)
  expect(pathname).toBe(new URL(form.link).pathname)
  const p = searchParams.get('p') ?? ''
  const day = daysAfter(dayIn('UTC', new Date()), 20)
  const body = new URLSearchParams({ p, version: String(form.publishedVersion), 'a.date': `1984${day.slice(4)}` })
  expect((await fetch(`${t.process.address}${pathname}`, { method: 'POST', body })).ok).toBe(true)

  expect((await datesOf(rosa.id))?.birthday).toBe(`1984${day.slice(4)}`)
  const coming = await comingOf()
  expect(coming).toMatchObject([{ day, years: null, isSkipped: false, obstacle: null }])
  expect(JSON.stringify(coming)).not.toContain('1984')
  expect(await withoutDate()).toBe(before - 1)
})
