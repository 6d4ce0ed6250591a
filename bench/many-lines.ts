// Benchmarks with many numbers: two senders against one, and the rate of each number.
import { makeScope } from '../server/src/kernel/scope.ts'
import { addLine, type NewLine } from '../server/src/modules/lines/index.ts'
import { LANE, queue } from '../server/src/modules/messages/index.ts'
import type { TestEnvironment } from '../server/test/faults/test-environment.ts'
import { untilTrue } from './broadcast-calls.ts'
import { cpuOf } from './cpu.ts'
import { median } from './pairs.ts'

const WITHIN_MS = 200_000

/** A text that the carrier accepted: when, in ms, and from which number. */
interface Accepted {
  n: number
  at: number
  from: string
  body: string
}

/** Measures how much faster two processes hand off what waits on eight numbers than one process, taken in turn. */
export async function benchSenders(
  environment: TestEnvironment,
  { texts, rounds, latencyMs }: { texts: number; rounds: number; latencyMs: number },
): Promise<void> {
  await environment.carrier({ mode: 'ok', latencyMs, receiptDelayMs: 3_600_000 })
  const lines = await addLines(environment, { count: 8, perSecond: 1_000_000, from: 7_000 })
  const shares: number[] = []
  const rates: { one: number[]; two: number[] } = { one: [], two: [] }
  /** What the process with less work used, as a share of the other. */
  const less: number[] = []
  const used: { one: number[]; two: number[] } = { one: [], two: [] }
  for (let round = 0; round <= rounds; round++) {
    const seconds = { one: 0, two: 0 }
    for (const which of ['one', 'two'] as const) {
      const senders = await Promise.all(
        Array.from({ length: which === 'one' ? 1 : 2 }, () => environment.product({ ROLES: 'sender', PORT: '0' })),
      )
      const startedAt = await queueOn(environment, lines, texts / lines.length)
      await untilDrained(environment)
      seconds[which] = (performance.now() - startedAt) / 1000
      const cpu = senders.map(({ pid }) => cpuOf(pid)).toSorted((a, b) => a - b)
      if (round > 0) used[which].push((cpu.reduce((sum, one) => sum + one, 0) * 1_000_000) / texts)
      if (round > 0 && which === 'two') less.push((cpu[0] ?? 0) / (cpu[1] ?? NaN))
      // A process that is asked to end leaves its lines at once.
      for (const sender of senders) sender.signal('SIGTERM')
      await Promise.all(senders.map((sender) => sender.ended))
      await untilTrue(environment, {
        query: 'select not exists (select from line_lease where until > now()) as is',
        withinMs: 20_000,
      })
    }
    if (round === 0) continue
    shares.push(seconds.one / seconds.two)
    for (const which of ['one', 'two'] as const) rates[which].push(texts / seconds[which])
  }
  const rate = (values: number[]) => `${Math.round(median(values)).toLocaleString('en')}/s`
  console.log(
    `Two senders, ${texts.toLocaleString('en')} texts on 8 numbers, carrier answers after ${latencyMs} ms: ` +
      `${median(shares).toFixed(2)} times one sender (${Math.min(...shares).toFixed(2)}-${Math.max(...shares).toFixed(2)}, ${rounds} rounds; ` +
      `${rate(rates.two)} against ${rate(rates.one)}); CPU ms per 1,000 with the start of two processes ${median(used.two).toFixed(0)}, of one process ${median(used.one).toFixed(0)}; ` +
      `the second process did ${median(less).toFixed(2)} of the work of the first`,
  )
}

/**
 * Measures what leaves from each of many numbers with the same rate: its share of that rate, and the most in any second at
 * the carrier.
 */
export async function benchShaping(
  environment: TestEnvironment,
  { numbers, perSecond, seconds, from }: { numbers: number; perSecond: number; seconds: number; from: number },
): Promise<void> {
  await environment.carrier({ mode: 'ok', latencyMs: 5, receiptDelayMs: 3_600_000 })
  const lines = await addLines(environment, { count: numbers, perSecond, from })
  const product = await environment.product()
  const before = cpuOf(product.pid)
  const each = perSecond * seconds
  const earlier = await readAccepted(environment, 0)
  const startedAt = await queueOn(environment, lines, each)
  await untilDrained(environment)
  const took = (performance.now() - startedAt) / 1000
  const cpu = ((cpuOf(product.pid) - before) * 1_000_000) / (numbers * each)
  const accepted = await readAccepted(environment, earlier.at(-1)?.n ?? 0)
  const byNumber = [...Map.groupBy(accepted, (text) => text.from).values()]
  if (accepted.length !== numbers * each || byNumber.length !== numbers)
    throw new Error(`wrong result: ${accepted.length} texts from ${byNumber.length} numbers`)
  const shares = byNumber.map((texts) => shareOf(texts, perSecond))
  const most = byNumber.map((texts) => mostInASecond(texts))
  const above = most.filter((n) => n > perSecond).length
  console.log(
    `${numbers.toLocaleString('en')} numbers at ${perSecond}/s each for ${seconds} s: median ${(100 * median(shares)).toFixed(1)} % of the rate ` +
      `(${(100 * Math.min(...shares)).toFixed(1)}-${(100 * Math.max(...shares)).toFixed(1)}); most in any second ${Math.max(...most)}, ` +
      `${above} numbers above; together ${Math.round((numbers * each) / took).toLocaleString('en')}/s; CPU ms per 1,000 ${cpu.toFixed(0)}; goal 99 %, never above`,
  )
  product.signal('SIGTERM')
  await product.ended
  await environment.sql.query('delete from line_lease')
}

/** The rate between the first and the last text, as a share of the allowed one. */
function shareOf(texts: Accepted[], perSecond: number): number {
  const [first, last] = [texts[0]?.at ?? 0, texts.at(-1)?.at ?? 0]
  return ((texts.length - 1) * 1_000) / Math.max(1, last - first) / perSecond
}

function mostInASecond(texts: Accepted[]): number {
  let most = 0
  for (let from = 0, to = 0; to < texts.length; to++) {
    while ((texts[to]?.at ?? 0) - (texts[from]?.at ?? 0) >= 1_000) from += 1
    most = Math.max(most, to - from + 1)
  }
  return most
}

async function addLines(
  { kernel, org }: TestEnvironment,
  { count, perSecond, from }: { count: number; perSecond: number; from: number },
): Promise<NewLine[]> {
  const lines = Array.from({ length: count }, (_, nth): NewLine => ({
    ...org.line,
    id: kernel.world.id(),
    phone: `+1312${String(5_550_000 + from + nth)}`,
    label: `Number ${from + nth}`,
    textsPerSecond: perSecond,
  }))
  for (const line of lines)
    await addLine(kernel.database.asSystem('benchmarks create lines'), kernel.encryption, line, kernel.world.now())
  return lines
}

/** Queues so many texts on each line in one transaction; returns when they were committed. */
async function queueOn(environment: TestEnvironment, lines: NewLine[], each: number): Promise<number> {
  const { kernel, org, contacts } = environment
  const summary = { id: org.id, country: 'US', timezone: 'America/Chicago', status: 'active' as const }
  const scope = makeScope(kernel, summary, { kind: 'system', reason: 'bench' }, 'bench')
  const ofLine = Math.floor(contacts.length / lines.length)
  const drafts = lines.flatMap((line, lineNth) =>
    Array.from({ length: each }, (_, nth) => {
      // Each line texts people of its own.
      const contact = contacts[lineNth * ofLine + (nth % ofLine)] as TestEnvironment['contacts'][number]
      return {
        id: kernel.world.id(),
        contactId: contact.id,
        lineId: line.id,
        from: line.phone,
        to: contact.phone,
        body: `Text ${nth} from ${line.phone}`,
        kind: 'broadcast' as const,
        senderId: null,
      }
    }),
  )
  await scope.tx(async (tx) => {
    for (let at = 0; at < drafts.length; at += 2_500) await queue(tx, LANE.broadcast, drafts.slice(at, at + 2_500))
  })
  return performance.now()
}

const untilDrained = (environment: TestEnvironment) =>
  untilTrue(environment, {
    query: 'select not exists (select from outgoing_chunk) as is',
    withinMs: WITHIN_MS,
  })

async function readAccepted({ carrierUrl }: TestEnvironment, since: number): Promise<Accepted[]> {
  const text = await (await fetch(`${carrierUrl}/control/ledger?since=${since}`)).text()
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Accepted)
}
