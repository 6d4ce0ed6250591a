import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { eventFigures } from './figures.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const read = (name: string) => {
  const figure = eventFigures.find((candidate) => candidate.name === name)
  return figure?.read(t.process.kernel) ?? []
}

test('the age of the oldest waiting event grows for a follower that does not run, and is 0 for one that has read all', async () => {
  const db = t.process.kernel.database.asSystem('the test places followers')
  await sql`insert into event_cursor (follower, xid, seq, moved_at) values ('test-stuck', '0', 0, now())`.execute(db)
  await sql`insert into event_cursor (follower, xid, seq, moved_at) values ('test-done', '9223372036854775000', 0, now())`.execute(
    db,
  )
  await sql`insert into event_log (org_id, name, payload, at) values (${t.acme.id}, 'test.event', '{}', now() - interval '90 seconds')`.execute(
    db,
  )
  await sql`delete from event_log where at > now() - interval '80 seconds'`.execute(db)
  const values = new Map((await read('events_waiting_oldest_seconds')).map(({ label, value }) => [label, value]))
  expect(values.get('test-stuck')).toBeGreaterThanOrEqual(90)
  expect(values.get('test-done')).toBe(0)
})
