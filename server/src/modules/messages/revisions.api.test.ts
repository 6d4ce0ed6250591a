import { conversation, conversations } from '@crewline/contract/inbox'
import { editScheduled } from '@crewline/contract/later'
import { retryMessage, sendMessage, type Message } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
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

test('revisions do not start again after a restore', async () => {
  const { id: contactId } = await someone()
  const { id } = await send(contactId)
  // The revision that the message had in the backup; the clock goes on.
  await sql`update message set revision = 7 where id = ${id}`.execute(db())
  const before = Date.now()
  await handOff(t, [id])
  expect((await read(contactId, id)).revision).toBeGreaterThan(before - 60_000)
})

test('every statement that changes a message raises its revision', async () => {
  const folder = join(import.meta.dirname, 'store')
  const sources = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  const updates = sources.flatMap((source) =>
    [...source.matchAll(/update message( m)?\s+set\s+\S+/g)].map(([start]) => start),
  )
  expect(updates.length).toBeGreaterThan(20)
  expect(updates.filter((start) => !start.endsWith('set ${raiseRevision},'))).toEqual([])
})
