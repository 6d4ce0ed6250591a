import type pg from 'pg'
import { makeClockSettable } from '../kit/settable-clock.ts'
import { BroadcastDriver, gatherBroadcasts } from './broadcast-driver.ts'
import { checkBroadcasts } from './broadcast-checkers.ts'
import { killInside, Processes } from './broadcast-processes.ts'
import { disturbReceipts, makeWeather, type Weather } from './broadcast-weather.ts'
import type { Chance } from './chance.ts'
import { pause } from './driver.ts'
import type { Outcome } from './inbound-storms.ts'
import type { TestEnvironment } from './test-environment.ts'

/** Transactions in which processes are killed, by a table they write. */
const TABLES = {
  /** In the statement that freezes the recipients. */
  freeze: 'broadcast_recipient',
  /** In the step that queues messages, after it wrote them. */
  expansion: 'outgoing_chunk',
  /** While it counts what became of texts. */
  counting: 'broadcast_tally',
} as const
/** In the hand-off of a text. */
const FAILPOINTS = [
  'claim.taken',
  'submit.after_commit_before_write',
  'submit.response_read',
  'submit.before_store',
] as const
/**
 * How long a failpoint may take, in ms: the leases of the process before expire after five seconds, and a new broadcast
 * has to be planned and expanded.
 */
const REACHED_WITHIN_MS = 30_000
type Failpoint = (typeof FAILPOINTS)[number]
type Fault = keyof typeof TABLES | 'random' | 'cut' | 'frozen' | 'outage' | Failpoint

function isFailpoint(fault: Fault): fault is Failpoint {
  return FAILPOINTS.some((name) => name === fault)
}

function isInside(fault: Fault): fault is keyof typeof TABLES {
  return Object.hasOwn(TABLES, fault)
}

/** The size of the run. */
export interface BroadcastPlan {
  /** The people of each broadcast, at most those of the environment. */
  people: number
  /** How often each fault happens. */
  freezes: number
  expansions: number
  countings: number
  perFailpoint: number
  kills: number
  cuts: number
  /** Freezes of the process that sends, longer than its lease, while another takes over. */
  frozen: number
  /** How long the carrier is down each time, in ms. */
  outagesMs: number[]
  /** Phones whose receipts arrive in another order, and phones whose receipts never arrive. */
  shuffled: number
  lost: number
  /** Processes that plan, expand and count at once. */
  workers: 1 | 2
  optOuts: number
  /** Broadcasts that are paused and resumed, or stopped, in the middle. */
  paused: number
  stopped: number
  /** How long a process may live before it is killed at random, in ms. */
  lifeMs: readonly [number, number]
  /** How far the clocks of the database and of the last processes are ahead, in ms. */
  shiftMs: number
  settleWithinMs: number
}

/**
 * Sends broadcasts while processes are killed in every phase, connections to the database are cut, the carrier
 * misbehaves, and members and contacts pause, resume, stop and opt out. Everyone must get each text exactly once, or
 * have a reason.
 */
export async function broadcastThroughFaults(
  environment: TestEnvironment,
  chance: Chance,
  plan: BroadcastPlan,
): Promise<Outcome> {
  const { contacts, slow, fast, sql } = environment
  const driver = new BroadcastDriver(environment, chance)
  const crew = contacts.slice(0, plan.people)
  const ids = crew.map((contact) => contact.id)
  await varyPeople(environment, ids)
  const silent = await disturbReceipts(
    environment,
    crew.map((contact) => contact.phone),
    plan,
  )
  for (const phone of silent) driver.silent.add(phone)
  const processes = new Processes(environment, plan.workers)
  const ended: Record<string, number> = {}
  const rounds = shuffled<Fault>(chance, [
    ...repeat<Fault>('freeze', plan.freezes),
    ...repeat<Fault>('expansion', plan.expansions),
    ...repeat<Fault>('counting', plan.countings),
    ...repeat<Fault>('random', plan.kills),
    ...repeat<Fault>('cut', plan.cuts),
    ...repeat<Fault>('frozen', plan.frozen),
    ...repeat<Fault>('outage', plan.outagesMs.length),
    ...FAILPOINTS.flatMap((name) => repeat<Fault>(name, plan.perFailpoint)),
  ])
  // Each of these is sent once, at a random round; the last ones are paused and stopped in the middle.
  const starts = new Map<number, (() => Promise<void>)[]>()
  const at = (round: number, action: () => Promise<void>) => starts.set(round, [...(starts.get(round) ?? []), action])
  /** Who writes STOP, by round. */
  const optOuts = new Map<number, string[]>()
  const background: Promise<void>[] = []
  const begin = (work: () => Promise<void>) => {
    const working = work()
    // Awaited at the end, where a failure ends the run.
    working.catch(() => {})
    background.push(working)
  }
  for (const [nth, fault] of rounds.entries())
    // A frozen process and a carrier that is down need work too.
    if (fault === 'freeze' || fault === 'expansion' || fault === 'frozen' || fault === 'outage')
      at(nth, async () => void (await driver.send(ids, chance.pick([slow, fast]).id)))
  for (let n = 0; n < plan.paused; n++)
    at(chance.integer(0, rounds.length - 1), async () => {
      const id = await driver.send(ids, slow.id)
      begin(async () => {
        await pause(chance.integer(100, 1_500))
        const barrier = await driver.pause(id)
        await pause(chance.integer(300, 1_500))
        await driver.resume(id, barrier)
      })
    })
  for (let n = 0; n < plan.stopped; n++)
    at(chance.integer(0, rounds.length - 1), async () => {
      const id = await driver.send(ids, slow.id)
      begin(async () => {
        await pause(chance.integer(100, 2_500))
        await driver.stop(id)
      })
    })
  for (let n = 0; n < plan.optOuts; n++) {
    const { phone } = crew[Math.floor((n * crew.length) / plan.optOuts)] as { phone: string }
    const round = chance.integer(0, rounds.length - 1)
    optOuts.set(round, [...(optOuts.get(round) ?? []), phone])
  }
  const weather = makeWeather(environment, chance)
  const outagesMs = [...plan.outagesMs]
  for (const [nth, fault] of rounds.entries()) {
    const isPoint = isFailpoint(fault)
    environment.step = `round ${nth + 1} of ${rounds.length}, ${fault}`
    // Processes that the round before left alive have no failpoint.
    if (isPoint) await processes.kill()
    const isUp = await processes.start(isPoint ? { FAILPOINTS: `${fault}:kill` } : {})
    const planned = starts.get(nth) ?? []
    // A fault proves something only while texts leave.
    if (planned.length === 0 && !(await isWorkLeft(sql, plan.people / 4)))
      planned.push(async () => void (await driver.send(ids, plan.optOuts > rounds.length ? slow.id : fast.id)))
    const actions = planned.map((action) => action())
    for (const phone of optOuts.get(nth) ?? []) begin(() => driver.optOut(phone))
    for (const action of actions) action.catch(() => {})
    const how = isUp ? await playFault(environment, chance, { fault, processes, plan, weather, outagesMs }) : fault
    if (isPoint) await processes.kill()
    ended[how] = (ended[how] ?? 0) + 1
    // What a member does may need the next process.
    background.push(...actions)
  }
  environment.step = 'the last processes start'
  await weather.stop()
  await processes.kill()
  if (plan.shiftMs > 0) await (await makeClockSettable(environment.databaseUrl)).set(plan.shiftMs)
  await processes.start(plan.shiftMs > 0 ? { CLOCK_SHIFT_MS: String(plan.shiftMs) } : {})
  // What a member does begins more work when the product has answered, which may be now.
  environment.step = 'members and contacts get their answers'
  while (background.length > 0) await Promise.all(background.splice(0))
  environment.step = 'settling'
  const isSettled = await settledBroadcasts(environment, driver, plan.settleWithinMs)
  const evidence = await gatherBroadcasts(environment, driver)
  const problems = checkBroadcasts(evidence)
  // A run whose kills missed their moment would prove nothing.
  for (const fault of new Set(rounds)) if (!ended[fault]) problems['not reached'] = [JSON.stringify(ended)]
  if (evidence.runs.length === 0) problems['nothing sent'] = [JSON.stringify(ended)]
  if (!isSettled) problems['not settled in time'] = await openWork(sql, driver.silent)
  await processes.kill()
  const states = Object.groupBy(evidence.recipients, (row) => row.state)
  const counted = Object.fromEntries(Object.entries(states).map(([state, rows]) => [state, rows?.length]))
  return {
    problems,
    summary: `${evidence.runs.length} broadcasts to ${ids.length}, ${evidence.ledger.length} accepted by the carrier; ${JSON.stringify(counted)}; ended ${JSON.stringify(ended)}; ${evidence.barriers.length} pauses, stops and opt-outs`,
  }
}

/** Some people get nothing, each kind for its reason; the receipts of others arrive twice or out of order. */
async function varyPeople({ sql }: TestEnvironment, ids: string[]): Promise<void> {
  const [archived, terminated, unreachable, optedOut, shares, owner] = ids.slice(-6)
  await sql.query('update contact set archived_at = now() where id = $1', [archived])
  await sql.query("update contact set work = 'terminated' where id = $1", [terminated])
  await sql.query("update contact set phone_state = 'landline' where id = $1", [unreachable])
  await sql.query(
    `insert into consent (org_id, phone, opted_out, changed_at) select org_id, phone, true, now() from contact where id = $1
     on conflict (org_id, phone) do update set opted_out = true`,
    [optedOut],
  )
  await sql.query(
    'update contact set shares_phone = true, phone = (select phone from contact where id = $2) where id = $1',
    [shares, owner],
  )
}

/** Lets one fault happen; returns its name, or how the round ended instead. */
async function playFault(
  environment: TestEnvironment,
  chance: Chance,
  {
    fault,
    processes,
    plan,
    weather,
    outagesMs,
  }: {
    fault: Fault
    processes: Processes
    plan: BroadcastPlan
    weather: Weather
    /** How long the outages to come are, in ms. */
    outagesMs: number[]
  },
): Promise<string> {
  if (isInside(fault)) return (await killInside(environment, TABLES[fault], processes)) ? fault : `${fault} not reached`
  if (isFailpoint(fault)) return (await processes.ended(REACHED_WITHIN_MS)) ? fault : `${fault} not reached`
  await pause(chance.integer(...plan.lifeMs))
  if (fault === 'random') await processes.kill()
  else if (fault === 'outage') await weather.outage(outagesMs.shift() ?? 0)
  else if (fault === 'frozen') await processes.freeze(chance.integer(6_000, 8_000), chance.integer(50, 1_200))
  else
    await environment.sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and backend_type = 'client backend' and application_name <> 'faults'`,
    )
  return fault
}

/** Whether at least so many texts wait to be handed off. */
async function isWorkLeft(sql: pg.Client, least: number): Promise<boolean> {
  const { rows } = await sql.query<{ n: number }>(
    "select count(*)::int as n from message where direction = 'out' and state = 'queued'",
  )
  return (rows[0]?.n ?? 0) >= least
}

const OPEN_WORK = `
  select 'run ' || id || ' ' || state as what from broadcast_run where state in ('waiting', 'preparing', 'sending', 'paused')
  union all select 'text ' || id || ' ' || state from message
    where direction = 'out' and (state in ('queued', 'scheduled', 'submitting', 'unknown')
      or state in ('submitted', 'sent') and phone_to <> all($1))
  union all select 'chunk ' || id from outgoing_chunk
  union all select 'step of ' || name from pgboss.job where name like 'broadcasts.%' and state in ('created', 'active', 'retry')
  union all select 'event after the follower ' || follower from event_cursor c where follower in ('broadcasts', 'usage')
    and exists (select from event_log e where (e.xid, e.seq) > (c.xid, c.seq))`

/** What is still to be done; texts to silent numbers stay accepted. */
export async function openWork(sql: pg.Client, silent: ReadonlySet<string>): Promise<string[]> {
  return (await sql.query<{ what: string }>(OPEN_WORK, [[...silent]])).rows.map((row) => row.what)
}

/** Waits until every run has ended and everything is counted; resumes what the circuit breaker paused. */
export async function settledBroadcasts(
  environment: TestEnvironment,
  driver: BroadcastDriver,
  withinMs: number,
): Promise<boolean> {
  const end = performance.now() + withinMs
  while (performance.now() < end) {
    await driver.resumeAll()
    if ((await openWork(environment.sql, driver.silent)).length === 0) return true
    await pause(250)
  }
  return false
}

function repeat<T>(value: T, times: number): T[] {
  return Array.from({ length: times }, () => value)
}

function shuffled<T>(chance: Chance, values: T[]): T[] {
  return values
    .map((value) => ({ value, place: chance.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value)
}
