import { connect, type Socket } from 'node:net'
import { editContact } from '@crewline/contract/contacts'
import type { ContactUpdated } from '@crewline/contract/events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { listen } from '../../../test/kit/sockets.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const rename = (firstname: string) =>
  t.as(t.acme.ann).call(editContact, { query: { id: t.acme.dan.id }, body: { firstname } })

test('opens a socket only for a live session', async () => {
  const { address } = t.process
  for (const token of ['', 'rubbish', `Bearer ${t.acme.ann.token}`])
    await expect(listen(address, token)).rejects.toThrow('session_invalid')
  const client = await t.connectClient(t.acme.ann)
  expect(client.socket.connected).toBe(true)
})

test('rejects a socket from a page of another site, even with a token', async () => {
  const answer = await handshake(['origin: https://evil.example'])
  expect(answer).toMatch(/^HTTP\/1\.1 (400|403)/)
  expect(await handshake([`origin: ${t.process.address}`])).toMatch(/^HTTP\/1\.1 101/)
})

test('sends a change once and in order to all members of the organization, and to no other organization', async () => {
  const [ann, gus, stranger] = [
    await t.connectClient(t.acme.ann),
    await t.connectClient(t.acme.gus),
    await t.connectClient(t.beta.ann),
  ]
  const names = Array.from({ length: 20 }, (_, n) => `Dan ${n}`)
  for (const name of names) await rename(name)
  for (const client of [ann, gus])
    await client.next<ContactUpdated>('contact-updated', (event) => event.contact.firstname === 'Dan 19')
  expect(stranger.all('contact-updated')).toEqual([])
  for (const client of [ann, gus]) {
    const order = (client.all('contact-updated') as ContactUpdated[]).map((event) =>
      names.indexOf(event.contact.firstname),
    )
    expect(order).toEqual([...order].sort((a, b) => a - b))
    expect(order.length).toBeLessThanOrEqual(names.length)
  }
})

test('delivers what another process wrote', async () => {
  const otherProcess = await t.another('web')
  const client = await t.connectClient(t.acme.gus, otherProcess.address)
  await rename('Daniel')
  await client.next<ContactUpdated>('contact-updated', (event) => event.contact.firstname === 'Daniel')
})

test('sends contact changes but no messages to an author, who may not read the inbox', async () => {
  const author = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Art', lastname: 'Acme', role: 'author' })
  const [art, ann] = [await t.connectClient(author), await t.connectClient(t.acme.ann)]
  await t.carrier.texts(t.acme.bob.phone, 'For the inbox only', t.acme.line.phone)
  await ann.next('message', { body: 'For the inbox only' })
  await rename('Danny')
  await art.next<ContactUpdated>('contact-updated', (event) => event.contact.firstname === 'Danny')
  expect(art.all('message')).toEqual([])
})

test('stays open during a flood of events and unknown events, without affecting other sockets', async () => {
  const client = await t.connectClient(t.acme.ann)
  const startedAt = performance.now()
  for (let n = 0; n < 500; n++) client.socket.emit('getNotificationsv2', { user: t.beta.ann.id })
  for (const junk of [null, 'x', 7, [], { user: null }, Buffer.alloc(10)]) {
    client.socket.emit('getNotificationsv2', junk)
    client.socket.emit('message', junk)
    client.socket.emit('join', `org:${t.beta.id}`)
  }
  await client.next('notifications', { siblings: [] })
  await rename('Dan again')
  await client.next<ContactUpdated>('contact-updated', (event) => event.contact.firstname === 'Dan again')
  // Twenty a second, on a busy machine for several seconds.
  const seconds = Math.ceil((performance.now() - startedAt) / 1_000)
  expect(client.all('notifications').length).toBeLessThanOrEqual(20 * (seconds + 1))
})

test('closes only the socket that sends a megabyte', async () => {
  const [loud, quiet] = [await t.connectClient(t.acme.ann), await t.connectClient(t.acme.gus)]
  const closed = new Promise((resolve) => loud.socket.once('disconnect', resolve))
  loud.socket.emit('getNotificationsv2', { user: 'x'.repeat(1_000_000) })
  await closed
  expect(quiet.socket.connected).toBe(true)
})

test('stops within a moment despite open connections, half-sent requests and sockets', async () => {
  const otherProcess = await t.another('web,sender')
  const { port, hostname } = new URL(otherProcess.address)
  const held: Socket[] = []
  for (const payload of [
    '',
    'GET /api/user/me HTTP/1.1\r\nhost: x\r\n',
    'POST /api/contact HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{',
    'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n',
  ]) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(payload)
    held.push(socket)
  }
  const client = await listen(otherProcess.address, t.acme.ann.token)
  const busy = fetch(`${otherProcess.address}/api/user/me`, {
    headers: { authorization: `Bearer ${t.acme.ann.token}` },
  }).catch(() => {})
  // Without its deadline it would wait for as long as these connections stay open.
  await otherProcess.stop()
  await busy
  client.close()
  for (const socket of held) socket.destroy()
  await t.until(async () => {
    const leases = await sql<{ n: number }>`select count(*)::int as n from line_lease where until > now()`.execute(
      t.process.kernel.database.asSystem('tests look for lines still held'),
    )
    return leases.rows[0]?.n === 0
  })
})

/** Returns the status line of the response to a handwritten handshake. */
function handshake(headers: string[]): Promise<string> {
  const { port, hostname, host } = new URL(t.process.address)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.once('data', (bytes) => {
      resolve(String(bytes).split('\r\n')[0] ?? '')
      socket.destroy()
    })
    socket.on('error', reject)
    socket.write(
      [
        `GET /ws?EIO=4&transport=websocket&token=${t.acme.ann.token} HTTP/1.1`,
        `host: ${host}`,
        'connection: Upgrade',
        'upgrade: websocket',
        'sec-websocket-version: 13',
        'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
        ...headers,
        '',
        '',
      ].join('\r\n'),
    )
  })
}
