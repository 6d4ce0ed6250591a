import type { Typing } from '@crewline/contract/events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { SocketClient } from '../../../test/kit/sockets.ts'

let t: TestApp
let elsewhere: string
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  elsewhere = (await t.another('web')).address
})
afterAll(() => t.close())

const write = (client: SocketClient, contactId: string, isTyping = true) =>
  client.socket.emit('typing', { contactId, isTyping })
const typingEvents = (client: SocketClient) => client.all('typing') as Typing[]

test('sends typing to members with inbox access in every process, but not to the sending tab', async () => {
  const { ann, gus, vic, bob } = t.acme
  const author = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Art', lastname: 'Acme', role: 'author' })
  const [tab, otherTab, viewer, agent] = [
    await t.connectClient(ann),
    await t.connectClient(ann),
    await t.connectClient(vic),
    await t.connectClient(gus, elsewhere),
  ]
  const deaf = [
    await t.connectClient(author),
    await t.connectClient(t.beta.ann),
    await t.connectClient(t.beta.gus, elsewhere),
  ]
  write(tab, bob.id)
  for (const client of [otherTab, viewer, agent])
    expect(await client.next<Typing>('typing', { contactId: bob.id })).toEqual({
      contactId: bob.id,
      user: 'Ann Acme',
      userId: ann.id,
      isTyping: true,
      at: expect.any(String) as string,
    })
  write(tab, bob.id, false)
  for (const client of [otherTab, viewer, agent]) await client.next('typing', { contactId: bob.id, isTyping: false })
  for (const client of [tab, ...deaf]) expect(typingEvents(client)).toEqual([])
})

test('ignores members who may not reply, contacts of other organizations, and invalid payloads', async () => {
  const [viewer, agent, owner] = [
    await t.connectClient(t.acme.vic),
    await t.connectClient(t.acme.gus),
    await t.connectClient(t.acme.ann),
  ]
  write(viewer, t.acme.bob.id)
  write(agent, t.beta.bob.id)
  for (const junk of [null, 'x', 7, [], {}, { contactId: 'x', isTyping: true }, { contactId: t.acme.bob.id }])
    agent.socket.emit('typing', junk)
  agent.socket.emit('typing', { contactId: t.acme.cat.id, isTyping: true, user: 'Somebody Else', userId: 'x' })
  await owner.next('typing', { contactId: t.acme.cat.id, user: 'Gus Acme' })
  expect(typingEvents(owner)).toHaveLength(1)
})

test('throttles typing to one event every two seconds per socket and contact; stops are immediate', async () => {
  const [writer, reader] = [await t.connectClient(t.acme.gus), await t.connectClient(t.acme.ann)]
  const { bob, dan } = t.acme
  for (let n = 0; n < 6; n++) write(writer, bob.id)
  await reader.next('typing', { contactId: bob.id })
  write(writer, dan.id)
  await reader.next<Typing>('typing', (typing) => typing.contactId === dan.id)
  write(writer, bob.id, false)
  await reader.next<Typing>('typing', (typing) => !typing.isTyping)
  expect(typingEvents(reader).map(({ contactId, isTyping }) => [contactId, isTyping])).toEqual([
    [bob.id, true],
    [dan.id, true],
    [bob.id, false],
  ])
  await new Promise((resolve) => setTimeout(resolve, 2_100))
  write(writer, bob.id)
  await reader.next<Typing>('typing', (typing) => typing.isTyping && typing.contactId === bob.id)
  expect(typingEvents(reader)).toHaveLength(4)
})
