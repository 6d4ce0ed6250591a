import { connect, type Socket } from 'node:net'
import { editContact } from '@crewline/contract/contacts'
import type { ContactUpdated } from '@crewline/contract/events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrg, makePerson } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { listen } from '../../../test/kit/sockets.ts'

let t: House
beforeAll(async () => {
  t = await house({ roles: 'web' })
})
afterAll(() => t.close())

const rename = (firstname: string) =>
  t.as(t.acme.ann).call(editContact, { query: { id: t.acme.dan.id }, body: { firstname } })

test('the door of the socket opens to a live session of an organization in good standing, and to nobody else', async () => {
  const { kernel, address } = t.process
  const late = await makeOrg(kernel, 'Late', 3, { standing: 'past_due' })
  for (const token of ['', 'rubbish', `Bearer ${t.acme.ann.token}`, late.ann.token])
    await expect(listen(address, token)).rejects.toThrow('session_invalid')
  const ear = await t.heard(t.acme.ann)
  expect(ear.socket.connected).toBe(true)
})

test('a browser page of another site cannot open a socket, even with a token', async () => {
  const answer = await handshake(['origin: https://evil.example'])
  expect(answer).toMatch(/^HTTP\/1\.1 (400|403)/)
  expect(await handshake([`origin: ${t.process.address}`])).toMatch(/^HTTP\/1\.1 101/)
})

test('everybody of the organization hears of a change once, in order; other organizations hear nothing', async () => {
  const [ann, gus, stranger] = [await t.heard(t.acme.ann), await t.heard(t.acme.gus), await t.heard(t.beta.ann)]
  const names = Array.from({ length: 20 }, (_, n) => `Dan ${n}`)
  for (const name of names) await rename(name)
  for (const ear of [ann, gus])
    await ear.next<ContactUpdated>('contact-updated', (one) => one.contact.firstname === 'Dan 19')
  expect(stranger.all('contact-updated')).toEqual([])
  for (const ear of [ann, gus]) {
    const heard = (ear.all('contact-updated') as ContactUpdated[]).map((one) => names.indexOf(one.contact.firstname))
    expect(heard).toEqual([...heard].sort((a, b) => a - b))
    expect(heard.length).toBeLessThanOrEqual(names.length)
  }
})

test('what one process writes is heard at another', async () => {
  const other = await t.another('web')
  const ear = await listen(other.address, t.acme.gus.token)
  await rename('Daniel')
  await ear.next<ContactUpdated>('contact-updated', (one) => one.contact.firstname === 'Daniel')
  ear.close()
})

test('an author, who may not read the inbox, hears of workers and never of texts', async () => {
  const author = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Art', lastname: 'Acme', role: 'author' })
  const [art, ann] = [await t.heard(author), await t.heard(t.acme.ann)]
  await t.carrier.texts(t.acme.bob.phone, 'For the inbox only', t.acme.line.phone)
  await ann.next('message')
  await rename('Danny')
  await art.next<ContactUpdated>('contact-updated', (one) => one.contact.firstname === 'Danny')
  expect(art.all('message')).toEqual([])
})

test('a flood of events, and events nobody knows, neither close the door nor reach anyone else', async () => {
  const ear = await t.heard(t.acme.ann)
  for (let n = 0; n < 500; n++) ear.socket.emit('getNotificationsv2', { user: t.beta.ann.id })
  for (const junk of [null, 'x', 7, [], { user: null }, Buffer.alloc(10)]) {
    ear.socket.emit('getNotificationsv2', junk)
    ear.socket.emit('message', junk)
    ear.socket.emit('join', `org:${t.beta.id}`)
  }
  await ear.next('notifications')
  await rename('Dan again')
  await ear.next<ContactUpdated>('contact-updated', (one) => one.contact.firstname === 'Dan again')
  expect(ear.all('notifications').length).toBeLessThan(60)
})

test('a word of a megabyte ends the socket that said it, and no other', async () => {
  const [loud, quiet] = [await t.heard(t.acme.ann), await t.heard(t.acme.gus)]
  const closed = new Promise((resolve) => loud.socket.once('disconnect', resolve))
  loud.socket.emit('getNotificationsv2', { user: 'x'.repeat(1_000_000) })
  await closed
  expect(quiet.socket.connected).toBe(true)
})

test('a process stops in a moment although clients hold connections, half-said requests and sockets', async () => {
  const other = await t.another('web,sender')
  const { port, hostname } = new URL(other.address)
  const held: Socket[] = []
  for (const words of [
    '',
    'GET /api/user/me HTTP/1.1\r\nhost: x\r\n',
    'POST /api/contact HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{',
    'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n',
  ]) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(words)
    held.push(socket)
  }
  const ear = await listen(other.address, t.acme.ann.token)
  const busy = fetch(`${other.address}/api/user/me`, {
    headers: { authorization: `Bearer ${t.acme.ann.token}` },
  }).catch(() => {})
  const startedAt = performance.now()
  await other.stop()
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  await busy
  ear.close()
  for (const socket of held) socket.destroy()
  await t.until(async () => {
    const left = await sql<{ n: number }>`select count(*)::int as n from line_lease where until > now()`.execute(
      t.process.kernel.database.asSystem('tests look for lines still held'),
    )
    return left.rows[0]?.n === 0
  })
})

/** The first line of the answer to a handshake written by hand. */
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
