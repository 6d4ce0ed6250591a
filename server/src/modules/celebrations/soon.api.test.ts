import { editSettings } from '@crewline/contract/accounts'
import { dayIn, daysAfter } from '@crewline/contract/calendar'
import { celebrationsSoon } from '@crewline/contract/celebrations'
import { CELEBRATIONS_SOON_DAYS, CELEBRATIONS_SOON_MAX } from '@crewline/contract/celebration-limits'
import { setContactNaming } from '@crewline/contract/naming'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser } from '../../../test/kit/cast.ts'
import { addPerson, makeCelebration, turnOnAt } from '../../../test/kit/celebrations.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const soonOf = async (user = t.acme.ann) => (await t.as(user).call(celebrationsSoon, {})).body

test('lists who is celebrated in the next days by celebrations that are on, as far as the member may see', async () => {
  // The far east is always ahead: its days are read from the reply.
  await t.as(t.acme.ann).call(editSettings, { body: { timezone: 'Pacific/Kiritimati' } })
  const { today, people: none } = await soonOf()
  expect([today, none]).toEqual([dayIn('Pacific/Kiritimati', new Date()), []])
  const on = (days: number) => daysAfter(today, days)
  const mine = await addPerson(t, 'Mine', { birthday: `1980-${on(CELEBRATIONS_SOON_DAYS).slice(5)}` })
  // Also who is not named in news: this list is for the team.
  const contactId = await addPerson(t, 'Today', { birthday: on(0).slice(5) })
  await t.as(t.acme.ann).call(setContactNaming, { query: { contactId }, body: { isNamed: false } })
  await addPerson(t, 'Far', { birthday: on(CELEBRATIONS_SOON_DAYS + 1).slice(5) })
  const hired = await addPerson(t, 'Hired', { hireDate: `${Number(on(3).slice(0, 4)) - 4}-${on(3).slice(5)}` })
  // The day is that of the date, although the text is sent earlier.
  const birthdays = await makeCelebration(t, { offsetDays: -5, zone: 'org' })
  const anniversaries = await makeCelebration(t, { name: 'Years', kind: 'anniversary' })
  expect((await soonOf()).people).toEqual([])
  for (const id of [birthdays, anniversaries]) await turnOnAt(t, id, new Date())
  const all = await soonOf()
  expect(all.people.map(({ name, day, years }) => [name, day, years])).toEqual([
    ['Today Worker', on(0), null],
    ['Hired Worker', on(3), 4],
    ['Mine Worker', on(CELEBRATIONS_SOON_DAYS), null],
  ])
  expect(all.people[1]).toMatchObject({ celebrationId: anniversaries, celebrationName: 'Years', contactId: hired })
  expect(JSON.stringify(all)).not.toContain('1980')

  const limited = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Lin', lastname: 'Lim', role: 'manager' })
  await t.as(limited).call(editSettings, { body: { timezone: 'Pacific/Kiritimati' } })
  await limitTo(t.process.kernel, limited, [await makeGroup(t.process.kernel, t.acme.id, 'Mine', [mine])])
  expect((await soonOf(limited)).people.map(({ contactId }) => contactId)).toEqual([mine])
  expect((await soonOf(t.beta.ann)).people).toEqual([])
})

test('says that there are more people than it lists', async () => {
  const { today } = await soonOf()
  for (let n = 0; n <= CELEBRATIONS_SOON_MAX; n += 1) await addPerson(t, `Many${n}`, { birthday: today.slice(5) })
  const { people, hasMore } = await soonOf()
  expect([people.length, hasMore]).toEqual([CELEBRATIONS_SOON_MAX, true])
  await sql`update contact set birthday = null`.execute(t.process.kernel.database.ofOrg(t.acme.id))
  await sql`update contact set hire_date = null`.execute(t.process.kernel.database.ofOrg(t.acme.id))
  expect((await soonOf()).people).toEqual([])
})
