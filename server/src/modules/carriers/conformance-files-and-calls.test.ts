import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { KINDS } from '../../../test/kit/carrier-kinds.ts'
import { startCarrier, type TestCarrier } from '../../../test/kit/carrier.ts'
import type { CallEvent, CallGreeting, Carrier, CarrierEvent, HookRequest, IncomingText } from './carrier.ts'

const worker = '+14155550191'
const jpeg = { bytes: Buffer.from('ffd8ffe000104a464946', 'hex'), mime: 'image/jpeg' }
const png = { bytes: Buffer.from('89504e470d0a1a0a', 'hex'), mime: 'image/png' }

describe.each(KINDS)('files and calls, as $name promises them', (kind) => {
  let outside: TestCarrier
  let carrier: Carrier
  let receiver: Server
  let ours: string
  let greeting: CallGreeting | null
  let called: { path: string; headers: IncomingHttpHeaders; raw: Buffer }[] = []
  const asked: string[] = []

  beforeAll(async () => {
    outside = await startCarrier()
    carrier = kind.make(outside.url)
    receiver = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const path = request.url ?? ''
        asked.push(path)
        if (path === '/file.png') return response.setHeader('content-type', png.mime).end(png.bytes)
        if (path === '/gone.png') return response.writeHead(404).end()
        called.push({ path, headers: request.headers, raw: Buffer.concat(parts) })
        if (path !== '/voice') return response.end()
        const rings = { recordingUrl: `${ours}/voice/recording`, from: worker, to: kind.line }
        const answer = carrier.answerCall(greeting, rings)
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
    called = []
    greeting = { words: 'You have reached "Acme" & friends <3', audioUrl: null, maxSeconds: 120 }
  })
  afterEach(async () => {
    await outside.phone(worker, { delivery: 'ok' }).catch(() => undefined)
    await outside.behaves({ mode: 'ok', lostCallbacksPct: 0, doubledCallbacks: false })
  })
  afterAll(async () => {
    receiver.closeAllConnections()
    receiver.close()
    await outside.close()
  })

  async function until<T>(what: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> {
    for (let tries = 0; tries < 500; tries++) {
      const found = await what()
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error('it did not happen')
  }
  const requestOf = ({ path, headers, raw }: (typeof called)[number]): HookRequest => ({
    url: ours + path,
    headers: headers as Record<string, string>,
    raw,
  })
  const textsHeard = (): IncomingText[] =>
    called
      .filter((one) => one.path === '/in')
      .flatMap((one): CarrierEvent[] => {
        const events = carrier.hear(kind.account, requestOf(one))
        return events === 'forged' ? [] : events
      })
      .filter((one) => one.kind === 'incoming')
  const callsHeard = async (): Promise<CallEvent[]> => {
    const voice = called.filter((one) => one.path.startsWith('/voice'))
    const events = await Promise.all(voice.map((one) => carrier.hearCall(kind.account, requestOf(one))))
    return events.flatMap((one) => (one === 'forged' ? [] : one))
  }
  const send = (mediaUrls: string[], body = '') =>
    carrier.submit(
      kind.account,
      {
        ...{ reference: `r${mediaUrls.length}${body}`, from: kind.line, to: worker, body, mediaUrls },
        ...{ callbackUrl: `${ours}/status`, validitySeconds: 60 },
      },
      5_000,
    )

  test('files we link to arrive on the phone, with words and without', async () => {
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
        (await outside.onPhone(worker)).findLast((one) => one.body === body && one.state === 'delivered'),
      )
      expect(text.media.map((one) => one.mime)).toEqual(urls.map(() => png.mime))
      expect(await outside.file(text.media[0]?.id ?? '')).toEqual(png.bytes)
    }
  })

  test('a file that is gone, and a phone that takes none, are told as not delivered', async () => {
    await send([`${ours}/gone.png`], 'Gone')
    await outside.phone(worker, { delivery: 'no_mms' })
    await send([`${ours}/file.png`], 'No files')
    const end = async (body: string) =>
      (await outside.onPhone(worker)).find((one) => one.body === body && one.state === 'undelivered')
    expect((await until(() => end('Gone'))).errorCode).toBe(11200)
    expect((await until(() => end('No files'))).errorCode).toBe(30011)
  })

  test('files of a worker are told with their types and open with our account only', async () => {
    await outside.sendsFiles(worker, [jpeg, png], { to: kind.line, body: 'Look' })
    const text = await until(() => textsHeard().find((one) => one.body === 'Look'))
    expect(text.media.map((one) => one.mime)).toEqual([jpeg.mime, png.mime])
    const url = text.media[1]?.url ?? ''
    expect(await carrier.fetchMedia(kind.account, url)).toEqual(png)
    await expect(carrier.fetchMedia({ ...kind.account, key: 'e'.repeat(32) }, url)).rejects.toThrow('401')
    await outside.sendsFiles(worker, [jpeg], { to: kind.line })
    await until(() => textsHeard().find((one) => one.body === '' && one.media.length === 1))
  })

  test('files are fetched from the carrier only: any other address is refused before it is asked', async () => {
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
      'no address',
    ]
    for (const url of addresses)
      await expect(carrier.fetchMedia(kind.account, url)).rejects.toMatchObject({ code: 'file_refused' })
    expect(asked).not.toContain('/secret')
    await expect(carrier.fetchMedia(kind.account, kind.absentFile(outside.url))).rejects.toThrow('404')
  })

  test('texts whose call to us was lost are listed, with their files, and those on a phone without signal are not', async () => {
    const since = new Date(Date.now() - 60_000)
    const until5 = new Date(Date.now() + 60_000)
    await outside.behaves({ lostCallbacksPct: 100 })
    await outside.texts(worker, 'Lost ñ 😀', kind.line)
    await outside.sendsFiles(worker, [jpeg], { to: kind.line, body: 'Lost picture' })
    await outside.phone(worker, { delivery: 'no_signal' })
    await outside.texts(worker, 'Not yet gone', kind.line)
    const listed = (await carrier.list?.(kind.account, { since, until: until5, to: kind.line })) ?? []
    expect(textsHeard()).toEqual([])
    const [words, picture] = listed.filter((one) => one.body.startsWith('Lost '))
    expect(words).toMatchObject({ kind: 'incoming', from: worker, to: kind.line, body: 'Lost ñ 😀', media: [] })
    expect(Number.isNaN(Date.parse(words?.at ?? ''))).toBe(false)
    expect(picture?.media).toEqual([{ url: expect.any(String) as string, mime: jpeg.mime }])
    expect(await carrier.fetchMedia(kind.account, picture?.media[0]?.url ?? '')).toEqual(jpeg)
    expect(listed.map((one) => one.body)).not.toContain('Not yet gone')
    expect(listed.toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))).toEqual(listed)
    const before = new Date(since.getTime() - 60_000)
    expect(await carrier.list?.(kind.account, { since: before, until: since })).toEqual([])
    expect(await carrier.list?.(kind.account, { since, until: until5, to: '+13125550999' })).toEqual([])
    await outside.behaves({ mode: 'outage' })
    await expect(carrier.list?.(kind.account, { since, until: until5 })).rejects.toThrow(
      /503|not available|unavailable/,
    )
  })

  test('a call told twice is the same text twice', async () => {
    await outside.behaves({ doubledCallbacks: true })
    await outside.texts(worker, 'Twice', kind.line)
    const twice = await until(() => {
      const heard = textsHeard().filter((one) => one.body === 'Twice')
      return heard.length === 2 && heard
    })
    expect(twice[0]).toEqual(twice[1])
  })

  test('an account and its number are told apart from strangers', async () => {
    expect(await carrier.verify(kind.account, kind.line)).toBe('ok')
    expect(await carrier.verify(kind.account, '+13125550998')).toBe('unknown_number')
    expect(await carrier.verify(kind.account, '12345')).toBe('unknown_number')
    expect(await carrier.verify({ ...kind.account, key: 'e'.repeat(32) }, kind.line)).toBe('unknown_account')
    expect(await kind.make('http://127.0.0.1:9').verify(kind.account, kind.line)).toBe('unreachable')
  })

  test('a new number must be free, and an account cannot have two keys', async () => {
    const setUp = (account: typeof kind.account, phone: string) =>
      carrier.setUp?.(account, { phone, label: 'New', inboundUrl: `${ours}/in`, isNew: true })
    const other = { account: `AC${'3'.repeat(32)}`, key: 'd'.repeat(32), secret: 'd'.repeat(32) }
    await expect(setUp(other, kind.line)).rejects.toThrow('409')
    await expect(setUp({ ...kind.account, key: 'e'.repeat(32) }, '+13125550997')).rejects.toThrow('409')
    await setUp(kind.account, '54321')
    expect(await carrier.verify(kind.account, '54321')).toBe('ok')
  })

  test('a caller hears the greeting, leaves a message, and it opens', async () => {
    const heard = await outside.calls(worker, kind.line, { seconds: 3 })
    expect(heard).toMatchObject({ words: greeting?.words, audioUrl: null, maxSeconds: 120 })
    const recording = await until(async () => (await callsHeard()).find((one) => one.kind === 'recording'))
    expect(recording).toMatchObject({ callId: heard.id, from: worker, to: kind.line, durationSec: 3 })
    const { bytes, mime } = await carrier.fetchMedia(kind.account, recording.kind === 'recording' ? recording.url : '')
    expect([bytes.toString('ascii', 0, 4), mime]).toEqual(['RIFF', 'audio/x-wav'])
    await until(() => called.filter((one) => one.path.startsWith('/voice')).length >= (kind.name === 'twilio' ? 4 : 2))
    expect((await callsHeard()).map((one) => one.kind).toSorted()).toEqual(['call', 'recording'])
  })

  test('a recorded greeting is played; a caller who leaves nothing is missed, under the same id', async () => {
    greeting = { words: 'Not read', audioUrl: 'https://crewline.example/f/1?a=1&b=2', maxSeconds: 60 }
    const heard = await outside.calls(worker, kind.line, 'nothing')
    expect(heard.audioUrl).toBe(greeting.audioUrl)
    const missed = await until(async () => (await callsHeard()).find((one) => one.kind === 'missed'))
    expect(missed).toEqual({ kind: 'missed', callId: heard.id, from: worker, to: kind.line })
  })

  test('a line that takes no messages says so, and none can be left', async () => {
    greeting = { words: 'Send a text instead.', audioUrl: null, maxSeconds: 0 }
    await expect(outside.calls(worker, kind.line, { seconds: 2 })).rejects.toThrow('takes no messages')
  })

  test('forged calls are refused: another secret, another address, a changed body', async () => {
    await outside.calls(worker, kind.line, 'nothing')
    const [first] = called
    if (!first) throw new Error('nobody called')
    const request = requestOf(first)
    const judged = (changes: Partial<HookRequest>, secret = kind.account.secret) =>
      carrier.hearCall({ ...kind.account, secret }, { ...request, ...changes })
    expect(await judged({})).not.toBe('forged')
    expect(await judged({}, 'f'.repeat(31))).toBe('forged')
    expect(await judged({ headers: {} })).toBe('forged')
    expect(await judged({ raw: Buffer.from(first.raw.toString().replace('555', '556')) })).toBe('forged')
    if (kind.name === 'twilio') expect(await judged({ url: `${request.url}?from=%2B1` })).toBe('forged')
  })
})
