import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeUser } from '../../../test/kit/cast.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { Tx } from '../../kernel/scope.ts'
import { publishConversationChanges } from '../conversations/index.ts'
import {
  InternalMessagesAdded,
  MessageChanged,
  MessageReceived,
  MessagesQueued,
  MessageStatusChanged,
} from './events.ts'

const MANY = 201

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const publish = (work: (tx: Tx) => void) => systemScope(t.process.kernel, t.acme).tx(async (tx) => work(tx))

/** Writes messages of Bob and returns their ids. */
async function writeMessages(count: number, direction: 'in' | 'out'): Promise<string[]> {
  const ids = Array.from({ length: count }, () => t.process.kernel.world.id())
  await sql`
    insert into message (org_id, id, contact_id, direction, kind, body, encoding, segments, line_id, phone_from, phone_to, state, at)
    select ${t.acme.id}, id, ${t.acme.bob.id}, ${direction}, 'text', 'Hi', 'GSM-7', 1, ${t.acme.line.id}, ${t.acme.bob.phone}, ${t.acme.bob.phone},
      ${direction === 'in' ? 'received' : 'sent'}, now() from unnest(${ids}::uuid[]) id`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  return ids
}

describe('socket events of many changes', () => {
  test.each([MessagesQueued, InternalMessagesAdded, MessageChanged, MessageStatusChanged])(
    'say that much changed instead of dropping some: $name',
    async (event) => {
      const client = await t.connectClient(t.acme.ann)
      const ids = await writeMessages(MANY, 'out')
      await publish((tx) => tx.publish(event, { ids }))
      expect(await client.next('conversations-updated')).toEqual({})
    },
  )

  test('say that many conversations changed', async () => {
    const client = await t.connectClient(t.acme.ann)
    const contactIds = Array.from({ length: MANY }, () => t.process.kernel.world.id())
    await publish((tx) => publishConversationChanges(tx, contactIds))
    expect(await client.next('conversations-updated')).toEqual({})
  })

  test('reach members who see only some contacts', async () => {
    const kim = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Kim', lastname: 'Acme', role: 'agent' })
    await limitTo(t.process.kernel, kim, [])
    const client = await t.connectClient(kim)
    const contactIds = Array.from({ length: MANY }, () => t.process.kernel.world.id())
    await publish((tx) => publishConversationChanges(tx, contactIds))
    expect(await client.next('conversations-updated')).toEqual({})
  })

  test('still show each inbound message', async () => {
    const client = await t.connectClient(t.acme.ann)
    const ids = await writeMessages(MANY, 'in')
    await publish((tx) => tx.publish(MessageReceived, { ids }))
    const shown = new Set<string>()
    const isNew = ({ id }: { id: string }) => !shown.has(id)
    while (shown.size < MANY) shown.add((await client.next('message', isNew)).id)
    expect([...shown].sort()).toEqual(ids.sort())
  })

  test('carry the states of a few messages without their content', async () => {
    const client = await t.connectClient(t.acme.ann)
    const [id] = await writeMessages(1, 'out')
    await publish((tx) => tx.publish(MessageStatusChanged, { ids: [id as string] }))
    const { items } = await client.next<{ items: object[] }>('message-status', { items: [{ messageId: id }] })
    const state = { state: 'sent', revision: 0, errorCode: null, reason: null }
    expect(items).toEqual([{ messageId: id, contactId: t.acme.bob.id, ...state }])
  })
})
