import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startCarrier, type TestCarrier } from '../../../test/kit/carrier.ts'
import { KINDS, native } from '../../../test/kit/carrier-kinds.ts'
import { until } from '../../../test/kit/until.ts'
import { realWorld } from '../../kernel/world.ts'
import type { Carrier, CarrierEvent, HookRequest, Submission } from './carrier.ts'
import { simulatedCarrier } from './simulated/adapter.ts'

describe.each(KINDS)('the $name adapter', (kind) => {
  let outside: TestCarrier
  let carrier: Carrier
  let receiver: Server
  let callbacks: string
  const receivedHooks: { path: string; headers: IncomingHttpHeaders; raw: Buffer }[] = []

  beforeAll(async () => {
    outside = await startCarrier()
    carrier = kind.make(outside.url)
    receiver = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        receivedHooks.push({ path: request.url ?? '', headers: request.headers, raw: Buffer.concat(parts) })
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
  const submit = (more?: Partial<Submission>, timeoutMs = 30_000, account = kind.account) =>
    carrier.submit(account, text(more), timeoutMs)
  const handleHook = (url: string, call: { body: string; headers: Record<string, string> }) =>
    carrier.handleMessage(kind.account, { url, headers: call.headers, raw: Buffer.from(call.body) })
  const bodies = async () => (await outside.sent()).map((message) => message.body)
  /** Returns the parsed events of real webhooks sent to one path. */
  const readEventsAt = (path: string): CarrierEvent[] =>
    receivedHooks
      .filter((hook) => hook.path === path)
      .flatMap((hook) => {
        const request: HookRequest = {
          url: callbacks + path,
          headers: hook.headers as Record<string, string>,
          raw: hook.raw,
        }
        const events = carrier.handleMessage(kind.account, request)
        return events === 'forged' ? [] : events
      })

  test('accepts a message with its id and delivers it unchanged', async () => {
    for (const body of ['Hello', 'ñ € 😀 & = + % \n new line', '漢字'.repeat(100), ' spaces kept ']) {
      const outcome = await submit({ body })
      expect(outcome).toEqual({ kind: 'accepted', carrierId: expect.stringMatching(kind.accepted) as string })
      expect((await outside.sent()).at(-1)).toMatchObject({ from: kind.line, to: '+14155550191', body })
    }
  })

  test('sends signed receipts to the message callback address and maps each state', async () => {
    const submission = text()
    const outcome = await carrier.submit(kind.account, submission, 5_000)
    const path = new URL(submission.callbackUrl).pathname
    await until(() => readEventsAt(path).some((event) => event.kind === 'status' && event.state === 'delivered'))
    const id = outcome.kind === 'accepted' ? outcome.carrierId : ''
    for (const event of readEventsAt(path))
      expect(event).toMatchObject({ kind: 'status', carrierId: id, errorCode: null })
    expect(readEventsAt(path)).toHaveLength(receivedHooks.filter((hook) => hook.path === path).length)
  })

  test.each(['landline', 'not_in_use', 'opted_out'] as const)(
    'refuses a phone that is %s permanently, with the code',
    async (delivery) => {
      const to = '+14155550192'
      const { code, isLate } = kind.refusals[delivery]
      await submit({ to })
      await outside.phone(to, { delivery })
      const submission = text({ to })
      const outcome = await carrier.submit(kind.account, submission, 5_000)
      if (!isLate) expect(outcome).toEqual({ kind: 'refused', code })
      else
        await until(() =>
          readEventsAt(new URL(submission.callbackUrl).pathname).some(
            (event) => event.kind === 'status' && event.state === 'undelivered' && event.errorCode === code,
          ),
        )
      await outside.phone(to, { delivery: 'ok' })
    },
  )

  test('refuses an unsendable message instead of returning unknown', async () => {
    expect(await submit({ to: '12' })).toEqual({ kind: 'refused', code: kind.codes.badNumber })
    expect(await submit({ from: '+13125550999' })).toEqual({ kind: 'refused', code: kind.codes.foreignSender })
    expect(await submit({ body: 'a'.repeat(1_601) })).toEqual({ kind: 'refused', code: kind.codes.tooLong })
  })

  test('accepts a filtered message first and then reports it undelivered with the code', async () => {
    const to = '+14155550193'
    await submit({ to })
    await outside.phone(to, { delivery: 'filtered' })
    const submission = text({ to })
    expect((await carrier.submit(kind.account, submission, 5_000)).kind).toBe('accepted')
    await until(() =>
      readEventsAt(new URL(submission.callbackUrl).pathname).some(
        (event) => event.kind === 'status' && event.state === 'undelivered' && event.errorCode === kind.codes.filtered,
      ),
    )
  })

  test('returns not accepted with a retry time when busy', async () => {
    await outside.behaves({ mode: 'busy429' })
    expect(await submit({ body: 'Busy' })).toEqual({ kind: 'not_accepted', why: 'busy', retryAfterMs: 2_000 })
    expect(await bodies()).not.toContain('Busy')
  })

  test('returns not accepted for a wrong account key and works as soon as the key is corrected', async () => {
    const wrongAccount = { ...kind.account, key: 'e'.repeat(32) }
    expect(await submit({ body: 'Wrong key' }, 30_000, wrongAccount)).toEqual({
      kind: 'not_accepted',
      why: 'account',
      retryAfterMs: null,
    })
    expect((await submit({ body: 'Right key' })).kind).toBe('accepted')
    expect(await bodies()).not.toContain('Wrong key')
  })

  test('returns unknown for an outage after the request was written', async () => {
    await outside.behaves({ mode: 'outage' })
    expect((await submit()).kind).toBe('unknown')
  })

  test('returns unknown when the connection is lost after a message was accepted', async () => {
    await outside.behaves({ mode: 'accept_then_drop' })
    expect((await submit({ body: 'Dropped' })).kind).toBe('unknown')
    expect(await bodies()).toContain('Dropped')
  })

  test('returns unknown within the time limit when there is no answer', async () => {
    await outside.behaves({ mode: 'hang' })
    const startedAt = performance.now()
    expect(await submit({ body: 'Hanging' }, 2_000)).toEqual({ kind: 'unknown', why: expect.any(String) as string })
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })

  test('returns not accepted when the carrier is unreachable', async () => {
    const nowhere = kind.make('http://127.0.0.1:9')
    expect(await nowhere.submit(kind.account, text(), 30_000)).toEqual({
      kind: 'not_accepted',
      why: 'unreachable',
      retryAfterMs: null,
    })
    const unnamed = kind.make('http://carrier.invalid')
    expect(await unnamed.submit(kind.account, text(), 30_000)).toEqual({
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
  ])('treats %s as unknown', async (_label, answer) => {
    const { createServer: listen } = await import('node:net')
    const odd = listen((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(answer))
    })
    await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve))
    const outcome = await kind
      .make(`http://127.0.0.1:${(odd.address() as AddressInfo).port}`)
      .submit(kind.account, text(), 30_000)
    odd.close()
    expect(outcome).toEqual({ kind: 'unknown', why: expect.any(String) as string })
  })

  test('maps or ignores every receipt state', () => {
    const url = 'https://crewline.example/hooks/x/y/z'
    for (const [theirs, ours] of Object.entries(kind.states)) {
      const events = handleHook(url, kind.call(url, { id: 'm-1', state: theirs, code: '30003' }))
      expect({ theirs, events }).toEqual({
        theirs,
        events: ours === null ? [] : [{ kind: 'status', carrierId: 'm-1', state: ours, errorCode: '30003' }],
      })
    }
  })

  test('parses an inbound message unchanged', async () => {
    const url = 'https://crewline.example/hooks/x/y'
    for (const body of ['Yes', '', 'ñ €\n😀 + & = %41', 'It\'s "ok"']) {
      const events = handleHook(url, kind.call(url, { id: 'm-2', text: ['+14155550191', kind.line, body] }))
      expect(events).toEqual([
        expect.objectContaining({
          ...{ kind: 'incoming', carrierId: 'm-2', from: '+14155550191', to: kind.line },
          ...{ body, media: [] },
        }),
      ])
    }
    await outside.texts('+14155550191', 'Live ñ 😀', kind.line)
    await until(() => readEventsAt('/in').some((event) => event.kind === 'incoming' && event.body === 'Live ñ 😀'))
  })

  test('detects a wrong secret, a missing signature, another address and a changed body as forged', () => {
    const url = 'https://crewline.example/hooks/x/y'
    const event = { id: 'm-3', text: ['+14155550191', kind.line, 'Yes'] as [string, string, string] }
    const call = kind.call(url, event)
    expect(handleHook(url, call)).not.toBe('forged')
    expect(handleHook(url, kind.call(url, event, { secret: 'another' }))).toBe('forged')
    expect(handleHook(url, { ...call, headers: {} })).toBe('forged')
    expect(handleHook(url, { ...call, body: call.body.replace('Yes', 'No') })).toBe('forged')
    if (kind.signs.address) expect(handleHook(`${url}/other`, call)).toBe('forged')
    if (kind.signs.time)
      for (const away of [-301_500, 301_500])
        expect(handleHook(url, kind.call(url, event, { at: Date.now() + away }))).toBe('forged')
  })

  test('throws on a signed but malformed webhook and returns no event', () => {
    const url = 'https://crewline.example/hooks/x/y'
    expect(() => handleHook(url, kind.call(url, { id: '', text: ['+14155550191', kind.line, 'x'] }))).toThrow(
      /MessageSid|without From|too_small|Too small/,
    )
    expect(() => handleHook(url, kind.call(url, { id: 'm-4', text: ['', kind.line, 'x'] }))).toThrow(
      /MessageSid|without From|too_small|Too small/,
    )
  })

  test('never resubmits a message on its own', async () => {
    const before = (await outside.sent()).length
    await outside.behaves({ mode: 'accept_then_drop' })
    await submit()
    expect((await outside.sent()).length).toBe(before + 1)
  })
})

describe('lookup by reference at the simulated carrier', () => {
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

  test('finds accepted messages, including those with a lost answer, and no others', async () => {
    await carrier.submit(native, submission('kept'), 30_000)
    await outside.behaves({ mode: 'accept_then_drop' })
    expect((await carrier.submit(native, submission('lost'), 30_000)).kind).toBe('unknown')
    await outside.behaves({ mode: 'ok' })
    const result = await find(['kept', 'lost', 'never', '__proto__', 'constructor'])
    expect([...(result?.keys() ?? [])].sort()).toEqual(['kept', 'lost'])
    expect(result?.get('lost')).toMatchObject({ carrierId: expect.stringMatching(/^txt_/) as string, errorCode: null })
  })

  test('throws while the lookup is unavailable instead of reporting an absence', async () => {
    await outside.behaves({ mode: 'outage' })
    await expect(find(['kept'])).rejects.toThrow('503')
    await outside.behaves({ mode: 'ok' })
    await expect(simulatedCarrier(realWorld(), 'http://127.0.0.1:9').lookup?.find(native, ['kept'])).rejects.toThrow(
      'ECONNREFUSED',
    )
    await expect(carrier.lookup?.find({ ...native, key: 'wrong' }, ['kept'])).rejects.toThrow('401')
  })
})
