import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { nativeCall, twilioCall } from '../kit/hooks.ts'
import { listen } from '../kit/sockets.ts'
import type { Chance } from './chance.ts'
import { pause } from './driver.ts'
import { changes, post, type Call } from './forgeries.ts'
import { outOfOrder, received, stream, until, type Streamed } from './inbound-driver.ts'
import type { Stage } from './stage.ts'
import { layWire } from './wire.ts'

const PRODUCT = fileURLToPath(new URL('./product.ts', import.meta.url))
const MONTH_MS = 30 * 86_400_000
/** Calls under way at a time. */
const AT_ONCE = 64
/** Each genuine call is played this often. */
const REPLAYS = 50

/** What a scenario found wrong, each with its cases, and what it did in words. */
export interface Outcome {
  problems: Record<string, string[]>
  words: string
}

const wrong = (problems: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(problems).filter(([, cases]) => cases.length > 0))

/** Does something with each of these, so many at a time. */
async function withAll<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all].reverse()
  const work = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await act(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** Words that are there more than once. */
const twice = (words: readonly string[]): string[] => [
  ...new Set(words.filter((one, nth) => words.indexOf(one) !== nth)),
]

/** Each text told ten times at once to two processes, and again when their clocks are a month further: received and shown once. */
export async function hearTwice(stage: Stage, chance: Chance, texts: number): Promise<Outcome> {
  const open = async (more: Record<string, string>) => {
    const { child, match } = await stage.run(PRODUCT, { LOG_LEVEL: 'error', ...more }, /^READY (\S+)/)
    return { child, address: match[1] as string }
  }
  const payloads = Array.from({ length: texts }, (_, n) => ({
    ...{ type: 'inbound', id: `twice_${n}`, to: stage.fast.phone, body: `Twice ${n}` },
    from: stage.workers[n % stage.workers.length]?.phone as string,
  }))
  const refused: string[] = []
  const tellAll = async (addresses: string[], times: number, at: () => number) => {
    const calls = Array.from({ length: times }, () => payloads).flat()
    // Shuffled among their neighbours, so that the same text is under way at both.
    const order = calls.map((payload) => ({ payload, place: chance.next() * texts })).sort((a, b) => a.place - b.place)
    await withAll(order, async ({ payload, place }) => {
      const address = addresses[Math.floor(place * 1000) % addresses.length] as string
      const call = nativeCall(stage.fast, payload, { at: at() })
      const status = await post(address, { path: `/hooks/simulated/${stage.fast.id}`, ...call })
      if (status !== 200) refused.push(`${payload.id} answered ${status}`)
    })
  }
  const pair = [await open({ PORT: '0' }), await open({ PORT: '0' })]
  const token = stage.members[0]?.token as string
  const ears = await Promise.all(pair.map(({ address }) => listen(address, token)))
  const heard = (nth: number) => (ears[nth]?.all('message') ?? []).map((event) => (event as { body: string }).body)
  const addresses = pair.map(({ address }) => address)
  await tellAll(addresses, 10, () => Date.now())
  await until(async () => [0, 1].every((nth) => heard(nth).length >= texts), 60_000)
  await pause(1_000)
  const toasts = [heard(0), heard(1)]
  for (const ear of ears) ear.close()
  for (const { child } of pair) child.signal('SIGTERM')
  await Promise.all(pair.map(({ child }) => child.ended))

  const later = await open({ PORT: '0', CLOCK_SHIFT_MS: String(MONTH_MS) })
  await tellAll([later.address], 2, () => Date.now() + MONTH_MS)
  const there = await received(stage)
  return {
    problems: wrong({
      refused,
      'received twice': twice(there),
      missing: payloads.map(({ body }) => body).filter((body) => !new Set(there).has(body)),
      'shown twice': toasts.flatMap(twice),
      'not shown': toasts.flatMap((shown) =>
        payloads.map(({ body }) => body).filter((body) => !new Set(shown).has(body)),
      ),
    }),
    words: `${texts} texts, told ten times to two processes and twice a month later: ${there.length} received, ${toasts[0]?.length} and ${toasts[1]?.length} events`,
  }
}

/** The database is away, half of the time hanging and half of it gone, while texts of a carrier that never repeats come. */
export async function hearWithoutDatabase(stage: Stage, awayMs: number): Promise<Outcome> {
  const wire = await layWire(stage.databaseUrl)
  try {
    await stage.product({ DATABASE_URL: wire.url, LOG_LEVEL: 'error' })
    const away = { from: 0, until: 0 }
    const streamed = await stream(stage, 50, async () => {
      await pause(8_000)
      away.from = performance.now()
      wire.hold()
      await pause(awayMs / 2)
      await wire.cut()
      await pause(awayMs / 2)
      await wire.mend()
      away.until = performance.now()
      await pause(8_000)
    })
    const endedAt = performance.now()
    const count = async () => (await received(stage)).length
    await until(async () => (await count()) >= streamed.told.length, 120_000).catch(() => {})
    const late = Math.max(0, performance.now() - endedAt)
    const there = await received(stage)
    const isThere = new Set(there)
    const wasKept = new Set(streamed.kept)
    return {
      problems: wrong({
        'not answered 200': streamed.told.filter((body) => !wasKept.has(body)),
        lost: streamed.told.filter((body) => !isThere.has(body)),
        'received twice': twice(there),
        'out of order': outOfOrder(stage, there),
      }),
      words: `${streamed.told.length} texts, away for ${awayMs / 1000} s: ${answersIn(streamed, away)}; all received ${(late / 1000).toFixed(1)} s after the last`,
    }
  } finally {
    await wire.close()
  }
}

function answersIn({ answers }: Streamed, away: { from: number; until: number }): string {
  const p99 = (some: { ms: number }[]) => {
    const sorted = some.map(({ ms }) => ms).toSorted((a, b) => a - b)
    return (sorted[Math.floor(sorted.length * 0.99)] ?? 0).toFixed(0)
  }
  const isAway = ({ at }: { at: number }) => at >= away.from && at < away.until
  return `p99 of answers ${p99(answers.filter((one) => !isAway(one)))} ms with the database, ${p99(answers.filter(isAway))} ms without`
}

/** Calls with something changed, signed by others or too old, and genuine ones played again and again. */
export async function hearForgeries(stage: Stage, carrier: 'simulated' | 'twilio', many: number): Promise<Outcome> {
  await stage.product({ LOG_LEVEL: 'error' })
  const path = `/hooks/${carrier}/${stage.fast.id}`
  const from = stage.workers[0]?.phone as string
  const callFor = (n: number, how: { secret?: string; at?: number } = {}): Call => {
    const { phone, credentials } = stage.fast
    const form = { From: from, Body: 'Swap my shift', NumMedia: '0', AccountSid: credentials.account ?? '', To: phone }
    const sid = `SM${String(n).padStart(32, '0')}`
    const payload = { type: 'inbound', id: `txt_${n}`, from, to: phone, body: 'Swap my shift' }
    const signed =
      carrier === 'twilio'
        ? twilioCall(stage.fast, stage.address + path, { ...form, MessageSid: sid }, how.secret)
        : nativeCall(stage.fast, payload, how)
    return { path, ...signed }
  }
  const forged = fc.sample(
    fc
      .nat({ max: 1_000_000 })
      .chain((n) => fc.tuple(fc.constant(callFor(n)), changes(callFor(n))))
      .filter(([genuine, changed]) => !saysTheSame(genuine, changed))
      .map(([, changed]) => changed),
    { numRuns: many, seed: 2_026 },
  )
  const strangers = Array.from({ length: 100 }, (_, n) => callFor(n, { secret: `of somebody else ${n}` }))
  const old = carrier === 'simulated' ? [callFor(1, { at: Date.now() - 600_000 })] : []
  const statuses = new Map<number, number>()
  const believed: string[] = []
  const all = [...forged, ...strangers, ...old]
  await withAll(all, async (call) => {
    const status = await post(stage.address, call)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status !== 401) believed.push(`${status} to ${JSON.stringify(call)}`)
  })
  const stored = await received(stage)
  const genuine = Array.from({ length: 100 }, (_, n) => callFor(2_000_000 + n))
  const refused: string[] = []
  await withAll(Array.from({ length: REPLAYS }, () => genuine).flat(), async (call) => {
    const status = await post(stage.address, call)
    if (status !== 200) refused.push(`genuine, answered ${status}`)
  })
  const { length } = await received(stage)
  return {
    problems: wrong({
      'not refused': believed,
      stored,
      refused,
      'replays that changed something': length === genuine.length ? [] : [`${length} texts of ${genuine.length} calls`],
    }),
    words: `${all.length} forged calls answered ${[...statuses].map(([status, times]) => `${status} (${times} times)`).join(', ')}; ${genuine.length} genuine ones played ${REPLAYS} times: ${length} texts`,
  }
}

/** The form of Twilio may be written in another way and say the same: that is a repeat, no forgery. */
function saysTheSame(genuine: Call, changed: Call): boolean {
  if (JSON.stringify(genuine.headers) !== JSON.stringify(changed.headers)) return false
  if (genuine.body === changed.body) return true
  const isForm = genuine.headers['content-type']?.includes('form')
  const read = (body: string) => JSON.stringify([...new URLSearchParams(body)])
  return isForm === true && read(genuine.body) === read(changed.body)
}

/** Of a hundred calls some are lost; what was not told is found by asking the carrier, at the next five minutes or at a start. */
export async function hearWithLosses(stage: Stage, texts: number, isPatient: boolean): Promise<Outcome> {
  const children = [await stage.product()]
  const lostCallbacksPct = isPatient ? 1 : 10
  await stage.carrier({ lostCallbacksPct })
  const bodies = Array.from({ length: texts }, (_, n) => `Lost or not ${n}`)
  await withAll(bodies, async (body) => {
    const phone = stage.workers[bodies.indexOf(body) % stage.workers.length]?.phone as string
    const answer = await fetch(`${stage.carrierUrl}/control/handsets/${encodeURIComponent(phone)}/texts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to: stage.fast.phone, body }),
    })
    if (!answer.ok) throw new Error(`the carrier answered ${answer.status}: ${await answer.text()}`)
  })
  const since = performance.now()
  // None is under way any more when no more came for a while.
  for (let [before, now] = [-1, 0]; now !== before; [before, now] = [now, (await received(stage)).length])
    await pause(4_000)
  await stage.carrier({ lostCallbacksPct: 0 })
  if (!isPatient) {
    children[0]?.signal('SIGTERM')
    await children[0]?.ended
    children.push(await stage.product())
  }
  await until(async () => (await received(stage)).length >= texts, 600_000).catch(() => {})
  const seconds = ((performance.now() - since) / 1000).toFixed(0)
  const there = await received(stage)
  const isThere = new Set(there)
  const found = () =>
    children
      .flatMap((child) => child.said())
      .filter((line) => line.includes('received late'))
      .reduce((sum, line) => sum + Number(/"missing":(\d+)/.exec(line)?.[1]), 0)
  // It is told a moment after the texts are there.
  await until(async () => found() > 0, 10_000).catch(() => {})
  return {
    problems: wrong({
      lost: bodies.filter((body) => !isThere.has(body)),
      'received twice': twice(there),
      'nothing was lost, nothing is shown': found() > 0 ? [] : [`${lostCallbacksPct} of 100`],
    }),
    words: `${texts} texts, the calls of ${lostCallbacksPct} in 100 lost: ${found()} found by asking, all there ${seconds} s after the last was sent`,
  }
}
