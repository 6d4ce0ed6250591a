import { readBroadcast } from '@crewline/contract/broadcasts'
import { mergeContacts, undoMerge } from '@crewline/contract/privacy'
import { countRecipients } from '@crewline/contract/recipients'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginBroadcast, handOff, report } from '../../../test/kit/broadcast-texts.ts'
import { hire, workOnBroadcasts } from '../../../test/kit/broadcasts.ts'
import { limitTo, makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { FlowAnswered } from '../flows/index.ts'

// Broadcasts of people who are merged into another contact before or while they get it.
let t: TestApp
beforeAll(async () => {
  // Without a sender: the test does its part.
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const read = async (id: string) => (await t.as(t.acme.ann).call(readBroadcast, { params: { id } })).body.broadcast
const merge = async (keepId: string, otherId: string): Promise<string> => {
  const merged = await t.as(t.acme.ann).call(mergeContacts, { body: { keepId, otherId, take: [] } })
  expect(merged.http).toBe(200)
  return merged.body.mergeId
}
const rowsOf = async (broadcastId: string) => {
  const { rows } = await sql<{ contactId: string; state: string; answered: boolean }>`
    select p.contact_id as "contactId", p.state, p.answered_at is not null as answered
    from broadcast_recipient p join broadcast_run r on r.id = p.run_id where r.broadcast_id = ${broadcastId}`.execute(
    db(),
  )
  return rows
}
const answer = async (broadcastId: string, contactId: string) => {
  const run = (await read(broadcastId)).run?.id ?? ''
  const { rows } = await sql<{ id: string }>`select flow_id as id from broadcast_run where id = ${run}`.execute(db())
  await systemScope(t.process.kernel, t.acme).tx(async (tx) =>
    tx.publish(FlowAnswered, { flowId: rows[0]?.id ?? '', contactIds: [contactId], sessionIds: [] }),
  )
  await workOnBroadcasts(t)
}

test('ends after the last text of a person who was merged while it waited', async () => {
  const { id, crew, textIds } = await beginBroadcast(t, 1)
  const [kept] = await hire(t, 1)
  await merge(kept!.id, crew[0]!.id)
  await handOff(t, textIds)
  await report(t, textIds[0]!, 'delivered')
  await workOnBroadcasts(t)
  expect(await read(id)).toMatchObject({ state: 'sent', counts: { waiting: 0, delivered: 1 } })
  expect(await rowsOf(id)).toEqual([{ contactId: kept!.id, state: 'delivered', answered: false }])
})

test('ends also when both contacts get a text', async () => {
  const { id, crew, textIds } = await beginBroadcast(t, 2)
  await merge(crew[0]!.id, crew[1]!.id)
  await handOff(t, textIds)
  for (const text of textIds) await report(t, text, 'delivered')
  await workOnBroadcasts(t)
  expect(await read(id)).toMatchObject({ state: 'sent', counts: { waiting: 0, delivered: 2 } })
})

test('counts the answer of a person who was merged, once or for both contacts, and keeps it when that is undone', async () => {
  const asked = { kind: 'acknowledgement' as const, acknowledgement: { remindAfterMinutes: [60] } }
  const { id, crew } = await beginBroadcast(t, 1, asked)
  const both = await beginBroadcast(t, 2, asked)
  const [kept] = await hire(t, 1)
  const mergeId = await merge(kept!.id, crew[0]!.id)
  await merge(both.crew[0]!.id, both.crew[1]!.id)
  await answer(id, kept!.id)
  await answer(both.id, both.crew[0]!.id)
  expect((await read(id)).counts).toMatchObject({ recipients: 1, answered: 1 })
  expect((await read(both.id)).counts).toMatchObject({ recipients: 2, answered: 2 })
  expect((await t.as(t.acme.ann).call(undoMerge, { params: { id: mergeId } })).http).toBe(200)
  expect(await rowsOf(id)).toEqual([expect.objectContaining({ contactId: crew[0]!.id, answered: true })])
})

test('leaves out, and chooses, the contact into which a named one was merged, also for members of some groups', async () => {
  const [named, kept, other] = await hire(t, 3)
  const { kernel } = t.process
  const groupId = await makeGroup(kernel, t.acme.id, 'Merged crew', [kept!.id, other!.id])
  const max = await makeUser(kernel, t.acme.id, { firstname: 'Max', lastname: 'Acme', role: 'manager' })
  await limitTo(kernel, max, [groupId])
  await merge(kept!.id, named!.id)
  const count = async (user: TestUser, audience: object) =>
    (await t.as(user).call(countRecipients, { body: { audience } })).body.count.recipients
  for (const user of [t.acme.ann, max]) {
    expect(await count(user, { groupIds: [groupId], exclude: { contactIds: [named!.id] } })).toBe(1)
    expect(await count(user, { contactIds: [named!.id] })).toBe(1)
  }
})
