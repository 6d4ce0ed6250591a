import type { Chance } from './chance.ts'
import { EndedEarly, type Child } from './child.ts'
import { Driver, gather, pause, settled } from './driver.ts'
import { makeClockSettable } from '../kit/settable-clock.ts'
import type { Evidence } from './checkers.ts'
import type { TestEnvironment } from './test-environment.ts'

/** Points at which a process can be made to crash, in the order a message passes them. */
const FAILPOINTS = [
  'claim.taken',
  'submit.after_commit_before_write',
  'submit.response_read',
  'submit.before_store',
  'submit.after_store',
] as const

/** The size of the run. */
export interface KillPlan {
  /** Kills at random moments. */
  kills: number
  /** Kills at each failpoint. */
  perFailpoint: number
  /** How often the process is frozen while another takes over its lines. */
  freezes: number
  /** Messages queued in bulk: the first part waits from the start, the others arrive just before a fault. */
  bulks: number[]
  posts: number
  /** How long a process may live before it is killed, in ms. */
  lifeMs: readonly [number, number]
  withLookup: boolean
  /** How far the clocks of the database and of the last process are ahead, in ms. */
  shiftMs: number
  settleWithinMs: number
}

/** The result of one run. */
export interface KillReport {
  evidence: Evidence
  isSettled: boolean
  killed: Record<string, number>
  /** Messages past the point of no return without an outcome at the moment of any kill. */
  inFlight: Set<string>
  retried: number
  seconds: number
}

/** Sends messages while the sending process is repeatedly killed and frozen; ends when everything is settled. */
export async function killWhileSending(
  environment: TestEnvironment,
  chance: Chance,
  plan: KillPlan,
): Promise<KillReport> {
  const startedAt = performance.now()
  const driver = new Driver(environment, chance)
  const report = { killed: {} as Record<string, number>, inFlight: new Set<string>() }
  const [firstBulk = 0, ...laterBulks] = plan.bulks
  if (firstBulk > 0) await driver.queue(environment.slow, environment.contacts.slice(0, firstBulk))
  const rounds = shuffled(chance, [
    ...Array.from({ length: plan.kills }, () => 'random'),
    ...FAILPOINTS.flatMap((name) => Array.from({ length: plan.perFailpoint }, () => name as string)),
    ...Array.from({ length: plan.freezes }, () => 'freeze'),
  ])
  const bulkAt = new Map(
    laterBulks.map((size, n) => [Math.floor(((n + 1) * rounds.length) / (plan.bulks.length + 0.5)), size]),
  )
  // Spread over the rounds: about two seconds each, shared by six posters.
  const posting = { isOn: true, left: plan.posts, gapMs: (6 * rounds.length * 2_000) / Math.max(plan.posts, 1) }
  const posters = Promise.all(Array.from({ length: 6 }, () => keepPosting(environment, driver, posting, chance)))
  // Awaited below; where a round fails before, this failure would end the scenarios that follow too.
  posters.catch(() => {})
  for (const [nth, kind] of rounds.entries()) {
    const before = async () => {
      const bulk = bulkAt.get(nth)
      if (bulk) await driver.queue(environment.fast, environment.contacts.slice(0, bulk))
    }
    await playRound(environment, chance, plan, { kind, before, report })
  }
  posting.isOn = false
  if (plan.shiftMs > 0) await (await makeClockSettable(environment.databaseUrl)).set(plan.shiftMs)
  const last = await environment.product(plan.shiftMs > 0 ? { CLOCK_SHIFT_MS: String(plan.shiftMs) } : {})
  await posters
  const isSettled = await settled(environment, { withLookup: plan.withLookup, withinMs: plan.settleWithinMs })
  const evidence = await gather(environment, driver.driven)
  last.signal('SIGTERM')
  await last.ended
  return { ...report, evidence, isSettled, retried: driver.retried, seconds: (performance.now() - startedAt) / 1000 }
}

interface Round {
  kind: string
  before: () => Promise<void>
  report: { killed: Record<string, number>; inFlight: Set<string> }
}

async function playRound(
  environment: TestEnvironment,
  chance: Chance,
  plan: KillPlan,
  { kind, before, report }: Round,
): Promise<void> {
  const isPoint = kind !== 'random' && kind !== 'freeze'
  let child: Child
  try {
    child = await environment.product(isPoint ? { FAILPOINTS: `${kind}:kill` } : {})
  } catch (error) {
    // It may reach its failpoint before it reports that it is ready.
    if (!(isPoint && error instanceof EndedEarly)) throw error
    report.killed[kind] = (report.killed[kind] ?? 0) + 1
    return
  }
  await before()
  if (kind === 'freeze') await freeze(environment, chance, child)
  else await Promise.race([child.ended, pause(isPoint ? 4_000 : chance.integer(...plan.lifeMs))])
  const how = child.isAlive() && isPoint ? 'random' : kind
  child.signal('SIGKILL')
  await child.ended
  report.killed[how] = (report.killed[how] ?? 0) + 1
  const { rows } = await environment.sql.query<{ id: string }>("select id from message where state = 'submitting'")
  for (const { id } of rows) report.inFlight.add(id)
}

/**
 * Freezes a process for longer than its lease; another takes over its lines, both continue together, then the other is
 * killed.
 */
async function freeze(environment: TestEnvironment, chance: Chance, frozen: Child): Promise<void> {
  const otherProduct = await environment.product({ ROLES: 'sender', PORT: '0' })
  await pause(chance.integer(50, 600))
  frozen.signal('SIGSTOP')
  await pause(chance.integer(6_000, 8_000))
  frozen.signal('SIGCONT')
  await pause(chance.integer(50, 1_200))
  otherProduct.signal('SIGKILL')
  await otherProduct.ended
  await pause(chance.integer(0, 500))
}

async function keepPosting(
  environment: TestEnvironment,
  driver: Driver,
  posting: { isOn: boolean; left: number; gapMs: number },
  chance: Chance,
): Promise<void> {
  while (posting.left > 0) {
    posting.left -= 1
    await driver.post(chance.pick(environment.contacts))
    if (posting.isOn) await pause(posting.gapMs * 2 * chance.next())
  }
}

function shuffled<T>(chance: Chance, values: T[]): T[] {
  for (let at = values.length - 1; at > 0; at--) {
    const swapIndex = chance.integer(0, at)
    const value = values[at] as T
    values[at] = values[swapIndex] as T
    values[swapIndex] = value
  }
  return values
}
