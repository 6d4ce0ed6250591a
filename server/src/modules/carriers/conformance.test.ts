import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startCarrier, type TestCarrier } from '../../../test/kit/carrier.ts'
import { KINDS, native } from '../../../test/kit/carrier-kinds.ts'
import { realWorld } from '../../kernel/world.ts'
import type { Carrier, CarrierEvent, HookRequest, Submission } from './carrier.ts'
import { simulatedCarrier } from './simulated/adapter.ts'

describe.each(KINDS)('the promise of $name', (kind) => {
  let outside: TestCarrier
  let carrier: Carrier
  let receiver: Server
  let callbacks: string
  const called: { path: string; headers: IncomingHttpHeaders; raw: Buffer }[] = []

  beforeAll(async () => {
    outside = await startCarrier()
    carrier = kind.make(outside.url)
    receiver = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        called.push({ path: request.url ?? '', headers: request.headers, raw: Buffer.concat(parts) })
        response.end()
      })
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    callbacks = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    await carrier.setUp?.(kind.account, { phone: kind.line, label: 'Main', inboundUrl: `${callbacks}/in` })
  })
  afterEach(() => outside.behaves({ mode: 'ok', latencyMs: 0, receiptDelayMs: 0 }))
  afterAll(async () => {
    receiver.closeAllConnections()
    receiver.close()
    await outside.close()
  })

  let nth = 0
  const text = (more: Partial<Submission> = {}): Submission => {
    const reference = `ref-${nth++}`
    return {
      reference,
      from: kind.line,
      to: '+14155550191',
      body: `Text ${nth}`,
      mediaUrls: [],
      callbackUrl: `${callbacks}/status/${reference}`,
      validitySeconds: 3_600,
      ...more,
    }
  }
  const submit = (more?: Partial<Submission>, timeoutMs = 5_000, account = kind.account) =>
    carrier.submit(account, text(more), timeoutMs)
  const hear = (url: string, call: { body: string; headers: Record<string, string> }) =>
    carrier.hear(kind.account, { url, headers: call.headers, raw: Buffer.from(call.body) })
  const bodies = async () => (await outside.sent()).map((one) => one.body)
  async function until<T>(what: () => T | undefined | false): Promise<T> {
    for (let tries = 0; tries < 500; tries++) {
      const found = what()
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error('it did not happen')
  }
  /** Real calls of the carrier to one path, as we understand them. */
  const heardAt = (path: string): CarrierEvent[] =>
    called
      .filter((one) => one.path === path)
      .flatMap((one) => {
        const request: HookRequest = {
          url: callbacks + path,
          headers: one.headers as Record<string, string>,
          raw: one.raw,
        }
        const events = carrier.hear(kind.account, request)
        return events === 'forged' ? [] : events
      })

  test('a text taken is accepted with its id and arrives as it was written', async () => {
    for (const body of ['Hello', 'ñ € 😀 & = + % \n new line', '漢字'.repeat(100), ' spaces kept ']) {
      const outcome = await submit({ body })
      expect(outcome).toEqual({ kind: 'accepted', carrierId: expect.stringMatching(kind.accepted) as string })
      expect((await outside.sent()).at(-1)).toMatchObject({ from: kind.line, to: '+14155550191', body })
    }
  })

  test('its receipts come to its own address, signed, each state as ours', async () => {
    const said = text()
    const outcome = await carrier.submit(kind.account, said, 5_000)
    const path = new URL(said.callbackUrl).pathname
    await until(() => heardAt(path).some((one) => one.kind === 'status' && one.state === 'delivered'))
    const id = outcome.kind === 'accepted' ? outcome.carrierId : ''
    for (const event of heardAt(path)) expect(event).toMatchObject({ kind: 'status', carrierId: id, errorCode: null })
    expect(heardAt(path)).toHaveLength(called.filter((one) => one.path === path).length)
  })

  test.each([
    ['landline', '21614'],
    ['not_in_use', '21211'],
    ['opted_out', '21610'],
  ])('a phone that is %s is refused for good, with the code', async (delivery, code) => {
    const to = '+14155550192'
    await submit({ to })
    await outside.phone(to, { delivery })
    expect(await submit({ to })).toEqual({ kind: 'refused', code })
    await outside.phone(to, { delivery: 'ok' })
  })

  test('a text it cannot take is refused, not unknown', async () => {
    expect(await submit({ to: '12' })).toEqual({ kind: 'refused', code: '21211' })
    expect(await submit({ from: '+13125550999' })).toEqual({ kind: 'refused', code: '21606' })
    expect(await submit({ body: 'a'.repeat(1_601) })).toEqual({ kind: 'refused', code: '21617' })
  })

  test('a filtered text is accepted first and reported undelivered with the code', async () => {
    const to = '+14155550193'
    await submit({ to })
    await outside.phone(to, { delivery: 'filtered' })
    const said = text({ to })
    expect((await carrier.submit(kind.account, said, 5_000)).kind).toBe('accepted')
    await until(() =>
      heardAt(new URL(said.callbackUrl).pathname).some(
        (one) => one.kind === 'status' && one.state === 'undelivered' && one.errorCode === '30007',
      ),
    )
  })

  test('busy is not accepted, and says when to come back', async () => {
    await outside.behaves({ mode: 'busy429' })
    expect(await submit({ body: 'Busy' })).toEqual({ kind: 'not_accepted', why: 'busy', retryAfterMs: 2_000 })
    expect(await bodies()).not.toContain('Busy')
  })

  test('a wrong key is not accepted, for the account, and a key put right works at once', async () => {
    const wrong = { ...kind.account, key: 'e'.repeat(32) }
    expect(await submit({ body: 'Wrong key' }, 5_000, wrong)).toEqual({
      kind: 'not_accepted',
      why: 'account',
      retryAfterMs: null,
    })
    expect((await submit({ body: 'Right key' })).kind).toBe('accepted')
    expect(await bodies()).not.toContain('Wrong key')
  })

  test('an outage after the request was written is unknown', async () => {
    await outside.behaves({ mode: 'outage' })
    expect((await submit()).kind).toBe('unknown')
  })

  test('a connection lost after the text was taken is unknown: it may have gone, and here it has', async () => {
    await outside.behaves({ mode: 'accept_then_drop' })
    expect((await submit({ body: 'Dropped' })).kind).toBe('unknown')
    expect(await bodies()).toContain('Dropped')
  })

  test('no answer is unknown, within the time allowed', async () => {
    await outside.behaves({ mode: 'hang' })
    const startedAt = performance.now()
    expect(await submit({ body: 'Hanging' }, 300)).toEqual({ kind: 'unknown', why: expect.any(String) as string })
    expect(performance.now() - startedAt).toBeLessThan(1_500)
  })

  test('a carrier that cannot be reached accepted nothing', async () => {
    const nowhere = kind.make('http://127.0.0.1:9')
    expect(await nowhere.submit(kind.account, text(), 3_000)).toEqual({
      kind: 'not_accepted',
      why: 'unreachable',
      retryAfterMs: null,
    })
    const unnamed = kind.make('http://carrier.invalid')
    expect(await unnamed.submit(kind.account, text(), 3_000)).toEqual({
      kind: 'not_accepted',
      why: 'unreachable',
      retryAfterMs: null,
    })
  })

  test.each<[what: string, answer: string]>([
    ['an answer that is no HTTP', 'hello\r\n\r\n'],
    [
      'an answer cut off',
      'HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 400\r\n\r\n{"sid":"SM',
    ],
    ['a page instead of JSON', 'HTTP/1.1 200 OK\r\ncontent-length: 6\r\nconnection: close\r\n\r\n<html>'],
    [
      'success without an id',
      'HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}',
    ],
    [
      'a redirect',
      'HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
    ],
    [
      'a refusal without a code',
      'HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}',
    ],
    ['a server error', 'HTTP/1.1 500 No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'],
  ])('%s is unknown', async (_what, answer) => {
    const { createServer: listen } = await import('node:net')
    const odd = listen((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(answer))
    })
    await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve))
    const outcome = await kind
      .make(`http://127.0.0.1:${(odd.address() as AddressInfo).port}`)
      .submit(kind.account, text(), 2_000)
    odd.close()
    expect(outcome).toEqual({ kind: 'unknown', why: expect.any(String) as string })
  })

  test('every state of its receipts is ours or is left alone', () => {
    const url = 'https://crewline.example/hooks/x/y/z'
    for (const [theirs, ours] of Object.entries(kind.states)) {
      const events = hear(url, kind.call(url, { id: 'm-1', state: theirs, code: '30003' }))
      expect({ theirs, events }).toEqual({
        theirs,
        events: ours === null ? [] : [{ kind: 'status', carrierId: 'm-1', state: ours, errorCode: '30003' }],
      })
    }
  })

  test("a worker's text is heard as it was written", async () => {
    const url = 'https://crewline.example/hooks/x/y'
    for (const body of ['Yes', '', 'ñ €\n😀 + & = %41', 'It\'s "ok"']) {
      const events = hear(url, kind.call(url, { id: 'm-2', text: ['+14155550191', kind.line, body] }))
      expect(events).toEqual([
        expect.objectContaining({
          ...{ kind: 'incoming', carrierId: 'm-2', from: '+14155550191', to: kind.line },
          ...{ body, media: [] },
        }),
      ])
    }
    await outside.texts('+14155550191', 'Live ñ 😀', kind.line)
    await until(() => heardAt('/in').some((one) => one.kind === 'incoming' && one.body === 'Live ñ 😀'))
  })

  test('forged: another secret, no signature, another address, a changed body', () => {
    const url = 'https://crewline.example/hooks/x/y'
    const event = { id: 'm-3', text: ['+14155550191', kind.line, 'Yes'] as [string, string, string] }
    const call = kind.call(url, event)
    expect(hear(url, call)).not.toBe('forged')
    expect(hear(url, kind.call(url, event, { secret: 'another' }))).toBe('forged')
    expect(hear(url, { ...call, headers: {} })).toBe('forged')
    expect(hear(url, { ...call, body: call.body.replace('Yes', 'No') })).toBe('forged')
    if (kind.name === 'twilio') expect(hear(`${url}/other`, call)).toBe('forged')
    if (kind.name === 'simulated')
      for (const away of [-301_500, 301_500])
        expect(hear(url, kind.call(url, event, { at: Date.now() + away }))).toBe('forged')
  })

  test('signed and senseless: an error, never an event', () => {
    const url = 'https://crewline.example/hooks/x/y'
    expect(() => hear(url, kind.call(url, { id: '', text: ['+14155550191', kind.line, 'x'] }))).toThrow(
      /MessageSid|nobody|too_small|Too small/,
    )
    expect(() => hear(url, kind.call(url, { id: 'm-4', text: ['', kind.line, 'x'] }))).toThrow(
      /MessageSid|nobody|too_small|Too small/,
    )
  })

  test('the same text again is what the carrier makes of it: we never ask twice on our own', async () => {
    const before = (await outside.sent()).length
    await outside.behaves({ mode: 'accept_then_drop' })
    await submit()
    expect((await outside.sent()).length).toBe(before + 1)
  })
})

describe('asking the simulated carrier by our own reference', () => {
  let outside: TestCarrier
  let carrier: Carrier
  beforeAll(async () => {
    outside = await startCarrier()
    carrier = simulatedCarrier(realWorld(), outside.url)
    await carrier.setUp?.(native, { phone: '+13125550181', label: 'Main', inboundUrl: 'http://127.0.0.1:9/in' })
  })
  afterAll(() => outside.close())

  const submission = (reference: string): Submission => ({
    reference,
    from: '+13125550181',
    to: '+14155550191',
    body: 'Hi',
    mediaUrls: [],
    callbackUrl: 'http://127.0.0.1:9/s',
    validitySeconds: 60,
  })
  const find = (references: string[]) => carrier.lookup?.find(native, references)

  test('what it took is found, what it never had is not, also when its answer was lost', async () => {
    await carrier.submit(native, submission('kept'), 5_000)
    await outside.behaves({ mode: 'accept_then_drop' })
    expect((await carrier.submit(native, submission('lost'), 5_000)).kind).toBe('unknown')
    await outside.behaves({ mode: 'ok' })
    const found = await find(['kept', 'lost', 'never', '__proto__', 'constructor'])
    expect([...(found?.keys() ?? [])].sort()).toEqual(['kept', 'lost'])
    expect(found?.get('lost')).toMatchObject({ carrierId: expect.stringMatching(/^txt_/) as string, errorCode: null })
  })

  test('while it cannot be asked there is no answer, rather than "never had it"', async () => {
    await outside.behaves({ mode: 'outage' })
    await expect(find(['kept'])).rejects.toThrow('503')
    await outside.behaves({ mode: 'ok' })
    await expect(simulatedCarrier(realWorld(), 'http://127.0.0.1:9').lookup?.find(native, ['kept'])).rejects.toThrow(
      'ECONNREFUSED',
    )
    await expect(carrier.lookup?.find({ ...native, key: 'wrong' }, ['kept'])).rejects.toThrow('401')
  })
})
