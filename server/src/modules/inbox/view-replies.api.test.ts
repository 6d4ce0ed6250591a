import { duplicateBroadcast, readBroadcast, toggleBroadcastArchive } from '@crewline/contract/broadcasts'
import { conversations } from '@crewline/contract/inbox'
import { createRole } from '@crewline/contract/roles'
import { createView, savedViews } from '@crewline/contract/saved-views'
import { changeMember } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, launch, sendOut } from '../../../test/kit/broadcasts.ts'
import { limitTo, makeContact, makeGroup, makeUser, type TestContact, type TestUser } from '../../../test/kit/cast.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { receive } from '../messages/index.ts'

let t: TestApp
let eve: TestContact
let una: TestContact
let broadcastId: string
let runId: string
beforeAll(async () => {
  t = await testApp()
  const { kernel } = t.process
  eve = await makeContact(kernel, t.acme.id, 'Eve', '+14155554101')
  una = await makeContact(kernel, t.acme.id, 'Una', '+14155554102')
  broadcastId = await sendTo(eve, 'Payday')
  runId = (await ann().call(readBroadcast, { params: { id: broadcastId } })).body.broadcast.run?.id ?? ''
  await sendTo(una, 'Roster')
  for (const contact of [eve, una]) await reply(contact)
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)
async function sendTo({ id }: TestContact, name: string): Promise<string> {
  const broadcast = await draft(t, [id], { name })
  await launch(t, broadcast)
  await sendOut(t)
  return broadcast.id
}
const reply = ({ phone }: TestContact) =>
  systemScope(t.process.kernel, t.acme).tx((tx) =>
    receive(tx, t.acme.name, [
      { eventKey: tx.world.id(), lineId: t.acme.line.id, linePhone: t.acme.line.phone, from: phone, body: 'When?' },
    ]),
  )
const save = (repliesTo: string, name = 'Payday replies', user = t.acme.ann) =>
  t.as(user).call(createView, { body: { name, shared: true, status: 'open', repliesTo } })
const idsIn = async (repliesTo: string, user: TestUser = t.acme.ann) =>
  (await t.as(user).call(conversations, { query: { repliesTo } })).body.data.map(({ id }) => id).sort()
const viewsOf = async (user: TestUser) => (await t.as(user).call(savedViews, {})).body.views

test('a view names the broadcast of a batch, and shows the replies to all its dates and to no other', async () => {
  const { body } = await save(runId)
  const queue = `broadcast:${broadcastId}`
  expect(body.view).toMatchObject({ mine: true, repliesTo: { queue, name: 'Payday', archived: false } })
  expect(await viewsOf(t.acme.ann)).toContainEqual(body.view)
  expect(await idsIn(queue)).toEqual([eve.id])
  // Another date of the same broadcast.
  const { body: copied } = await ann().call(duplicateBroadcast, { params: { id: broadcastId } })
  const other = await sendTo(una, 'Another')
  const db = t.process.kernel.database.ofOrg(t.acme.id)
  await sql`update broadcast_run set broadcast_id = ${copied.broadcast.id} where broadcast_id = ${other}`.execute(db)
  await sql`update broadcast_run set broadcast_id = ${broadcastId}, occurrence = 'later' where broadcast_id = ${copied.broadcast.id}`.execute(
    db,
  )
  await sql`update conversation set waiting_since = null, reply_batch_id = null where contact_id = ${una.id}`.execute(
    db,
  )
  await reply(una)
  expect(await idsIn(queue)).toEqual([eve.id, una.id].sort())
  expect(await idsIn(runId)).toEqual([eve.id])
})

test('a view can show the replies to any broadcast', async () => {
  const { body } = await save('any', 'All replies')
  expect(body.view.repliesTo).toEqual({ queue: 'any', name: null, archived: false })
})

test('says that the broadcast of a view is archived, and has no name for one that is out of sight', async () => {
  const { view } = (await save(`broadcast:${broadcastId}`, 'By id')).body
  await ann().call(toggleBroadcastArchive, { query: { id: broadcastId }, body: { archived: true } })
  expect((await viewsOf(t.acme.ann)).find(({ id }) => id === view.id)?.repliesTo).toMatchObject({
    name: 'Payday',
    archived: true,
  })
  const sam = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Sam', lastname: 'Acme', role: 'agent' })
  await limitTo(t.process.kernel, sam, [await makeGroup(t.process.kernel, t.acme.id, 'Seen', [eve.id])])
  expect((await viewsOf(sam)).find(({ id }) => id === view.id)?.repliesTo).toMatchObject({ name: null })
  // A broadcast to contacts by name is out of sight for a member limited to groups.
  expect((await save(runId, 'Mine', sam)).http).toBe(404)
})

test('names no broadcast to a member who may not read broadcasts', async () => {
  const { kernel } = t.process
  const system = kernel.database.asSystem('tests read members and prove an identity')
  await sql`update session set proved_at = now() where user_id = ${t.acme.ann.id}`.execute(system)
  const { role } = (await ann().call(createRole, { body: { name: 'Desk', permissions: ['inbox.read'] } })).body
  const dee = await makeUser(kernel, t.acme.id, { firstname: 'Dee', lastname: 'Acme', role: 'agent' })
  const { rows } = await sql<{ id: string }>`
    select id from member where org_id = ${t.acme.id} and user_id = ${dee.id}`.execute(system)
  await ann().call(changeMember, { query: { memberId: rows[0]?.id ?? '' }, body: { role: role.id } })
  const { view } = (await save(runId, 'For all')).body
  expect(view.repliesTo).toMatchObject({ name: 'Payday' })
  const hidden = { queue: view.repliesTo?.queue, name: null, archived: false }
  expect((await viewsOf(dee)).find(({ id }) => id === view.id)?.repliesTo).toEqual(hidden)
  expect((await save(runId, 'Own', dee)).body.view.repliesTo).toEqual(hidden)
})

test('refuses a broadcast that does not exist, of another organization, or that is no queue', async () => {
  expect((await save(t.process.kernel.world.id())).http).toBe(404)
  expect((await save(runId, 'Theirs', t.beta.ann)).http).toBe(404)
  for (const queue of ['none', 'broadcast:1', "'; --", '']) expect((await save(queue)).http).toBe(400)
  expect(await idsIn(`broadcast:${broadcastId}`, t.beta.ann)).toEqual([])
})
