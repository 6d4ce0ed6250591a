import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, endCountdowns, hire, launch, workOnBroadcasts } from '../../../test/kit/broadcasts.ts'
import { limitTo, makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

// What a member planned, who sees fewer groups by the time it is sent.
let t: TestApp
beforeAll(async () => {
  // Without a sender: what is queued stays queued.
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look at every organization')
const memberOf = (name: string) =>
  makeUser(t.process.kernel, t.acme.id, { firstname: name, lastname: 'Acme', role: 'manager' })

/** Plans a broadcast to a crew, and limits its member to the group of the crew before its date. */
async function plan(max: TestUser, audienceOf: (ids: { crewId: string; resting: string }) => object) {
  const crew = await hire(t, 3)
  const nth = max.id.slice(0, 13)
  const { kernel } = t.process
  const ids = crew.map(({ id }) => id)
  const crewId = await makeGroup(kernel, t.acme.id, `Crew ${nth}`, ids)
  const resting = await makeGroup(kernel, t.acme.id, `Resting ${nth}`, ids.slice(0, 1))
  const schedule = {
    mode: 'recurring' as const,
    start: '2099-01-01T09:00',
    timeZone: 'UTC',
    frequency: 'daily' as const,
  }
  const made = await draft(t, [], { audience: audienceOf({ crewId, resting }), schedule }, max)
  expect((await launch(t, made, max)).http).toBe(200)
  await limitTo(kernel, max, [crewId])
  await sql`update broadcast set next_at = now() - interval '1 minute' where id = ${made.id}`.execute(system())
  await workOnBroadcasts(t)
  await endCountdowns(t)
  await workOnBroadcasts(t)
  const found = await sql<{ state: string; run: string; planned: boolean; texts: number }>`
    select b.state, r.state as run, b.next_at is not null as planned, (
      select count(*)::int from message m where m.batch_id = r.id) as texts
    from broadcast b join broadcast_run r on r.broadcast_id = b.id where b.id = ${made.id}`.execute(system())
  return found.rows
}

test.each([
  ['by name', (resting: string) => ({ groupIds: [resting] })],
  [
    'by a filter',
    (resting: string) => ({
      filter: { op: 'and' as const, children: [{ field: 'group', cmp: 'member_of', value: [resting] }] },
    }),
  ],
])('texts no one while a group that it leaves out %s is no longer visible to its member', async (_, exclude) => {
  const max = await memberOf('Max')
  const sent = await plan(max, ({ crewId, resting }) => ({ groupIds: [crewId], exclude: exclude(resting) }))
  expect(sent).toEqual([{ state: 'failed', run: 'failed', planned: false, texts: 0 }])
})

test('goes on for the people whom its member still sees', async () => {
  const max = await memberOf('Mia')
  const sent = await plan(max, () => ({ everyone: true }))
  expect(sent).toEqual([{ state: 'sending', run: 'sending', planned: true, texts: 3 }])
})
