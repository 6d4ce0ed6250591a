import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { KINDS } from '../../../test/kit/carrier-kinds.ts'
import { startCarrier, type TestCarrier } from '../../../test/kit/carrier.ts'
import { until } from '../../../test/kit/until.ts'
import type { CallEvent, CallGreeting, Carrier, CarrierEvent, HookRequest, IncomingText } from './carrier.ts'

const contactPhone = '+14155550191'
const jpeg = { bytes: Buffer.from('ffd8ffe000104a464946', 'hex'), mime: 'image/jpeg' }
const png = { bytes: Buffer.from('89504e470d0a1a0a', 'hex'), mime: 'image/png' }

describe.each(KINDS)('files and calls of the $name adapter', (kind) => {
  let outside: TestCarrier
  let carrier: Carrier
  let receiver: Server
  let ours: string
  let greeting: CallGreeting | null
  let receivedHooks: { path: string; headers: IncomingHttpHeaders; raw: Buffer }[] = []
  const requestedPaths: string[] = []

  beforeAll(async () => {
    outside = await startCarrier()
    carrier = kind.make(outside.url)
    receiver = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const path = request.url ?? ''
        requestedPaths.push(path)
        if (path === '/file.png') return response.setHeader('content-type', png.mime).end(png.bytes)
        if (path === '/gone.png') return response.writeHead(404).end()
        receivedHooks.push({ path, headers: request.headers, raw: Buffer.concat(parts) })
        if (path !== '/voice') return response.end()
        const ringingCall = { recordingUrl: `${ours}/voice/recording`, from: contactPhone, to: kind.line }
        const answer = carrier.answerCall(greeting, ringingCall)
        response.setHeader('content-type', answer.type).end(answer.body)
      })
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    ours = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    await carrier.setUp?.(kind.account, {
      ...{ phone: kind.line, label: 'Main', inboundUrl: `${ours}/in`, voiceUrl: `${ours}/voice` },
    })
  })
  beforeEach(() => {
    receivedHooks = []
    greeting = { text: 'You have reached "Acme" & friends <3', audioUrl: null, maxSeconds: 120 }
  })
  afterEach(async () => {
    await outside.phone(contactPhone, { delivery: 'ok' }).catch(() => undefined)
    await outside.behaves({ mode: 'ok', lostCallbacksPct: 0, doubledCallbacks: false })
  })
  afterAll(async () => {
    receiver.closeAllConnections()
    receiver.close()
    await outside.close()
  })

  const requestOf = ({ path, headers, raw }: (typeof receivedHooks)[number]): HookRequest => ({
    url: ours + path,
    headers: headers as Record<string, string>,
    raw,
  })
  const listReceivedTexts = (): IncomingText[] =>
    receivedHooks
      .filter((hook) => hook.path === '/in')
      .flatMap((hook): CarrierEvent[] => {
        const events = carrier.handleMessage(kind.account, requestOf(hook))
        return events === 'forged' ? [] : events
      })
      .filter((event) => event.kind === 'incoming')
  const listReceivedCalls = async (): Promise<CallEvent[]> => {
    const voice = receivedHooks.filter((hook) => hook.path.startsWith('/voice'))
    const events = await Promise.all(voice.map((hook) => carrier.handleCall(kind.account, requestOf(hook))))
    return events.flatMap((parsed) => (parsed === 'forged' ? [] : parsed))
  }
  const send = (mediaUrls: string[], body = '') =>
    carrier.submit(
      kind.account,
      {
        ...{ reference: `r${mediaUrls.length}${body}`, from: kind.line, to: contactPhone, body, mediaUrls },
        ...{ callbackUrl: `${ours}/status`, validitySeconds: 60 },
      },
      5_000,
    )

  test('delivers linked files to the phone, with and without text', async () => {
    for (const [urls, body] of [
      [['/file.png', '/file.png'], 'Two pictures'],
      [['/file.png'], ''],
    ] as const) {
      expect(
        await send(
          urls.map((path) => ours + path),
          body,
        ),
      ).toMatchObject({ kind: 'accepted' })
      const text = await until(async () =>
        (await outside.onPhone(contactPhone)).findLast(
          (message) => message.body === body && message.state === 'delivered',
        ),
      )
      expect(text.media.map((file) => file.mime)).toEqual(urls.map(() => png.mime))
      expect(await outside.file(text.media[0]?.id ?? '')).toEqual(png.bytes)
    }
  })

  test('reports a missing file and a phone without MMS as not delivered', async () => {
    await send([`${ours}/gone.png`], 'Gone')
    await outside.phone(contactPhone, { delivery: 'no_mms' })
    await send([`${ours}/file.png`], 'No files')
    const end = async (body: string) =>
      (await outside.onPhone(contactPhone)).find((message) => message.body === body && message.state === 'undelivered')
    expect((await until(() => end('Gone'))).errorCode).toBe(11200)
    expect((await until(() => end('No files'))).errorCode).toBe(30011)
  })

  test('reports inbound files with their types and opens them, with our account where they are not public', async () => {
    await outside.sendsFiles(contactPhone, [jpeg, png], { to: kind.line, body: 'Look' })
    const text = await until(() => listReceivedTexts().find((message) => message.body === 'Look'))
    expect(text.media.map((file) => file.mime)).toEqual([jpeg.mime, png.mime])
    const url = text.media[1]?.url ?? ''
    expect(await carrier.fetchMedia(kind.account, url)).toEqual(png)
    if (kind.filesNeedKey)
      await expect(carrier.fetchMedia({ ...kind.account, key: 'e'.repeat(32) }, url)).rejects.toThrow('401')
    await outside.sendsFiles(contactPhone, [jpeg], { to: kind.line })
    await until(() => listReceivedTexts().find((message) => message.body === '' && message.media.length === 1))
  })

  test('fetches files only from the carrier and refuses any other address before connecting', async () => {
    const addresses = [
      `${ours}/secret`,
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      `${outside.url}/control/ledger`,
      `${outside.url}/v1/media/../../control/ledger`,
      `https://api.twilio.com@127.0.0.1/2010-04-01/Accounts/${kind.account.account}/x`,
      'https://api.twilio.com.evil.example/2010-04-01/x',
      `https://api.twilio.com/2010-04-01/Accounts/AC${'2'.repeat(32)}/Messages/MM1/Media/ME1`,
      'http://mms.twiliocdn.com/x',
      'http://media.telnyx.com/x',
      'https://media.telnyx.com.evil.example/x',
      'https://media.telnyx.com@127.0.0.1/x',
      'https://evil.example/media.telnyx.com/x',
      'https://a.b.telnyxcloudstorage.com.evil.example/x',
      'no address',
    ]
    for (const url of addresses)
      await expect(carrier.fetchMedia(kind.account, url)).rejects.toMatchObject({ code: 'file_refused' })
    expect(requestedPaths).not.toContain('/secret')
    await expect(carrier.fetchMedia(kind.account, kind.absentFile(outside.url))).rejects.toThrow('404')
  })

  test('lists messages whose webhook was lost, with files, but not those unsent on a phone without signal', async () => {
    const since = new Date(Date.now() - 60_000)
    const until5 = new Date(Date.now() + 60_000)
    await outside.behaves({ lostCallbacksPct: 100 })
    await outside.texts(contactPhone, 'Lost ñ 😀', kind.line)
    await outside.sendsFiles(contactPhone, [jpeg], { to: kind.line, body: 'Lost picture' })
    await outside.phone(contactPhone, { delivery: 'no_signal' })
    await outside.texts(contactPhone, 'Not yet gone', kind.line)
    const all = async (ids: string[]) => new Set(ids)
    const listed = (await carrier.list?.(kind.account, { since, until: until5, to: kind.line }, all)) ?? []
    expect(listReceivedTexts()).toEqual([])
    const [textOnly, picture] = listed.filter((message) => message.body.startsWith('Lost '))
    expect(textOnly).toMatchObject({
      kind: 'incoming',
      from: contactPhone,
      to: kind.line,
      body: 'Lost ñ 😀',
      media: [],
    })
    expect(Number.isNaN(Date.parse(textOnly?.at ?? ''))).toBe(false)
    expect(picture?.media).toEqual([{ url: expect.any(String) as string, mime: jpeg.mime }])
    expect(await carrier.fetchMedia(kind.account, picture?.media[0]?.url ?? '')).toEqual(jpeg)
    expect(listed.map((message) => message.body)).not.toContain('Not yet gone')
    expect(listed.toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))).toEqual(listed)
    const before = new Date(since.getTime() - 60_000)
    expect(await carrier.list?.(kind.account, { since: before, until: since }, all)).toEqual([])
    expect(await carrier.list?.(kind.account, { since, until: until5, to: '+13125550999' }, all)).toEqual([])
    await outside.behaves({ mode: 'outage' })
    await expect(carrier.list?.(kind.account, { since, until: until5 }, all)).rejects.toThrow(
      /503|not available|unavailable/,
    )
  })

  test('parses a repeated webhook as the same message', async () => {
    await outside.behaves({ doubledCallbacks: true })
    await outside.texts(contactPhone, 'Twice', kind.line)
    const twice = await until(() => {
      const matches = listReceivedTexts().filter((message) => message.body === 'Twice')
      return matches.length === 2 && matches
    })
    expect(twice[0]).toEqual(twice[1])
  })

  test('verifies an account and its number', async () => {
    expect(await carrier.verify(kind.account, kind.line)).toBe('ok')
    expect(await carrier.verify(kind.account, '+13125550998')).toBe('unknown_number')
    expect(await carrier.verify(kind.account, '12345')).toBe('unknown_number')
    expect(await carrier.verify({ ...kind.account, key: 'e'.repeat(32) }, kind.line)).toBe('unknown_account')
    expect(await kind.make('http://127.0.0.1:9').verify(kind.account, kind.line)).toBe('unreachable')
  })

  test('requires a new number to be free and an account to have one key', async () => {
    const setUp = (account: typeof kind.account, phone: string) =>
      carrier.setUp?.(account, { phone, label: 'New', inboundUrl: `${ours}/in`, isNew: true })
    const otherAccount = { account: `AC${'3'.repeat(32)}`, key: 'd'.repeat(32), secret: 'd'.repeat(32) }
    await expect(setUp(otherAccount, kind.line)).rejects.toThrow('409')
    await expect(setUp({ ...kind.account, key: 'e'.repeat(32) }, '+13125550997')).rejects.toThrow('409')
    await setUp(kind.account, '54321')
    expect(await carrier.verify(kind.account, '54321')).toBe('ok')
  })

  test.runIf(!kind.answersCalls)('answers no call and trusts no call webhook', async () => {
    await expect(outside.calls(contactPhone, kind.line, 'nothing')).rejects.toThrow('No one answers calls')
    const { body, headers } = kind.call(`${ours}/voice`, { id: 'm-9', text: [contactPhone, kind.line, 'Hello'] })
    const request = { url: `${ours}/voice`, headers, raw: Buffer.from(body) }
    expect(await carrier.handleCall(kind.account, request)).toBe('forged')
  })

  test.runIf(kind.answersCalls)('plays the greeting, records a message and opens the recording', async () => {
    const call = await outside.calls(contactPhone, kind.line, { seconds: 3 })
    expect(call).toMatchObject({ words: greeting?.text, audioUrl: null, maxSeconds: 120 })
    const recording = await until(async () => (await listReceivedCalls()).find((event) => event.kind === 'recording'))
    expect(recording).toMatchObject({ callId: call.id, from: contactPhone, to: kind.line, durationSec: 3 })
    const { bytes, mime } = await carrier.fetchMedia(kind.account, recording.kind === 'recording' ? recording.url : '')
    expect([bytes.toString('ascii', 0, 4), mime]).toEqual(['RIFF', 'audio/x-wav'])
    await until(
      () => receivedHooks.filter((hook) => hook.path.startsWith('/voice')).length >= (kind.name === 'twilio' ? 4 : 2),
    )
    expect((await listReceivedCalls()).map((event) => event.kind).toSorted()).toEqual(['call', 'recording'])
  })

  test.runIf(kind.answersCalls)(
    'plays a recorded greeting and reports a caller who leaves no message as missed, under the same id',
    async () => {
      greeting = { text: 'Not read', audioUrl: 'https://crewline.example/f/1?a=1&b=2', maxSeconds: 60 }
      const call = await outside.calls(contactPhone, kind.line, 'nothing')
      expect(call.audioUrl).toBe(greeting.audioUrl)
      const missed = await until(async () => (await listReceivedCalls()).find((event) => event.kind === 'missed'))
      expect(missed).toEqual({ kind: 'missed', callId: call.id, from: contactPhone, to: kind.line })
    },
  )

  test.runIf(kind.answersCalls)('announces when a line takes no messages and records none', async () => {
    greeting = { text: 'Send a text instead.', audioUrl: null, maxSeconds: 0 }
    await expect(outside.calls(contactPhone, kind.line, { seconds: 2 })).rejects.toThrow('takes no messages')
  })

  test.runIf(kind.answersCalls)('refuses webhooks with a wrong secret, another address or a changed body', async () => {
    await outside.calls(contactPhone, kind.line, 'nothing')
    const [first] = receivedHooks
    if (!first) throw new Error('no call arrived')
    const request = requestOf(first)
    const judged = (changes: Partial<HookRequest>, secret = kind.account.secret) =>
      carrier.handleCall({ ...kind.account, secret }, { ...request, ...changes })
    expect(await judged({})).not.toBe('forged')
    expect(await judged({}, 'f'.repeat(31))).toBe('forged')
    expect(await judged({ headers: {} })).toBe('forged')
    expect(await judged({ raw: Buffer.from(first.raw.toString().replace('555', '556')) })).toBe('forged')
    if (kind.signs.address) expect(await judged({ url: `${request.url}?from=%2B1` })).toBe('forged')
  })
})
