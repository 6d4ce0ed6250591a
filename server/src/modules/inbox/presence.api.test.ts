import type { Presence } from '@crewline/contract/events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { SocketClient } from '../../../test/kit/sockets.ts'

let t: TestApp
let elsewhere: string
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  elsewhere = (await t.another('web')).address
})
afterAll(() => t.close())

const emitViewing = (client: SocketClient, contactId: string | null) => client.socket.emit('presence', { contactId })
/** Waits for the next viewer list of a conversation with exactly these members. */
const waitForViewers = (client: SocketClient, contactId: string, names: string[]) =>
  client.next<Presence>(
    'presence',
    (presence) =>
      presence.contactId === contactId && presence.viewers.map((viewer) => viewer.name).join() === names.join(),
  )

test('shares the viewers of a conversation across processes, also with later viewers', async () => {
  const { ann, gus, vic, bob, cat } = t.acme
  const [here, there] = [await t.connectClient(ann), await t.connectClient(gus, elsewhere)]
  const author = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Art', lastname: 'Acme', role: 'author' })
  const deaf = [await t.connectClient(author), await t.connectClient(t.beta.ann)]
  emitViewing(here, bob.id)
  for (const client of [here, there]) await waitForViewers(client, bob.id, ['Ann Acme'])
  emitViewing(there, bob.id)
  for (const client of [here, there]) await waitForViewers(client, bob.id, ['Ann Acme', 'Gus Acme'])
  const late = await t.connectClient(vic)
  emitViewing(late, bob.id)
  for (const client of [here, there, late]) await waitForViewers(client, bob.id, ['Ann Acme', 'Gus Acme', 'Vic Acme'])
  emitViewing(there, cat.id)
  for (const client of [here, late]) {
    await waitForViewers(client, bob.id, ['Ann Acme', 'Vic Acme'])
    await waitForViewers(client, cat.id, ['Gus Acme'])
  }
  emitViewing(here, null)
  await waitForViewers(late, bob.id, ['Vic Acme'])
  there.close()
  await waitForViewers(late, cat.id, [])
  for (const client of deaf) expect(client.all('presence')).toEqual([])
  late.close()
  await waitForViewers(here, bob.id, [])
})

test('counts two tabs of one user as one viewer until both close', async () => {
  const { ann, gus, dan } = t.acme
  const [tab, otherTab, teammate] = [await t.connectClient(ann), await t.connectClient(ann), await t.connectClient(gus)]
  emitViewing(tab, dan.id)
  emitViewing(otherTab, dan.id)
  await waitForViewers(teammate, dan.id, ['Ann Acme'])
  await waitForViewers(teammate, dan.id, ['Ann Acme'])
  tab.close()
  await waitForViewers(teammate, dan.id, ['Ann Acme'])
  emitViewing(otherTab, null)
  await waitForViewers(teammate, dan.id, [])
})

test('ignores invalid payloads and contacts that are foreign or not visible', async () => {
  const { ann, gus, bob, cat } = t.acme
  const { kernel } = t.process
  const sam = await makeUser(kernel, t.acme.id, { firstname: 'Sam', lastname: 'Acme', role: 'agent' })
  await limitTo(kernel, sam, [await makeGroup(kernel, t.acme.id, 'Mine', [bob.id])])
  const [limitedClient, wide, otherClient] = [
    await t.connectClient(sam),
    await t.connectClient(ann),
    await t.connectClient(gus),
  ]
  for (const junk of [null, 'x', 7, [], {}, { contactId: 'x' }, { contactId: t.beta.bob.id }, { contactId: cat.id }])
    limitedClient.socket.emit('presence', junk)
  emitViewing(otherClient, cat.id)
  await waitForViewers(wide, cat.id, ['Gus Acme'])
  emitViewing(limitedClient, bob.id)
  await waitForViewers(wide, bob.id, ['Sam Acme'])
  await waitForViewers(limitedClient, bob.id, ['Sam Acme'])
  expect((limitedClient.all('presence') as Presence[]).every((presence) => presence.contactId === bob.id)).toBe(true)
})
