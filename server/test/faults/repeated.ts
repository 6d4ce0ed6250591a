import { createBroadcast } from '@crewline/contract/broadcasts'
import type { AnyEndpoint } from '@crewline/contract/endpoint'
import { launchBroadcast } from '@crewline/contract/launch'
import { occurrencesAfter } from '@crewline/contract/schedule-rules'
import { countRecipients } from '@crewline/contract/recipients'
import type { RecurringSchedule } from '@crewline/contract/schedule'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeClockSettable, type SettableClock } from '../kit/settable-clock.ts'
import { callApi, type Answer, type RequestInput } from '../kit/test-app.ts'
import type { Chance } from './chance.ts'
import { EndedEarly, type Child } from './child.ts'
import { pause } from './driver.ts'
import { until } from './inbound-driver.ts'
import type { Outcome } from './inbound-storms.ts'
import { checkDates, type DateRun, type ExpectedDate, type RepeatedEvidence } from './repeated-checkers.ts'
import type { TestEnvironment } from './test-environment.ts'

const HOUR_MS = 3_600_000
const ZONE = 'America/Chicago'
/** How long before a date the clocks are set, in ms. */
const LEAD_MS = 6_000

/** What happens around a date. */
const NEMESES = [
  'killed before',
  'killed at the date',
  'killed after',
  'killed while it sends',
  'two processes',
  'frozen over the date',
  'an hour ahead before',
  'an hour ahead after',
  'an hour back before',
  'an hour back after',
  'stopped for five hours',
  'stopped for seven hours',
] as const
type Nemesis = (typeof NEMESES)[number]

/** The product with a clock that can be set, while it runs or not. */
class SteppedProduct {
  private readonly environment: TestEnvironment
  private readonly clock: SettableClock
  private readonly file: string
  private children: Child[] = []
  aheadMs = 0

  constructor(environment: TestEnvironment, clock: SettableClock) {
    this.environment = environment
    this.clock = clock
    this.file = join(environment.dataDir, '..', 'clock')
  }

  now(): number {
    return Date.now() + this.aheadMs
  }

  /** Sets the clocks of the machine and the database to a moment. */
  async setTo(moment: number): Promise<void> {
    this.aheadMs = Math.round(moment - Date.now())
    await this.shift(0)
  }

  /** Lets both clocks be wrong by this much; 0 sets them right. */
  async shift(byMs: number): Promise<void> {
    await writeFile(this.file, String(this.aheadMs + byMs))
    await this.clock.set(this.aheadMs + byMs)
  }

  async start(more: Record<string, string> = {}): Promise<void> {
    // The claims of dead processes on steps expire after half a minute; the run does not wait that long.
    await this.environment.sql
      .query(
        "update pgboss.job set state = 'retry', retry_count = 0, start_after = '2020-01-01' where name like 'broadcasts.%' and state in ('active', 'retry')",
      )
      .catch(() => {}) // The tables of jobs do not exist before the first start.
    try {
      this.children.push(await this.environment.product({ CLOCK_SHIFT_FILE: this.file, ...more }))
    } catch (error) {
      if (!(error instanceof EndedEarly)) throw error
    }
  }

  signal(name: NodeJS.Signals): void {
    for (const child of this.children) child.signal(name)
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL')
    await Promise.all(this.children.map((child) => child.ended))
    this.children = []
  }

  /** Waits until a moment of the right clock. */
  async reach(moment: number): Promise<void> {
    await pause(Math.max(0, moment - this.now()))
  }

  /** Waits until the processes noticed that a clock stepped, or that it is right again. */
  async doubts(isInDoubt: boolean): Promise<void> {
    await until(async () => {
      const answer = await fetch(`${this.environment.address}/readyz`).then(async (it) => (await it.json()) as object)
      return 'warnings' in answer === isInDoubt
    }, 20_000)
  }
}

/**
 * Sends a daily broadcast while processes are killed and frozen, and clocks step by an hour, around each date. Every date
 * must have one run that reaches everyone once, or be reported as missed when no process ran for longer than texts may
 * be late.
 */
export async function sendRepeated(
  environment: TestEnvironment,
  chance: Chance,
  { people, rounds }: { people: number; rounds: number },
): Promise<Outcome> {
  const crew = environment.contacts.slice(0, people)
  const product = new SteppedProduct(environment, await makeClockSettable(environment.databaseUrl))
  await product.setTo(Date.now())
  await product.start()
  const schedule: RecurringSchedule = {
    ...{ mode: 'recurring', start: startOf(product.now()), timeZone: ZONE, inContactZone: false, frequency: 'daily' },
    ...{
      interval: 1,
      weekdays: [],
      onDay: 'day_of_month',
      shortMonths: 'last_day',
      end: { type: 'never' },
      skipDates: [],
    },
  }
  const id = await launch(
    environment,
    crew.map((contact) => contact.id),
    schedule,
  )
  const nemeses = Array.from({ length: rounds }, () => shuffled(chance, NEMESES)).flat()
  const occurrences = occurrencesAfter(schedule, new Date(product.now()), nemeses.length + 1)
  const dates: ExpectedDate[] = []
  const early: string[] = []
  for (const [nth, nemesis] of nemeses.entries()) {
    const { local, at } = occurrences[nth] as { local: string; at: Date }
    await product.kill()
    await product.setTo(at.getTime() - LEAD_MS)
    const isEarly = async () => (await runsOf(environment, id)).some((run) => run.occurrence === local)
    const moments = {
      at: at.getTime(),
      isEarly: async (when: string) => void ((await isEarly()) && early.push(`${local} ${when}`)),
    }
    await play(product, nemesis, moments, chance)
    dates.push({ occurrence: local, isMissed: nemesis === 'stopped for seven hours' })
    await until(async () => {
      const run = (await runsOf(environment, id)).find((candidate) => candidate.occurrence === local)
      return run !== undefined && ['sent', 'missed', 'failed', 'stopped'].includes(run.state)
    }, 90_000).catch((error: unknown) => {
      throw new Error(`${nemesis}, ${local}: ${(error as Error).message}`)
    })
  }
  await product.kill()
  const problems = checkDates(
    await gather(environment, id, {
      ...{ dates, early, people: crew.map((contact) => contact.phone) },
      nextExpected: occurrences[nemeses.length]?.local as string,
    }),
  )
  return { problems, summary: `${dates.length} dates to ${people} people through ${NEMESES.length} kinds of faults` }
}

/** Lets one thing go wrong around a date; the product runs afterward. */
async function play(
  product: SteppedProduct,
  nemesis: Nemesis,
  { at, isEarly }: { at: number; isEarly: (when: string) => Promise<void> },
  chance: Chance,
): Promise<void> {
  const restart = async () => {
    await product.kill()
    await product.start()
  }
  const step = async (byMs: number) => {
    await product.shift(byMs)
    await product.doubts(true)
    if (byMs > 0 && product.now() < at) await isEarly(nemesis)
    await pause(chance.integer(500, 3_000))
    await product.shift(0)
    await product.doubts(false)
  }
  if (nemesis === 'stopped for five hours') return openAt(product, at + 5 * HOUR_MS)
  if (nemesis === 'stopped for seven hours') return openAt(product, at + 7 * HOUR_MS)
  await product.start(nemesis === 'killed while it sends' ? { FAILPOINTS: 'submit.before_store:kill' } : {})
  if (product.now() < at) await isEarly('at the start')
  switch (nemesis) {
    case 'killed before':
      await product.reach(at - chance.integer(200, 1_500))
      return restart()
    case 'killed at the date':
      await product.reach(at + chance.integer(0, 400))
      return restart()
    case 'killed after':
      await product.reach(at + chance.integer(600, 2_500))
      return restart()
    case 'killed while it sends':
      await product.reach(at + 5_000)
      return restart()
    case 'two processes':
      return product.start({ ROLES: 'worker,sender', PORT: '0' })
    case 'frozen over the date':
      await product.reach(at - 500)
      product.signal('SIGSTOP')
      await product.start({ ROLES: 'worker,sender', PORT: '0' })
      await product.reach(at + chance.integer(6_000, 8_000))
      return product.signal('SIGCONT')
    case 'an hour ahead before':
      return step(HOUR_MS)
    case 'an hour back before':
      return step(-HOUR_MS)
    case 'an hour ahead after':
      await product.reach(at + chance.integer(0, 1_500))
      return step(HOUR_MS)
    case 'an hour back after':
      await product.reach(at + chance.integer(0, 1_500))
      return step(-HOUR_MS)
  }
}

async function openAt(product: SteppedProduct, moment: number): Promise<void> {
  await product.setTo(moment)
  await product.start()
}

/** The first date of the series: two days ahead, at a full minute in the morning. */
function startOf(nowMs: number): string {
  return `${new Date(nowMs + 2 * 24 * HOUR_MS).toISOString().slice(0, 10)}T09:00`
}

async function launch(
  environment: TestEnvironment,
  contactIds: string[],
  schedule: RecurringSchedule,
): Promise<string> {
  const id = environment.kernel.world.id()
  const audience = { contactIds }
  const options = {
    lineId: environment.fast.id,
    quietHours: 'send' as const,
    quietReason: 'Fault runs run at night too',
  }
  const { body } = await call(environment, createBroadcast, {
    body: { id, name: 'Every morning', audience, message: { body: 'Good morning' }, options, schedule },
  })
  const counted = await call(environment, countRecipients, { body: { audience } })
  const { recipients } = counted.body.count
  await call(environment, launchBroadcast, {
    params: { id },
    body: { version: body.broadcast.version, expectedRecipients: recipients },
  })
  return id
}

async function call<E extends AnyEndpoint>(
  environment: TestEnvironment,
  endpoint: E,
  input: RequestInput<E>,
): Promise<Answer<E>> {
  const answer = await callApi(environment.address, environment.members[0]?.token ?? null, endpoint, input)
  if (answer.http !== 200) throw new Error(`${endpoint.path} answered ${answer.http}: ${JSON.stringify(answer.body)}`)
  return answer
}

async function runsOf({ sql }: TestEnvironment, broadcastId: string): Promise<DateRun[]> {
  const { rows } = await sql.query<DateRun>(
    'select id, occurrence, state from broadcast_run where broadcast_id = $1 order by planned_at',
    [broadcastId],
  )
  return rows
}

async function gather(
  environment: TestEnvironment,
  broadcastId: string,
  known: Pick<RepeatedEvidence, 'dates' | 'early' | 'people' | 'nextExpected'>,
): Promise<RepeatedEvidence> {
  const query = async <Row extends object>(text: string): Promise<Row[]> =>
    (await environment.sql.query<Row>(text)).rows
  const text = await (await fetch(`${environment.carrierUrl}/control/ledger`)).text()
  const [broadcast] = await query<{ next: string | null }>(
    `select next_local as next from broadcast where id = '${broadcastId}'`,
  )
  return {
    ...known,
    runs: await runsOf(environment, broadcastId),
    messages: await query(
      'select id, batch_id as "runId", phone_to as "to", state from message where batch_id is not null and direction = \'out\'',
    ),
    history: await query('select id, was, now from fault_history order by n'),
    ledger: text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as RepeatedEvidence['ledger'][number]),
    nextLocal: broadcast?.next ?? null,
  }
}

function shuffled<T>(chance: Chance, values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, place: chance.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value)
}
