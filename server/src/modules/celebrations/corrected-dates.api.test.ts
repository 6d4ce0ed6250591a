// Dates that count once, dates that are corrected, and times that are changed too late.
import {
  celebrations,
  comingCelebrations,
  saveCelebration,
  type CelebrationContent,
} from '@crewline/contract/celebrations'
import { editContact } from '@crewline/contract/contacts'
import { createCustomField } from '@crewline/contract/fields'
import { editOrganization } from '@crewline/contract/organizations'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addPerson,
  at,
  celebrateAt,
  contentOf,
  makeCelebration,
  recordsOf,
  turnOnAt,
} from '../../../test/kit/celebrations.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeScope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { save } from './edit.ts'

let t: TestApp
let field = ''
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  await t.as(t.acme.ann).call(editOrganization, { body: { timezone: 'UTC' } })
  await t.as(t.acme.ann).call(createCustomField, { body: { name: 'License ends', type: 'date' } })
  const fields = await sql<{ key: string }>`select key from custom_field`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  field = fields.rows[0]?.key ?? ''
})
afterAll(() => t.close())

/** A year that comes, so that nothing is due by the real clock. */
const YEAR = new Date().getUTCFullYear() + 3
const moment = (day: string, time = '09:01') => new Date(`${day}T${time}:00Z`)

/** What became of the dates of a person. */
async function statesOf(id: string, contactId: string): Promise<[number, string][]> {
  const records = await recordsOf(t, id)
  return records.filter((record) => record.contactId === contactId).map(({ year, state }) => [year, state])
}

describe('a date that counts once', () => {
  test('is reminded of days before it, in its own year only, and a new date again', async () => {
    const text = [{ en: 'Your license ends in three days, {first_name}.' }]
    const id = await makeCelebration(t, { kind: 'date', field, repeat: 'once', offsetDays: -3, texts: text })
    const due = await addPerson(t, 'Due', { timezone: 'UTC', custom: { [field]: `${YEAR}-06-15` } })
    const later = await addPerson(t, 'Later', { timezone: 'UTC', custom: { [field]: `${YEAR + 1}-06-15` } })
    const over = await addPerson(t, 'Over', { timezone: 'UTC', custom: { [field]: `${YEAR - 1}-06-15` } })
    await turnOnAt(t, id, moment(`${YEAR}-06-10`))
    await celebrateAt(t, moment(`${YEAR}-06-12`))
    expect(await recordsOf(t, id)).toMatchObject([
      { name: 'Due', year: YEAR, state: 'sent', body: 'Your license ends in three days, Due.' },
    ])
    await t.as(t.acme.ann).call(editContact, {
      query: { id: due },
      body: { customFields: { [field]: `${YEAR + 1}-06-15` } },
    })
    await celebrateAt(t, moment(`${YEAR + 1}-06-12`))
    expect(await statesOf(id, due)).toEqual([
      [YEAR, 'sent'],
      [YEAR + 1, 'sent'],
    ])
    expect(await statesOf(id, later)).toEqual([[YEAR + 1, 'sent']])
    expect(await statesOf(id, over)).toEqual([])
  })

  test('is listed among the coming dates without a number of years', async () => {
    const id = await makeCelebration(t, { kind: 'date', field, repeat: 'once' })
    const ends = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    await addPerson(t, 'Soon', { custom: { [field]: ends } })
    const { data } = (await t.as(t.acme.ann).call(comingCelebrations, { query: { id } })).body
    expect(data).toMatchObject([{ name: 'Soon Worker', date: ends, years: null }])
  })

  test('names no years, and is a date of the organization’s own', async () => {
    const refusal = async (more: Partial<CelebrationContent>) =>
      (
        await t.as(t.acme.ann).call(saveCelebration, {
          query: {},
          body: contentOf({ kind: 'date', field, repeat: 'once', ...more }),
        })
      ).body.fieldErrors
    expect(await refusal({ years: [1] })).toHaveProperty('years')
    expect(await refusal({ texts: [{ en: '{years} years' }] })).toHaveProperty('texts')
    expect(await refusal({ kind: 'birthday', field: null })).toHaveProperty('repeat')
  })
})

test.each([
  ['to a day soon after its text brings no second one', '01-05', false],
  ['to a day months later brings the text of that year', '05-05', true],
])('a birthday corrected %s', async (_what, corrected, isSent) => {
  const id = await makeCelebration(t)
  const contactId = await addPerson(t, 'Rosa', { birthday: '12-20', timezone: 'UTC' })
  await turnOnAt(t, id, moment(`${YEAR}-12-18`))
  await celebrateAt(t, moment(`${YEAR}-12-20`))
  expect(await statesOf(id, contactId)).toEqual([[YEAR, 'sent']])
  await t.as(t.acme.ann).call(editContact, { query: { id: contactId }, body: { birthday: corrected } })
  await celebrateAt(t, moment(`${YEAR + 1}-${corrected}`))
  const first: [number, string][] = [[YEAR, 'sent']]
  const second: [number, string] = [YEAR + 1, 'sent']
  expect(await statesOf(id, contactId)).toEqual(isSent ? [...first, second] : first)
  await celebrateAt(t, moment(`${YEAR + 2}-${corrected}`))
  expect((await statesOf(id, contactId)).at(-1)).toEqual([YEAR + 2, 'sent'])
})

test('a change to a time that passed more than six hours ago says whom it leaves out, and can be taken back', async () => {
  const day = `${YEAR}-03-10`
  const id = await makeCelebration(t, { time: '18:00' })
  const contactId = await addPerson(t, 'Rosa', { birthday: '03-10', timezone: 'UTC' })
  await addPerson(t, 'No phone', { birthday: '03-10', timezone: 'UTC', phone: null })
  await turnOnAt(t, id, moment(`${YEAR}-03-01`))
  await celebrateAt(t, moment(day, '16:00'))
  const { organization } = await organizationOf(t.process.kernel.database.ofOrg(t.acme.id), t.acme.id)
  const actor = { kind: 'system', reason: 'celebrations' } as const
  const change = async (time: string) => {
    const [found] = (await t.as(t.acme.ann).call(celebrations, { query: { id } })).body.celebrations
    const scope = makeScope(at(t.process.kernel, moment(day, '16:00')), organization, actor, 'test')
    return (await save(scope, { id, body: { ...contentOf({ time }), version: found?.version } })).leftOut
  }
  expect(await change('09:30')).toBe(1)
  expect(await change('18:30')).toBe(0)
  expect(await change('12:00')).toBe(0)
  await celebrateAt(t, moment(day, '16:01'))
  expect(await statesOf(id, contactId)).toEqual([[YEAR, 'sent']])
  expect(await change('09:30')).toBe(0)
})
