import { conversation, conversations } from '@crewline/contract/inbox'
import { editScheduled } from '@crewline/contract/later'
import { retryMessage, sendMessage, type Message } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handOff, report } from '../../../test/kit/broadcast-texts.ts'
import { makeContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

// What orders the versions of a message, in answers, in lists and in live events.
let t: TestApp
beforeAll(async () => {
  // Without a sender: the test does its part.
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const ann = () => t.as(t.acme.ann)
let nth = 0
const someone = () => makeContact(t.process.kernel, t.acme.id, 'Rev', `+14155556${String((nth += 1)).padStart(3, '0')}`)
const send = async (contactId: string, later: { scheduledAt?: string } = {}) =>
  (await ann().call(sendMessage, { body: { contactId, body: 'The gate is open', ...later } })).body.message
const read = async (contactId: string, id: string) =>
  (await ann().call(conversation, { params: { id: contactId } })).body.messages.find((message) => message.id === id)!

test('a text that fails and is sent again has a greater revision after each step', async () => {
  const { id: contactId } = await someone()
  const versions: Pick<Message, 'state' | 'revision'>[] = [await send(contactId)]
  const id = (versions[0] as Message).id
  await handOff(t, [id])
  await sql`update message set retries = 9, attempts = 10, carrier_id = ${`${id}-10`} where id = ${id}`.execute(db())
  versions.push(await read(contactId, id))
  await report(t, id, 'undelivered', 10)
  versions.push(await read(contactId, id))
  versions.push((await ann().call(retryMessage, { params: { id } })).body.message)
  expect(versions.map(({ state }) => state)).toEqual(['queued', 'submitted', 'undelivered', 'queued'])
  const revisions = versions.map(({ revision }) => revision)
  expect(revisions).toEqual([...new Set(revisions)].toSorted((a, b) => a - b))
})

test('a changed time has a greater revision, in answers, live events and the conversation list', async () => {
  const { id: contactId } = await someone()
  const client = await t.connectClient(t.acme.ann)
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const sent = await send(contactId)
  const { data } = (await ann().call(conversations, { query: { pageSize: 50 } })).body
  expect(data.find(({ id }) => id === contactId)?.lastMessage).toMatchObject({ id: sent.id, revision: sent.revision })
  const later = await send(contactId, { scheduledAt: at(2) })
  const changed = (
    await ann().call(editScheduled, {
      query: { message_id: later.id, conversation_id: contactId },
      body: { scheduledAt: at(3) },
    })
  ).body.message
  expect(changed.revision).toBeGreaterThan(later.revision)
  await client.next('message-changed', { message: { id: later.id, revision: changed.revision } })
})

test('a process of a version before revisions raises them too, and they do not start again after a restore', async () => {
  const { id: contactId } = await someone()
  const { id } = await send(contactId)
  const before = Date.now()
  await sql`update message set state = 'submitting' where id = ${id}`.execute(db())
  const { revision } = await read(contactId, id)
  // The revision that the message had in the backup; the clock goes on.
  expect(revision).toBeGreaterThan(before - 60_000)
  await sql`update message set revision = 0, state = 'queued' where id = ${id}`.execute(db())
  expect((await read(contactId, id)).revision).toBeGreaterThan(revision)
})

test('revisions are counted in the partition of a new month, and of messages that moved there', async () => {
  const { id: contactId } = await someone()
  const { id } = await send(contactId)
  const moment = '2031-05-10T10:00:00Z'
  const early = sql`(select uuid_floor(${moment}::timestamptz))`
  const system = t.process.kernel.database.asSystem('the test makes a partition')
  await sql`
    insert into message (org_id, id, contact_id, direction, body, encoding, segments, phone_from, phone_to, state, at)
    select org_id, ${early}, contact_id, direction, body, encoding, segments, phone_from, phone_to, state, at from message where id = ${id}`.execute(
    db(),
  )
  await sql`select create_message_partition(${moment}::timestamptz)`.execute(system)
  await sql`update message set state = 'submitting' where id = ${early}`.execute(db())
  const { rows } = await sql<{ place: string; revision: number }>`
    select tableoid::regclass::text as place, revision from message where id = ${early}`.execute(db())
  expect(rows).toEqual([{ place: 'message_203105', revision: expect.any(Number) }])
  expect(rows[0]?.revision).toBeGreaterThan(0)
})
