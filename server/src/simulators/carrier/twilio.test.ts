import twilio from 'twilio'
import type RequestClient from 'twilio/lib/base/RequestClient.js'
import type responses from 'twilio/lib/http/response.js'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startWorld, until, contactPhone } from './test-world.ts'
import type { World } from './test-world.ts'

const line = '+15550109000'
const sid = `AC${'0'.repeat(32)}`
const token = 'auth-token-1'

/** Twilio's own HTTP client, redirected to the simulator's address. */
class RedirectedClient extends twilio.RequestClient {
  readonly base: string
  constructor(base: string) {
    super()
    this.base = base
  }
  override request<TData>(options: RequestClient.RequestOptions<TData>): Promise<responses.default<TData>> {
    return super.request({ ...options, uri: options.uri.replace('https://api.twilio.com', this.base) })
  }
}

let world: World
let client: ReturnType<typeof twilio>
beforeEach(async () => {
  world = await startWorld()
  await world.simulator.call('PUT', `/control/numbers/${line}`, {
    ...{ dialect: 'twilio', account: sid, key: token, secret: token },
    inboundUrl: `${world.receiver.url}/hooks/twilio/inbound`,
  })
  client = twilio(sid, token, { httpClient: new RedirectedClient(world.simulator.url) })
})
afterEach(() => world.close())

const formsAt = (path: string): Record<string, string>[] =>
  world.receiver.received
    .filter((request) => request.path === path)
    .map((request) => Object.fromEntries(new URLSearchParams(request.rawBody)))

function allValid(path: string): boolean {
  return world.receiver.received
    .filter((request) => request.path === path)
    .every(({ headers, rawBody }) => {
      const form = Object.fromEntries(new URLSearchParams(rawBody))
      const url = world.receiver.url + path
      return twilio.validateRequest(token, String(headers['x-twilio-signature']), url, form)
    })
}

it('accepts a text from the official SDK and reports it by callbacks that pass the SDK signature check', async () => {
  const path = '/hooks/twilio/status?m=1'
  const statusCallback = world.receiver.url + path
  const message = await client.messages.create({
    from: line,
    to: contactPhone,
    body: 'Hello ñ',
    statusCallback,
    validityPeriod: 3600,
  })
  expect(message.sid).toMatch(/^SM[0-9a-f]{32}$/)
  expect([message.status, message.numSegments, message.errorCode]).toEqual(['queued', '1', null])
  expect(Math.abs(message.dateCreated.getTime() - Date.now())).toBeLessThan(60_000)

  await until(() => formsAt(path).length === 3)
  expect(formsAt(path).map((form) => form.MessageStatus)).toEqual(['queued', 'sent', 'delivered'])
  expect(formsAt(path)[0]).toMatchObject({ MessageSid: message.sid, To: contactPhone, From: line, AccountSid: sid })
  expect(allValid(path)).toBe(true)
  expect((await client.messages(message.sid).fetch()).status).toBe('delivered')
})

it('lists messages over several pages', async () => {
  for (const body of ['one', 'two', 'three']) await client.messages.create({ from: line, to: contactPhone, body })
  await client.messages.create({ from: line, to: '+15550102222', body: 'other' })
  const messages = await client.messages.list({ to: contactPhone, from: line, dateSent: new Date(), pageSize: 2 })
  expect(messages.map((message) => message.body)).toEqual(['three', 'two', 'one'])
})

it('posts a typed text as a signed form', async () => {
  const path = '/hooks/twilio/inbound'
  await world.simulator.call('POST', `/control/handsets/${contactPhone}/texts`, { to: line, body: 'STOP & más 👋' })
  await until(() => formsAt(path).length === 1)
  expect(formsAt(path)[0]).toMatchObject({
    From: contactPhone,
    To: line,
    Body: 'STOP & más 👋',
    NumMedia: '0',
    NumSegments: '1',
  })
  expect(allValid(path)).toBe(true)
})

it('refuses as Twilio does', async () => {
  const stranger = twilio(sid, 'wrong', { httpClient: new RedirectedClient(world.simulator.url) })
  await expect(stranger.messages.create({ from: line, to: contactPhone, body: 'Hi' })).rejects.toMatchObject({
    status: 401,
    code: 20003,
  })
  await expect(client.messages.create({ from: line, to: '5', body: 'Hi' })).rejects.toMatchObject({
    status: 400,
    code: 21211,
  })
  await expect(client.messages(`SM${'f'.repeat(32)}`).fetch()).rejects.toMatchObject({ status: 404, code: 20404 })
  await world.simulator.call('PATCH', '/control/carrier', { mode: 'busy429' })
  await expect(client.messages.create({ from: line, to: contactPhone, body: 'Hi' })).rejects.toMatchObject({
    status: 429,
    code: 20429,
  })
})
