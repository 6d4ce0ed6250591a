import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cutUnfinished } from './unfinished.ts'

const server = createServer((request, answer) => {
  cutUnfinished(request, 150)
  request.resume().once('end', () => setTimeout(() => answer.end('done'), 300))
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** What the server answers to these bytes until it closes the connection. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  socket.on('data', (part) => (answer += String(part)))
  socket.on('error', () => {})
  socket.write(bytes)
  await once(socket, 'close')
  return answer
}

const HEAD = 'POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n'

test('closes the connection of a request whose body never ends', async () => {
  expect(await exchange(`${HEAD}content-length: 100\r\n\r\n{`)).toBe('')
  expect(await exchange(`${HEAD}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`)).toBe('')
})

test('leaves a complete request alone, however long its answer takes', async () => {
  expect(await exchange(`${HEAD}content-length: 2\r\n\r\n{}`)).toContain('done')
})
