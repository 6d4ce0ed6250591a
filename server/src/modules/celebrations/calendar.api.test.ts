import { dayIn, daysAfter } from '@crewline/contract/calendar'
import { celebrationCalendar } from '@crewline/contract/coming'
import { comingCelebrations, skipCelebration } from '@crewline/contract/celebrations'
import { CELEBRATION_AHEAD_DAYS } from '@crewline/contract/celebration-limits'
import { editOrganization } from '@crewline/contract/organizations'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser } from '../../../test/kit/cast.ts'
import { addPerson, makeCelebration } from '../../../test/kit/celebrations.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  await t.as(t.acme.ann).call(editOrganization, { body: { timezone: 'UTC' } })
})
afterAll(() => t.close())

const today = () => dayIn('UTC', new Date())
const calendarOf = async (id: string, user = t.acme.ann) =>
  (await t.as(user).call(celebrationCalendar, { query: { id } })).body

test('the calendar counts the people of each day, and names the first who get the text', async () => {
  const start = today()
  const day = (days: number) => daysAfter(start, days)
  const add = (name: string, days: number) => addPerson(t, name, { birthday: day(days).slice(5), timezone: 'UTC' })
  const ana = await add('Ana', 5)
  for (const name of ['Bo', 'Cy', 'Di']) await add(name, 5)
  const eve = await add('Eve', CELEBRATION_AHEAD_DAYS - 1)
  await add('Far', CELEBRATION_AHEAD_DAYS + 2)
  const id = await makeCelebration(t, { time: '23:59' })
  await t.as(t.acme.ann).call(skipCelebration, {
    body: { id, contactId: ana, year: Number(day(5).slice(0, 4)), skip: true },
  })
  const { days, today: shownToday } = await calendarOf(id)
  expect([start, today()]).toContain(shownToday)
  expect(days.map((one) => [one.day, one.total, one.people.map(({ name }) => name)])).toEqual([
    [day(5), 4, ['Bo Worker', 'Cy Worker', 'Di Worker']],
    [day(CELEBRATION_AHEAD_DAYS - 1), 1, ['Eve Worker']],
  ])

  // The people of one day, the skipped one among them, on pages.
  const query = { id, day: day(5), pageSize: 3 }
  const first = (await t.as(t.acme.ann).call(comingCelebrations, { query })).body
  const rest = (
    await t.as(t.acme.ann).call(comingCelebrations, { query: { ...query, cursor: first.nextCursor ?? '' } })
  ).body
  const all = [...first.data, ...rest.data]
  expect(all.map(({ name }) => name).toSorted()).toEqual(['Ana', 'Bo', 'Cy', 'Di'].map((name) => `${name} Worker`))
  expect(all.filter(({ isSkipped }) => isSkipped).map(({ contactId }) => contactId)).toEqual([ana])

  // A member who is limited to a group sees only its people, and another organization nothing.
  const lin = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Lin', lastname: 'Lim', role: 'manager' })
  await limitTo(t.process.kernel, lin, [await makeGroup(t.process.kernel, t.acme.id, 'Mine', [eve])])
  expect((await calendarOf(id, lin)).days.map(({ total }) => total)).toEqual([1])
  expect((await t.as(t.beta.ann).call(celebrationCalendar, { query: { id } })).http).toBe(404)
  await sql`update contact set birthday = null`.execute(t.process.kernel.database.ofOrg(t.acme.id))
  expect((await calendarOf(id)).days).toEqual([])
})

test('the calendar shows the day of the text beside the date', async () => {
  const start = today()
  const date = daysAfter(start, 20)
  await addPerson(t, 'Gus', { birthday: date.slice(5), timezone: 'UTC' })
  const id = await makeCelebration(t, { offsetDays: -14 })
  const [found] = (await calendarOf(id)).days
  expect(found).toMatchObject({ day: daysAfter(start, 6), people: [{ name: 'Gus Worker', date }] })
})
