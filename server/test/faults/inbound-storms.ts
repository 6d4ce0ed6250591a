import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { nativeCall, twilioCall } from '../kit/hooks.ts'
import { makeClockSettable } from '../kit/settable-clock.ts'
import { listen } from '../kit/sockets.ts'
import type { Chance } from './chance.ts'
import { pause } from './driver.ts'
import { changes, post, type Call } from './forgeries.ts'
import { outOfOrder, received, stream, until, type Streamed } from './inbound-driver.ts'
import type { TestEnvironment } from './test-environment.ts'
import { layWire } from './wire.ts'

const PRODUCT = fileURLToPath(new URL('./product.ts', import.meta.url))
const MONTH_MS = 30 * 86_400_000
/** Concurrent calls. */
const AT_ONCE = 64
/** Replays of each genuine call. */
const REPLAYS = 50

/** The problems a scenario found, each with its cases, and a summary of what it did. */
export interface Outcome {
  problems: Record<string, string[]>
  summary: string
}

const keepFailing = (problems: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(problems).filter(([, cases]) => cases.length > 0))

/** Runs an action for each item, with limited concurrency. */
async function withAll<T>(all: readonly T[], action: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all].reverse()
  const work = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await action(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** Returns the texts that occur more than once. */
const twice = (texts: readonly string[]): string[] => [
  ...new Set(texts.filter((text, nth) => texts.indexOf(text) !== nth)),
]

/**
 * Sends each message ten times at once to two processes, and again with clocks a month ahead: it must be received and
 * shown once.
 */
export async function receiveTwice(environment: TestEnvironment, chance: Chance, texts: number): Promise<Outcome> {
  const open = async (more: Record<string, string>) => {
    const { child, match } = await environment.run(PRODUCT, { LOG_LEVEL: 'error', ...more }, /^READY (\S+)/)
    return { child, address: match[1] as string }
  }
  const payloads = Array.from({ length: texts }, (_, n) => ({
    ...{ type: 'inbound', id: `twice_${n}`, to: environment.fast.phone, body: `Twice ${n}` },
    from: environment.contacts[n % environment.contacts.length]?.phone as string,
  }))
  const refused: string[] = []
  const sendAll = async (addresses: string[], times: number, at: () => number) => {
    const calls = Array.from({ length: times }, () => payloads).flat()
    // Shuffled among neighbors, so that both processes handle the same message at the same time.
    const order = calls.map((payload) => ({ payload, place: chance.next() * texts })).sort((a, b) => a.place - b.place)
    await withAll(order, async ({ payload, place }) => {
      const address = addresses[Math.floor(place * 1000) % addresses.length] as string
      const call = nativeCall(environment.fast, payload, { at: at() })
      const status = await post(address, { path: `/hooks/simulated/${environment.fast.id}`, ...call })
      if (status !== 200) refused.push(`${payload.id} answered ${status}`)
    })
  }
  const pair = [await open({ PORT: '0' }), await open({ PORT: '0' })]
  const token = environment.members[0]?.token as string
  const clients = await Promise.all(pair.map(({ address }) => listen(address, token)))
  const receivedBodies = (nth: number) =>
    (clients[nth]?.all('message') ?? []).map((event) => (event as { body: string }).body)
  const addresses = pair.map(({ address }) => address)
  await sendAll(addresses, 10, () => Date.now())
  await until(async () => [0, 1].every((nth) => receivedBodies(nth).length >= texts), 60_000)
  await pause(1_000)
  const toasts = [receivedBodies(0), receivedBodies(1)]
  for (const client of clients) client.close()
  for (const { child } of pair) child.signal('SIGTERM')
  await Promise.all(pair.map(({ child }) => child.ended))

  await (await makeClockSettable(environment.databaseUrl)).set(MONTH_MS)
  const later = await open({ PORT: '0', CLOCK_SHIFT_MS: String(MONTH_MS) })
  await sendAll([later.address], 2, () => Date.now() + MONTH_MS)
  const there = await received(environment)
  return {
    problems: keepFailing({
      refused,
      'received twice': twice(there),
      missing: payloads.map(({ body }) => body).filter((body) => !new Set(there).has(body)),
      'shown twice': toasts.flatMap(twice),
      'not shown': toasts.flatMap((bodies) =>
        payloads.map(({ body }) => body).filter((body) => !new Set(bodies).has(body)),
      ),
    }),
    summary: `${texts} messages, sent ten times to two processes and twice a month later: ${there.length} received, ${toasts[0]?.length} and ${toasts[1]?.length} events`,
  }
}

/**
 * Makes the database unavailable, half of the time hanging and half of it disconnected, while messages arrive from a
 * carrier that never retries.
 */
export async function receiveWithoutDatabase(environment: TestEnvironment, awayMs: number): Promise<Outcome> {
  const wire = await layWire(environment.databaseUrl)
  try {
    await environment.product({ DATABASE_URL: wire.url, LOG_LEVEL: 'error' })
    const away = { from: 0, until: 0 }
    const streamed = await stream(environment, 50, async () => {
      await pause(8_000)
      away.from = performance.now()
      wire.stall()
      await pause(awayMs / 2)
      await wire.cut()
      await pause(awayMs / 2)
      await wire.mend()
      away.until = performance.now()
      await pause(8_000)
    })
    const endedAt = performance.now()
    const count = async () => (await received(environment)).length
    await until(async () => (await count()) >= streamed.sent.length, 120_000).catch(() => {})
    const late = Math.max(0, performance.now() - endedAt)
    const there = await received(environment)
    const isThere = new Set(there)
    const acceptedBodies = new Set(streamed.accepted)
    return {
      problems: keepFailing({
        'not answered 200': streamed.sent.filter((body) => !acceptedBodies.has(body)),
        lost: streamed.sent.filter((body) => !isThere.has(body)),
        'received twice': twice(there),
        'out of order': outOfOrder(environment, there),
      }),
      summary: `${streamed.sent.length} messages, database away for ${awayMs / 1000} s: ${answersIn(streamed, away)}; all received ${(late / 1000).toFixed(1)} s after the last was sent`,
    }
  } finally {
    await wire.close()
  }
}

function answersIn({ answers }: Streamed, away: { from: number; until: number }): string {
  const p99 = (samples: { ms: number }[]) => {
    const sorted = samples.map(({ ms }) => ms).toSorted((a, b) => a - b)
    return (sorted[Math.floor(sorted.length * 0.99)] ?? 0).toFixed(0)
  }
  const isAway = ({ at }: { at: number }) => at >= away.from && at < away.until
  return `p99 of responses ${p99(answers.filter((answer) => !isAway(answer)))} ms with the database, ${p99(answers.filter(isAway))} ms without`
}

/** Sends changed calls, calls signed by others, stale calls, and replays of genuine calls. */
export async function receiveForgeries(
  environment: TestEnvironment,
  carrier: 'simulated' | 'twilio',
  count: number,
): Promise<Outcome> {
  await environment.product({ LOG_LEVEL: 'error' })
  const path = `/hooks/${carrier}/${environment.fast.id}`
  const from = environment.contacts[0]?.phone as string
  const callFor = (n: number, how: { secret?: string; at?: number } = {}): Call => {
    const { phone, credentials } = environment.fast
    const form = { From: from, Body: 'Swap my shift', NumMedia: '0', AccountSid: credentials.account ?? '', To: phone }
    const sid = `SM${String(n).padStart(32, '0')}`
    const payload = { type: 'inbound', id: `txt_${n}`, from, to: phone, body: 'Swap my shift' }
    const signed =
      carrier === 'twilio'
        ? twilioCall(environment.fast, environment.address + path, { ...form, MessageSid: sid }, how.secret)
        : nativeCall(environment.fast, payload, how)
    return { path, ...signed }
  }
  const forged = fc.sample(
    fc
      .nat({ max: 1_000_000 })
      .chain((n) => fc.tuple(fc.constant(callFor(n)), changes(callFor(n))))
      .filter(([genuine, changed]) => !hasSameMeaning(genuine, changed))
      .map(([, changed]) => changed),
    { numRuns: count, seed: 2_026 },
  )
  const strangers = Array.from({ length: 100 }, (_, n) => callFor(n, { secret: `of another line ${n}` }))
  const stale = carrier === 'simulated' ? [callFor(1, { at: Date.now() - 600_000 })] : []
  const statuses = new Map<number, number>()
  const believed: string[] = []
  const all = [...forged, ...strangers, ...stale]
  await withAll(all, async (call) => {
    const status = await post(environment.address, call)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status !== 401) believed.push(`${status} to ${JSON.stringify(call)}`)
  })
  const stored = await received(environment)
  const genuine = Array.from({ length: 100 }, (_, n) => callFor(2_000_000 + n))
  const refused: string[] = []
  await withAll(Array.from({ length: REPLAYS }, () => genuine).flat(), async (call) => {
    const status = await post(environment.address, call)
    if (status !== 200) refused.push(`genuine, answered ${status}`)
  })
  const { length } = await received(environment)
  return {
    problems: keepFailing({
      'not refused': believed,
      stored,
      refused,
      'replays that changed something':
        length === genuine.length ? [] : [`${length} messages from ${genuine.length} webhooks`],
    }),
    summary: `${all.length} forged webhooks answered ${[...statuses].map(([status, times]) => `${status} (${times} times)`).join(', ')}; ${genuine.length} genuine ones replayed ${REPLAYS} times: ${length} messages`,
  }
}

/** A Twilio form can be encoded differently with the same meaning: that is a repeat, not a forgery. */
function hasSameMeaning(genuine: Call, changed: Call): boolean {
  if (JSON.stringify(genuine.headers) !== JSON.stringify(changed.headers)) return false
  if (genuine.body === changed.body) return true
  const isForm = genuine.headers['content-type']?.includes('form')
  const read = (body: string) => JSON.stringify([...new URLSearchParams(body)])
  return isForm === true && read(genuine.body) === read(changed.body)
}

/**
 * Loses some of a hundred calls; the backfill must find them at the carrier, at the next five minutes or at a start.
 */
export async function receiveWithLosses(
  environment: TestEnvironment,
  texts: number,
  isPatient: boolean,
): Promise<Outcome> {
  const children = [await environment.product()]
  const lostCallbacksPct = isPatient ? 1 : 10
  await environment.carrier({ lostCallbacksPct })
  const bodies = Array.from({ length: texts }, (_, n) => `Lost or not ${n}`)
  await withAll(bodies, async (body) => {
    const phone = environment.contacts[bodies.indexOf(body) % environment.contacts.length]?.phone as string
    const answer = await fetch(`${environment.carrierUrl}/control/handsets/${encodeURIComponent(phone)}/texts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to: environment.fast.phone, body }),
    })
    if (!answer.ok) throw new Error(`the carrier answered ${answer.status}: ${await answer.text()}`)
  })
  const since = performance.now()
  // No call is pending once no more arrive for a while.
  for (let [before, now] = [-1, 0]; now !== before; [before, now] = [now, (await received(environment)).length])
    await pause(4_000)
  await environment.carrier({ lostCallbacksPct: 0 })
  if (!isPatient) {
    children[0]?.signal('SIGTERM')
    await children[0]?.ended
    children.push(await environment.product())
  }
  await until(async () => (await received(environment)).length >= texts, 600_000).catch(() => {})
  const seconds = ((performance.now() - since) / 1000).toFixed(0)
  const there = await received(environment)
  const isThere = new Set(there)
  const countBackfilled = () =>
    children
      .flatMap((child) => child.outputLines())
      .filter((line) => line.includes('received late'))
      .reduce((sum, line) => sum + Number(/"missing":(\d+)/.exec(line)?.[1]), 0)
  // The log line appears a moment after the messages.
  await until(async () => countBackfilled() > 0, 10_000).catch(() => {})
  return {
    problems: keepFailing({
      lost: bodies.filter((body) => !isThere.has(body)),
      'received twice': twice(there),
      'messages were lost, but the log shows none': countBackfilled() > 0 ? [] : [`${lostCallbacksPct} of 100`],
    }),
    summary: `${texts} messages, webhooks of ${lostCallbacksPct} in 100 lost: ${countBackfilled()} found by the backfill, all received ${seconds} s after the last was sent`,
  }
}
