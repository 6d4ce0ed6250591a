import { connectHr } from '@crewline/contract/hr'
import { connectHrFiles, createHrKey } from '@crewline/contract/hr-files'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { prove } from '../../../../test/kit/api-keys.ts'
import { makeOrg, type Org } from '../../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../../test/kit/test-app.ts'
import { DEFAULT_SETTINGS } from '../settings-rules.ts'
import { reportMissedFiles } from './missed.ts'
import { isFileFor, lastOccasion } from './missed-rules.ts'

let t: TestApp
let org: Org
let nth = 380
beforeAll(async () => {
  t = await testApp({ settings: { PUBLIC_URL: 'http://127.0.0.1:0' } })
})
afterAll(() => t.close())
beforeEach(async () => {
  org = await makeOrg(t.process.kernel, `Missing ${nth}`, nth++)
  await prove(t, org.ann)
  await t.as(org.ann).call(connectHrFiles, { body: { name: 'Payroll' } })
  const settings = { ...DEFAULT_SETTINGS, expectsFile: { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '06:00' } }
  await t.as(org.ann).call(connectHr, { body: { settings } })
})

const system = () => t.process.kernel.database.asSystem('tests look at connections')
/** As if files had been expected for long. */
const expectedForDays = () =>
  sql`
    update hr_connection set missed_file_at = null, connected_at = connected_at - interval '9 days'
    where org_id = ${org.id}`.execute(t.process.kernel.database.ofOrg(org.id))
const mails = async () =>
  (await t.mailsTo(org.ann.email)).filter(({ subject }) => subject.includes('has not arrived')).length
const notices = async () => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from event_log where org_id = ${org.id} and name = 'in-app.notified'
      and payload->'notification'->>'key' like 'hr|missed-%'`.execute(system())
  return rows[0]?.n
}

test('a file that does not arrive is reported in the app and by email, once for each occasion', async () => {
  // What was not expected until now is not missing.
  await reportMissedFiles(t.process.kernel)
  expect([await mails(), await notices()]).toEqual([0, 0])
  await expectedForDays()
  await reportMissedFiles(t.process.kernel)
  await reportMissedFiles(t.process.kernel)
  await t.until(async () => (await mails()) > 0)
  expect([await mails(), await notices()]).toEqual([1, 1])
})

test('a file that arrived is not missed, also when it came after its time', async () => {
  const { secret } = (await t.as(org.ann).call(createHrKey, { body: { name: 'Server' } })).body
  const sent = await fetch(`${t.process.address}/hr/file?name=people.csv`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'text/csv' },
    body: 'Employee ID,First name,Mobile\nE-1,Ann,+14155551001\n',
  })
  expect(sent.status).toBe(200)
  const { rows } = await sql`select from hr_file where org_id = ${org.id} and state = 'ready'`.execute(system())
  expect(rows).toHaveLength(1)
  await expectedForDays()
  await reportMissedFiles(t.process.kernel)
  expect(await mails()).toBe(0)
})

test.each([
  { hours: [], wasReported: false, isThere: false },
  { hours: [2], wasReported: false, isThere: true },
  { hours: [2], wasReported: true, isThere: false },
  { hours: [23], wasReported: true, isThere: true },
  { hours: [23, 2], wasReported: true, isThere: true },
])('with files $hours h after an occasion (reported: $wasReported), the next one is there: $isThere', (given) => {
  const since = new Date('2026-03-04T12:00:00Z')
  const after = (hours: number) => new Date(since.getTime() + hours * 3_600_000)
  expect(isFileFor({ since, due: after(24) }, given.hours.map(after), given.wasReported)).toBe(given.isThere)
})

test.each([
  { now: '2026-03-04T12:00:00Z', weekdays: [3], due: '2026-03-04T12:00:00.000Z', since: '2026-02-25T12:00:00.000Z' },
  { now: '2026-03-04T11:59:00Z', weekdays: [3], due: '2026-02-25T12:00:00.000Z', since: '2026-02-18T12:00:00.000Z' },
  { now: '2026-03-09T12:00:00Z', weekdays: [1, 5], due: '2026-03-09T11:00:00.000Z', since: '2026-03-06T12:00:00.000Z' },
])('at $now a file of $weekdays was due at $due', ({ now, weekdays, due, since }) => {
  const occasion = lastOccasion({ weekdays, time: '06:00' }, new Date(now), 'America/Chicago')
  expect([occasion?.due.toISOString(), occasion?.since.toISOString()]).toEqual([due, since])
})
