import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { defineModule } from '../module.ts'
import { makeApp } from './app.ts'

let t: TestApp
let app: Awaited<ReturnType<typeof makeApp>>
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  const files = defineModule({
    name: 'files',
    owns: [],
    hooks: async (site) => {
      site.addContentTypeParser('text/csv', (_request, body, done) => done(null, body))
      for (const takesFile of [true, false])
        site.post(takesFile ? '/file' : '/hooks/other', { config: { takesFile } }, async ({ body }) => ({
          read: await text(body instanceof Readable ? body : Readable.from([])).catch(() => null),
        }))
    },
  })
  app = await makeApp(t.process.kernel, [files], { bodyTimeoutMs: 100 })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await t.close()
})

/** Sends the beginning of a body, and returns the connection with what the server answered so far. */
function begin(path: string): { socket: Socket; answer: string[] } {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const answer: string[] = []
  socket.on('data', (piece) => answer.push(String(piece)))
  socket.on('error', () => {})
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: text/csv\r\n`)
  socket.write('content-length: 4\r\n\r\nab')
  return { socket, answer }
}

test('a file may arrive slowly, and any other body may not', async () => {
  const file = begin('/file')
  const other = begin('/hooks/other')
  await once(other.socket, 'close')
  expect(other.answer).toEqual([])
  file.socket.write('cd')
  await once(file.socket, 'close')
  expect(file.answer.join('')).toContain('{"read":"abcd"}')
})
