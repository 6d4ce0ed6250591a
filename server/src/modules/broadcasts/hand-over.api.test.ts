import { handOverHoldings } from '@crewline/contract/holdings'
import type { Role } from '@crewline/contract/permissions'
import { leaveOrganization, removeMember } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { draft, endCountdowns, hire, launch, workOnBroadcasts } from '../../../test/kit/broadcasts.ts'
import { makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { takeSendingStep } from './index.ts'
import { startDue } from './due.ts'
import { handOverUnfinished } from './hand-over.ts'
import { lockBroadcast } from './store/broadcasts.ts'

let t: TestApp
let ann: TestUser
beforeAll(async () => {
  // Without a sender: what is queued stays queued.
  t = await testApp({ roles: 'web' })
  ann = await newMember('owner', 'Anna')
})
afterAll(() => t.close())
beforeEach(() => sql`delete from rate_limit`.execute(system()))

const system = () => t.process.kernel.database.asSystem('tests look at every organization')

async function newMember(role: Role, firstname: string): Promise<TestUser> {
  const user = await makeUser(t.process.kernel, t.acme.id, { firstname, lastname: 'Acme', role })
  await sql`update session set proved_at = now() where user_id = ${user.id}`.execute(system())
  return user
}

async function memberIdOf(user: TestUser): Promise<string> {
  const found = await sql<{ id: string }>`
    select id from member where org_id = ${user.orgId} and user_id = ${user.id}`.execute(system())
  return found.rows[0]?.id ?? ''
}

/** Limits a member to one group of these contacts. */
async function limit(user: TestUser, contactIds: string[]): Promise<void> {
  const groupId = t.process.kernel.world.id()
  const org = t.acme.id
  await sql`
    insert into contact_group (org_id, id, name, created_at) values (${org}, ${groupId}, ${`Crew of ${user.id}`}, now())`.execute(
    system(),
  )
  await sql`
    insert into group_member (org_id, group_id, contact_id)
    select ${org}::uuid, ${groupId}::uuid, id from unnest(${contactIds}::uuid[]) id`.execute(system())
  const memberId = await memberIdOf(user)
  await sql`update member set scope = 'groups' where id = ${memberId}`.execute(system())
  await sql`
    insert into member_group (org_id, member_id, group_id) values (${org}, ${memberId}, ${groupId})`.execute(system())
}

const remove = async (user: TestUser, reassignTo: string | null) =>
  t.as(ann).call(removeMember, { query: { memberId: await memberIdOf(user) }, body: { reassignTo } })

async function begin(user: TestUser, audience: Parameters<typeof draft>[2] = {}): Promise<string> {
  const made = await draft(t, [], audience, user)
  expect((await launch(t, made, user)).http).toBe(200)
  return made.id
}

async function now(id: string) {
  const found = await sql<{ state: string; run: string; by: string; recipients: number }>`
    select b.state, r.state as run, r.user_id as by, (
      select count(*)::int from broadcast_recipient p where p.run_id = r.id) as recipients
    from broadcast b join broadcast_run r on r.broadcast_id = b.id where b.id = ${id}`.execute(system())
  return found.rows[0]
}

const everyone = { audience: { everyone: true } }

test('does not send a broadcast to more people because a member with fewer groups handed it over', async () => {
  const crew = await hire(t, 5)
  const [max, eve] = [await newMember('manager', 'Max'), await newMember('admin', 'Eve')]
  await limit(
    max,
    crew.slice(0, 2).map(({ id }) => id),
  )
  const id = await begin(max, everyone)
  expect((await remove(max, eve.id)).http).toBe(200)
  await endCountdowns(t)
  await workOnBroadcasts(t)
  expect(await now(id)).toMatchObject({ state: 'draft', run: 'stopped', by: eve.id, recipients: 0 })
})

test('holds back what a member hands over who leaves by themselves', async () => {
  const crew = await hire(t, 2)
  const [max, eve] = [await newMember('admin', 'Max'), await newMember('admin', 'Eve')]
  const id = await begin(max, { audience: { contactIds: crew.map((contact) => contact.id) } })
  expect((await t.as(max).call(leaveOrganization, { body: { reassignTo: eve.id } })).http).toBe(200)
  await endCountdowns(t)
  await workOnBroadcasts(t)
  expect(await now(id)).toMatchObject({ state: 'draft', recipients: 0 })
})

test.each([
  ['admin' as const, { state: 'sending', run: 'sending' }],
  // A manager sees no sensitive fields, so the audience may mean others.
  ['manager' as const, { state: 'paused', run: 'paused' }],
])('a broadcast that is being queued is taken over by a successor: %s', async (role, expected) => {
  const crew = await hire(t, 3)
  const [max, eve] = [await newMember('admin', 'Max'), await newMember(role, 'Eve')]
  const id = await begin(max, { audience: { contactIds: crew.map((contact) => contact.id) } })
  await endCountdowns(t)
  while (await startDue(t.process.kernel));
  await remove(max, eve.id)
  while (await takeSendingStep(t.process.kernel));
  expect(await now(id)).toMatchObject({ ...expected, by: eve.id, recipients: role === 'admin' ? 3 : 0 })
})

test('a broadcast that a former teammate still holds is sent again only after its recipients are confirmed', async () => {
  const crew = await hire(t, 2)
  const [max, eve] = [await newMember('manager', 'Max'), await newMember('admin', 'Eve')]
  const id = await begin(max, { audience: { contactIds: crew.map((contact) => contact.id) } })
  await remove(max, null)
  const body = { memberId: await memberIdOf(max), toUserId: eve.id }
  expect((await t.as(ann).call(handOverHoldings, { body })).http).toBe(200)
  expect(await now(id)).toMatchObject({ state: 'draft', run: 'stopped', by: eve.id })
})

test('a hand-over waits for the broadcast before it locks its runs, as members who pause and stop do', async () => {
  const crew = await hire(t, 2)
  const max = await newMember('admin', 'Max')
  const id = await begin(max, { audience: { contactIds: crew.map((contact) => contact.id) } })
  const scope = systemScope(t.process.kernel, t.acme)
  let working: Promise<unknown> | undefined
  await scope.tx(async (tx) => {
    await lockBroadcast(tx, id)
    const users = { userId: max.id, toUserId: ann.id, canGoOn: true }
    working = scope.tx((other) => handOverUnfinished(other, users))
    working.catch(() => {})
    await t.until(async () => {
      const { rows } = await sql<{ is: boolean }>`
        select exists (select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))) as is`.execute(
        tx.db,
      )
      return rows[0]?.is === true
    })
    // Fails if the other transaction holds the run: then each would wait for the other.
    const { rows } = await sql`select from broadcast_run where broadcast_id = ${id} for update nowait`.execute(tx.db)
    expect(rows).toHaveLength(1)
  })
  await working
  expect(await now(id)).toMatchObject({ by: ann.id })
})
