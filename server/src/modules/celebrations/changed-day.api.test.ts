import { daysAfter } from '@crewline/contract/calendar'
import { celebrations, saveCelebration, type CelebrationContent } from '@crewline/contract/celebrations'
import { editContact } from '@crewline/contract/contacts'
import { editOrganization } from '@crewline/contract/organizations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson, celebrateAt, makeCelebration, recordsOf, turnOnAt } from '../../../test/kit/celebrations.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

// What a member changes on the very day of a text, before and after it was sent.

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  await t.as(t.acme.ann).call(editOrganization, { body: { timezone: 'America/Chicago' } })
})
afterAll(() => t.close())

/** A leap year that comes, so that nothing is due by the real clock. */
const YEAR = Math.ceil((new Date().getUTCFullYear() + 1) / 4) * 4

async function change(id: string, more: Partial<CelebrationContent>): Promise<void> {
  const [found] = (await t.as(t.acme.ann).call(celebrations, { query: { id } })).body.celebrations
  if (!found) throw new Error('the celebration is gone')
  const { id: _id, isOn: _on, media: _media, sent: _sent, createdAt: _created, updatedAt: _updated, ...content } = found
  const { http } = await t.as(t.acme.ann).call(saveCelebration, { query: { id }, body: { ...content, ...more } })
  expect(http).toBe(200)
}

/** A celebration that is on since five days before a day, for one person with a date. */
async function prepare(birthday: string, day: string, timing: Partial<CelebrationContent>) {
  const contactId = await addPerson(t, 'Rosa', { birthday, timezone: 'UTC' })
  const id = await makeCelebration(t, timing)
  await turnOnAt(t, id, new Date(`${daysAfter(day, -5)}T00:00:00Z`))
  const statesAt = async (moment: string) => {
    await celebrateAt(t, new Date(`${moment}:00Z`))
    const records = await recordsOf(t, id)
    return records.filter((record) => record.contactId === contactId).map(({ year, state }) => [year, state])
  }
  const edit = (body: { birthday?: string; timezone?: string }) =>
    t.as(t.acme.ann).call(editContact, { query: { id: contactId }, body })
  return { id, statesAt, edit }
}

const day = `${YEAR}-06-15`
const sent = [[YEAR, 'sent']]

test.each<[string, string, Partial<CelebrationContent>]>([
  ['the time', `${day}T12:01`, { time: '12:00' }],
  ['the clock', `${day}T14:01`, { zone: 'org' }],
  ['the offset, to later', `${daysAfter(day, 2)}T09:01`, { offsetDays: 2 }],
  ['the offset, to earlier', `${day}T11:00`, { offsetDays: -1 }],
  ['the weekend', `${daysAfter(day, 2)}T09:01`, { weekend: 'after' }],
])('no second text comes when %s is changed after the first', async (_what, later, more) => {
  const { id, statesAt } = await prepare('06-15', day, { time: '09:00' })
  expect(await statesAt(`${day}T09:01`)).toEqual(sent)
  await change(id, more)
  expect(await statesAt(later)).toEqual(sent)
  expect(await statesAt(`${daysAfter(day, 5)}T23:00`)).toEqual(sent)
})

test.each([
  ['date', { birthday: '06-17' }],
  ['time zone', { timezone: 'Pacific/Pago_Pago' }],
])('no second text comes when the %s of the person is changed after the first', async (_what, body) => {
  const { statesAt, edit } = await prepare('06-15', day, { time: '09:00' })
  expect(await statesAt(`${day}T09:01`)).toEqual(sent)
  expect((await edit(body)).http).toBe(200)
  for (const moment of [`${day}T20:01`, `${daysAfter(day, 2)}T09:01`, `${daysAfter(day, 5)}T09:01`])
    expect(await statesAt(moment)).toEqual(sent)
})

test('a change to a time that passed less than six hours ago sends the text at once', async () => {
  const { id, statesAt } = await prepare('06-15', day, { time: '18:00' })
  expect(await statesAt(`${day}T12:00`)).toEqual([])
  await change(id, { time: '09:00' })
  expect(await statesAt(`${day}T12:01`)).toEqual(sent)
  expect(await statesAt(`${day}T18:01`)).toEqual(sent)
})

test('a date after New Year that is celebrated before it counts for its own year', async () => {
  const { id, statesAt } = await prepare('01-01', `${YEAR - 1}-12-29`, { offsetDays: -3 })
  expect(await statesAt(`${YEAR - 1}-12-29T09:01`)).toEqual(sent)
  await change(id, { offsetDays: 0 })
  expect(await statesAt(`${YEAR}-01-01T09:01`)).toEqual(sent)
})

test('February 29 is celebrated once when its day in other years is changed on that day', async () => {
  const year = YEAR + 1
  const { id, statesAt } = await prepare('02-29', `${year}-02-28`, { feb29: 'feb28' })
  expect(await statesAt(`${year}-02-28T09:01`)).toEqual([[year, 'sent']])
  await change(id, { feb29: 'mar1' })
  expect(await statesAt(`${year}-03-01T09:01`)).toEqual([[year, 'sent']])
})
