import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPublicAddress } from './addresses.ts'
import { makeEgress, RESPONSE_MAX, urlProblemOf } from './send-outside.ts'

let server: Server
let port: number
let received: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(request.url ?? '')
    if (request.url === '/moved') response.writeHead(302, { location: `http://127.0.0.1:${port}/target` })
    if (request.url === '/large') response.write('x'.repeat(5_000_000))
    if (request.url !== '/hangs') response.end('thanks')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** A name server that gives these answers, one after the other. */
function nameServer(...answers: string[][]) {
  let at = 0
  return ((_host: string, _options: object, done: (error: null, list: object[]) => void) => {
    const addresses = answers[Math.min(at, answers.length - 1)] ?? []
    at += 1
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as never
}

test('public addresses are those that no registry reserves', () => {
  const refused = [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1'],
    ...['172.31.255.255', '192.0.0.8', '192.168.1.1', '198.18.0.1', '203.0.113.7', '224.0.0.1', '255.255.255.255'],
    ...[
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      'fe80::1',
      'fd00:ec2::254',
    ],
    ...['fc00::1', 'ff02::1', '2001:db8::1', '2001::1', '2002:7f00:1::', '3fff::1', '100::1', 'localhost', '', '1.2.3'],
  ]
  expect(refused.filter(isPublicAddress)).toEqual([])
  const allowed = [
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
    '2001:4860::8888',
  ]
  expect(allowed.filter((address) => !isPublicAddress(address))).toEqual([])
})

test('no spelling of a private host is ever connected to', async () => {
  const egress = makeEgress({ allowsPrivate: false })
  received = []
  const hosts = [
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1', '127.0.0.1.', '0', '[::1]', '[::]'],
    ...[
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[0:0:0:0:0:0:0:1]',
      'localhost',
      'LOCALHOST',
      'a.localhost',
      'x.internal',
    ],
    ...['169.254.169.254', '[fd00:ec2::254]', '１２７.0.0.1', 'printer', 'printer.local'],
  ]
  for (const host of hosts)
    for (const scheme of ['https', 'http'])
      expect({ host, ...(await egress.post(`${scheme}://${host}:${port}/hit`, {}, '{}')) }).toEqual({
        host,
        failure: 'address_refused',
      })
  for (const url of [
    'https://user:pw@example.com/',
    'ftp://example.com',
    'file:///etc/passwd',
    'https://example.com:25/',
    'x',
  ])
    expect({ url, problem: urlProblemOf(url, { allowsPrivate: false }) }).not.toEqual({ url, problem: undefined })
  expect(received).toEqual([])
  await egress.close()
})

test('a name that resolves to a private address is refused, also among public ones and on a later look-up', async () => {
  received = []
  for (const answers of [[['127.0.0.1']], [['8.8.8.8', '127.0.0.1']], [['::ffff:127.0.0.1']], [[]]]) {
    const egress = makeEgress({ allowsPrivate: false, lookup: nameServer(...answers) })
    expect(await egress.post(`https://rebind.example.com:${port}/hit`, {}, '{}')).toEqual({
      failure: 'address_refused',
    })
    await egress.close()
  }
  expect(received).toEqual([])
})

test('the address that was checked is the one connected to: a name is looked up once for each connection', async () => {
  received = []
  let count = 0
  const lookup = ((_host: string, _options: object, done: (error: null, list: object[]) => void) => {
    count += 1
    // The second look-up would lead elsewhere, as a rebinding name server does.
    done(null, [{ address: count === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }])
  }) as never
  const egress = makeEgress({ allowsPrivate: true, lookup })
  expect(await egress.post(`http://once.example.com:${port}/hit`, {}, '{}')).toMatchObject({ http: 200 })
  expect({ count, received }).toEqual({ count: 1, received: ['/hit'] })
  await egress.close()
})

test('redirects are not followed, and long responses are cut', async () => {
  const egress = makeEgress({ allowsPrivate: true })
  received = []
  expect(await egress.post(`http://127.0.0.1:${port}/moved`, {}, '{}')).toMatchObject({ http: 302 })
  expect(received).toEqual(['/moved'])
  const large = await egress.post(`http://127.0.0.1:${port}/large`, {}, '{}')
  expect('body' in large && large.body.length).toBe(RESPONSE_MAX)
  expect(await egress.post('http://127.0.0.1:1/', {}, '{}')).toEqual({ failure: 'unreachable' })
  await egress.close()
})
