import { createGroup } from '@crewline/contract/groups'
import { readBroadcast } from '@crewline/contract/broadcasts'
import { approveBroadcast } from '@crewline/contract/launch'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, hire, launch } from '../../../test/kit/broadcasts.ts'
import { limitTo, makeUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)

test('an approval does not send to more people than the author confirmed, who may see only some groups', async () => {
  const crew = await hire(t, 16)
  const contacts = crew.slice(0, 2).map(({ id }) => id)
  const { group } = (await ann().call(createGroup, { body: { name: 'Night crew', contacts } })).body
  const author = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Aud', lastname: 'Thor', role: 'author' })
  await limitTo(t.process.kernel, author, [group.id])
  // To the author, everyone is the night crew; to who approves it, the whole organization.
  const everyone = await draft(t, [], { audience: { everyone: true } }, author)
  expect((await launch(t, everyone, author)).body.broadcast.state).toBe('pending_approval')
  const decide = (id: string, approved: boolean) => ann().call(approveBroadcast, { params: { id }, body: { approved } })
  const refused = await decide(everyone.id, true)
  expect(refused).toMatchObject({ http: 409, body: { code: 'broadcast_count_changed' } })
  expect(refused.body.message).toMatch(/^\d+ people would get this now, and its author confirmed 2\. Return it/)
  const { broadcast } = (await ann().call(readBroadcast, { params: { id: everyone.id } })).body
  expect(broadcast.state).toBe('pending_approval')
  expect((await decide(everyone.id, false)).body.broadcast.state).toBe('draft')

  const byGroup = await draft(t, [], { audience: { groupIds: [group.id] } }, author)
  await launch(t, byGroup, author)
  expect((await decide(byGroup.id, true)).body.broadcast.state).toBe('sending')
})

test('a series whose start passed while it waited for an approval begins with its next date', async () => {
  const [person] = await hire(t, 1)
  const author = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Avi', lastname: 'Thor', role: 'author' })
  const schedule = { mode: 'recurring', start: '2099-01-05T09:00', timeZone: 'UTC', frequency: 'daily' } as const
  const series = await draft(t, [person!.id], { schedule }, author)
  await launch(t, series, author)
  await sql`update broadcast set content = jsonb_set(content, '{schedule,start}', '"2026-01-05T09:00"') where id = ${series.id}`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  const { body } = await ann().call(approveBroadcast, { params: { id: series.id }, body: { approved: true } })
  expect(body.broadcast).toMatchObject({ state: 'recurring' })
  const waits = Date.parse(body.broadcast.nextAt ?? '') - Date.now()
  expect(waits).toBeGreaterThan(-60_000)
  expect(waits).toBeLessThan(25 * 3_600_000)
})
