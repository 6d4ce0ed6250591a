import type { IncomingMessage, Notifications } from '@crewline/contract/events'
import { conversations, readConversation } from '@crewline/contract/inbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson, makeWorker, type Person } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'

let t: House
beforeAll(async () => {
  t = await house({ roles: 'web' })
})
afterAll(() => t.close())

async function ask(person: Person, user: unknown = { user: person.id }): Promise<Notifications> {
  const ear = await t.heard(person)
  ear.socket.emit('getNotificationsv2', user)
  return ear.next<Notifications>('notifications')
}

test('nobody has unread messages at first', async () => {
  expect(await ask(t.acme.ann)).toEqual({ items: [], total: 0, siblings: [] })
})

test('whoever asks hears of the unread conversations of their organization, latest first, whoever they say they are', async () => {
  const ear = await t.heard(t.acme.ann)
  for (const [worker, body] of [
    [t.acme.bob, 'First'],
    [t.acme.cat, 'Second'],
    [t.acme.bob, 'Third'],
  ] as const) {
    await t.carrier.texts(worker.phone, body, t.acme.line.phone)
    await ear.next<IncomingMessage>('message', (one) => one.body === body)
  }
  const heard = await ask(t.acme.vic)
  expect(heard).toEqual({
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
  for (const user of [{ user: t.beta.ann.id }, null, 'x', {}]) expect(await ask(t.acme.gus, user)).toEqual(heard)
  expect(await ask(t.beta.ann, { user: t.acme.ann.id })).toEqual({ items: [], total: 0, siblings: [] })
})

test('what the organization answered by itself is not what is new: the words of the worker are', async () => {
  const pat = await makeWorker(t.process.kernel, t.acme.id, 'Pat', '+14155550788')
  await t.carrier.texts(pat.phone, 'HELP', t.acme.line.phone)
  await t.until(async () => {
    const { body } = await t.as(t.acme.ann).call(conversations, { query: { id: pat.id, status: 'all' } })
    return body.data[0]?.lastMessage?.direction === 'out'
  })
  const item = (await ask(t.acme.ann)).items.find(({ contact }) => contact.id === pat.id)
  expect(item?.lastMessage.preview).toBe('HELP')
  await t.as(t.acme.ann).call(readConversation, { query: { id: pat.id }, body: {} })
  await t.as(t.acme.gus).call(readConversation, { query: { id: pat.id }, body: {} })
  await t.as(t.acme.vic).call(readConversation, { query: { id: pat.id }, body: {} })
})

test('what is read is not counted any more for who read it', async () => {
  await t.as(t.acme.gus).call(readConversation, { query: { id: t.acme.bob.id }, body: {} })
  expect((await ask(t.acme.gus)).items.map((one) => one.contact.firstname)).toEqual(['Cat'])
  expect((await ask(t.acme.ann)).items.map((one) => one.contact.firstname)).toEqual(['Bob', 'Cat'])
})

test('who may not read the inbox gets no answer', async () => {
  const author = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Art', lastname: 'Acme', role: 'author' })
  const [art, ann] = [await t.heard(author), await t.heard(t.acme.ann)]
  art.socket.emit('getNotificationsv2', { user: author.id })
  ann.socket.emit('getNotificationsv2', { user: t.acme.ann.id })
  await ann.next('notifications')
  expect(art.all('notifications')).toEqual([])
})

test('names at most fifty and counts at most a hundred', async () => {
  const { kernel } = t.process
  const { sql } = await import('kysely')
  for (let n = 0; n < 110; n++) {
    const worker = await makeWorker(kernel, t.beta.id, `W${n}`, `+1415557${String(n + 1000)}`)
    const db = kernel.database.ofOrg(t.beta.id)
    await sql`insert into conversation (org_id, contact_id, last_message_id, last_direction, last_at)
      values (${t.beta.id}, ${worker.id}, ${kernel.world.id()}, 'in', now())`.execute(db)
    await sql`insert into unread (org_id, person_id, contact_id, count, last_at)
      values (${t.beta.id}, ${t.beta.ann.id}, ${worker.id}, 1, now())`.execute(db)
  }
  const heard = await ask(t.beta.ann)
  expect([heard.items.length, heard.total]).toEqual([50, 100])
})
