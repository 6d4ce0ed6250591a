import type { IncomingMessage, Notifications } from '@crewline/contract/events'
import { conversations, readConversation } from '@crewline/contract/inbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser, makeContact, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

async function requestNotifications(member: TestUser, user: unknown = { user: member.id }): Promise<Notifications> {
  const client = await t.connectClient(member)
  return client.ask<Notifications>('getNotificationsv2', user, 'notifications')
}

test('starts with no unread messages', async () => {
  expect(await requestNotifications(t.acme.ann)).toEqual({ items: [], total: 0, siblings: [] })
})

test('returns the unread conversations of the organization of the session, latest first, regardless of the user sent', async () => {
  const client = await t.connectClient(t.acme.ann)
  for (const [contact, body] of [
    [t.acme.bob, 'First'],
    [t.acme.cat, 'Second'],
    [t.acme.bob, 'Third'],
  ] as const) {
    await t.carrier.texts(contact.phone, body, t.acme.line.phone)
    await client.next<IncomingMessage>('message', (message) => message.body === body)
  }
  const notifications = await requestNotifications(t.acme.vic)
  expect(notifications).toEqual({
    items: [
      {
        contact: { id: t.acme.bob.id, firstname: 'Bob', lastname: 'Worker' },
        messageCount: 2,
        lastMessage: { id: expect.any(String) as string, preview: 'Third', at: expect.any(String) as string },
        status: 'unread',
      },
      {
        contact: { id: t.acme.cat.id, firstname: 'Cat', lastname: 'Worker' },
        messageCount: 1,
        lastMessage: expect.objectContaining({ preview: 'Second' }) as object,
        status: 'unread',
      },
    ],
    total: 2,
    siblings: [],
  })
  for (const user of [{ user: t.beta.ann.id }, null, 'x', {}])
    expect(await requestNotifications(t.acme.gus, user)).toEqual(notifications)
  expect(await requestNotifications(t.beta.ann, { user: t.acme.ann.id })).toEqual({ items: [], total: 0, siblings: [] })
})

test('previews the message of the contact instead of a later automatic answer', async () => {
  const pat = await makeContact(t.process.kernel, t.acme.id, 'Pat', '+14155550788')
  await t.carrier.texts(pat.phone, 'HELP', t.acme.line.phone)
  await t.until(async () => {
    const { body } = await t.as(t.acme.ann).call(conversations, { query: { id: pat.id, status: 'all' } })
    return body.data[0]?.lastMessage?.direction === 'out'
  })
  const item = (await requestNotifications(t.acme.ann)).items.find(({ contact }) => contact.id === pat.id)
  expect(item?.lastMessage.preview).toBe('HELP')
  await t.as(t.acme.ann).call(readConversation, { query: { id: pat.id }, body: {} })
  await t.as(t.acme.gus).call(readConversation, { query: { id: pat.id }, body: {} })
  await t.as(t.acme.vic).call(readConversation, { query: { id: pat.id }, body: {} })
})

test('no longer counts a read conversation, only for the member who read it', async () => {
  await t.as(t.acme.gus).call(readConversation, { query: { id: t.acme.bob.id }, body: {} })
  expect((await requestNotifications(t.acme.gus)).items.map((item) => item.contact.firstname)).toEqual(['Cat'])
  expect((await requestNotifications(t.acme.ann)).items.map((item) => item.contact.firstname)).toEqual(['Bob', 'Cat'])
})

test('does not answer a member without inbox access', async () => {
  const author = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Art', lastname: 'Acme', role: 'author' })
  const [art, ann] = [await t.connectClient(author), await t.connectClient(t.acme.ann)]
  art.socket.emit('getNotificationsv2', { user: author.id })
  await ann.ask('getNotificationsv2', { user: t.acme.ann.id }, 'notifications')
  expect(art.all('notifications')).toEqual([])
})

test('lists at most 50 contacts and counts at most 100', async () => {
  const { kernel } = t.process
  const { sql } = await import('kysely')
  for (let n = 0; n < 110; n++) {
    const contact = await makeContact(kernel, t.beta.id, `W${n}`, `+1415557${String(n + 1000)}`)
    const db = kernel.database.ofOrg(t.beta.id)
    await sql`insert into conversation (org_id, contact_id, last_message_id, last_direction, last_at)
      values (${t.beta.id}, ${contact.id}, ${kernel.world.id()}, 'in', now())`.execute(db)
    await sql`insert into unread (org_id, user_id, contact_id, count, last_at)
      values (${t.beta.id}, ${t.beta.ann.id}, ${contact.id}, 1, now())`.execute(db)
  }
  const notifications = await requestNotifications(t.beta.ann)
  expect([notifications.items.length, notifications.total]).toEqual([50, 100])
})
