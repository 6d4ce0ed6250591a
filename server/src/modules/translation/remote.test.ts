import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { deepL, libreTranslate, openAiLike } from './remote.ts'

// Each service is a small server that speaks its protocol.

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

interface ReceivedRequest {
  path: string
  headers: IncomingMessage['headers']
  body: string
}

async function service(
  answer: (handled: ReceivedRequest) => { status?: number; body: object },
): Promise<{ url: string; requests: ReceivedRequest[] }> {
  const requests: ReceivedRequest[] = []
  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const received = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
      }
      requests.push(received)
      const { status = 200, body } = answer(received)
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

const wish = { text: 'Start at ⟦0⟧', from: 'en-US', to: 'es' }

test('translates with LibreTranslate', async () => {
  const { url, requests } = await service(() => ({ body: { translatedText: 'Empieza a las ⟦0⟧' } }))
  expect(await libreTranslate({ url, key: 'secret' }).translate(wish)).toBe('Empieza a las ⟦0⟧')
  expect([requests[0]?.path, JSON.parse(requests[0]?.body ?? '')]).toEqual([
    '/translate',
    { q: wish.text, source: 'en', target: 'es', format: 'text', api_key: 'secret' },
  ])
})

test('translates with DeepL through its SDK', async () => {
  const { url, requests } = await service(() => ({
    body: { translations: [{ detected_source_language: 'EN', text: 'Empieza a las ⟦0⟧' }] },
  }))
  expect(await deepL({ key: 'k:fx', url }).translate(wish)).toBe('Empieza a las ⟦0⟧')
  expect(requests[0]?.path).toBe('/v2/translate')
  expect(requests[0]?.headers.authorization).toBe('DeepL-Auth-Key k:fx')
})

test('translates with an OpenAI-compatible service through the SDK', async () => {
  const { url, requests } = await service(() => ({
    body: {
      id: '1',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Empieza a las ⟦0⟧' } }],
    },
  }))
  expect(await openAiLike({ url: `${url}/v1`, key: 'k', model: 'm' }).translate(wish)).toBe('Empieza a las ⟦0⟧')
  expect(requests[0]?.path).toBe('/v1/chat/completions')
  expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ model: 'm', temperature: 0 })
})

test.each([
  ['an error', { status: 500, body: {} }],
  ['no words', { body: { translatedText: '' } }],
  ['something else', { body: { hello: 1 } }],
])('rejects a response with %s', async (_description, reply) => {
  const { url } = await service(() => reply)
  await expect(libreTranslate({ url, key: undefined }).translate(wish)).rejects.toThrow(/translat/i)
})
