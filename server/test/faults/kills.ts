import type { Chance } from './chance.ts'
import { EndedEarly, type Child } from './child.ts'
import { Driver, gather, pause, settled } from './driver.ts'
import type { Evidence } from './checkers.ts'
import type { Stage } from './stage.ts'

/** Where a process may be made to die, in the order a text passes them. */
const FAILPOINTS = [
  'claim.taken',
  'submit.after_commit_before_write',
  'submit.response_read',
  'submit.before_store',
  'submit.after_store',
] as const

/** How much of it there is. */
export interface KillPlan {
  /** Kills at moments nobody chose. */
  kills: number
  /** Kills at each failpoint. */
  perFailpoint: number
  /** Times the process is frozen while another takes its lines over. */
  freezes: number
  /** Texts queued in bulk: one part waits from the start, the others come just before something bad. */
  bulks: number[]
  posts: number
  /** How long a process may live before it is killed, in ms. */
  lifeMs: readonly [number, number]
  withLookup: boolean
  /** How far the clock of the last process is ahead, in ms. */
  shiftMs: number
  settleWithinMs: number
}

/** What one run did. */
export interface KillReport {
  evidence: Evidence
  isSettled: boolean
  killed: Record<string, number>
  /** Texts past the point of no return, without an outcome, at the moment of any kill. */
  inFlight: Set<string>
  retried: number
  seconds: number
}

/** Sends texts while the process that sends them is killed and frozen over and over; ends when everything is settled. */
export async function killWhileSending(stage: Stage, chance: Chance, plan: KillPlan): Promise<KillReport> {
  const startedAt = performance.now()
  const driver = new Driver(stage, chance)
  const report = { killed: {} as Record<string, number>, inFlight: new Set<string>() }
  const [firstBulk = 0, ...laterBulks] = plan.bulks
  if (firstBulk > 0) await driver.queue(stage.slow, stage.workers.slice(0, firstBulk))
  const rounds = shuffled(chance, [
    ...Array.from({ length: plan.kills }, () => 'random'),
    ...FAILPOINTS.flatMap((name) => Array.from({ length: plan.perFailpoint }, () => name as string)),
    ...Array.from({ length: plan.freezes }, () => 'freeze'),
  ])
  const bulkAt = new Map(
    laterBulks.map((many, n) => [Math.floor(((n + 1) * rounds.length) / (plan.bulks.length + 0.5)), many]),
  )
  // Spread over the rounds: about two seconds each, shared by six.
  const posting = { isOn: true, left: plan.posts, gapMs: (6 * rounds.length * 2_000) / Math.max(plan.posts, 1) }
  const posters = Promise.all(Array.from({ length: 6 }, () => keepPosting(stage, driver, posting, chance)))
  for (const [nth, kind] of rounds.entries()) {
    const before = async () => {
      const bulk = bulkAt.get(nth)
      if (bulk) await driver.queue(stage.fast, stage.workers.slice(0, bulk))
    }
    await playRound(stage, chance, plan, { kind, before, report })
  }
  posting.isOn = false
  const last = await stage.product(plan.shiftMs > 0 ? { CLOCK_SHIFT_MS: String(plan.shiftMs) } : {})
  await posters
  const isSettled = await settled(stage, { withLookup: plan.withLookup, withinMs: plan.settleWithinMs })
  const evidence = await gather(stage, driver.driven)
  last.signal('SIGTERM')
  await last.ended
  return { ...report, evidence, isSettled, retried: driver.retried, seconds: (performance.now() - startedAt) / 1000 }
}

interface Round {
  kind: string
  before: () => Promise<void>
  report: { killed: Record<string, number>; inFlight: Set<string> }
}

async function playRound(stage: Stage, chance: Chance, plan: KillPlan, { kind, before, report }: Round): Promise<void> {
  const isPoint = kind !== 'random' && kind !== 'freeze'
  let child: Child
  try {
    child = await stage.product(isPoint ? { FAILPOINTS: `${kind}:kill` } : {})
  } catch (error) {
    // It may reach its failpoint before it has said that it is ready.
    if (!(isPoint && error instanceof EndedEarly)) throw error
    report.killed[kind] = (report.killed[kind] ?? 0) + 1
    return
  }
  await before()
  if (kind === 'freeze') await freeze(stage, chance, child)
  else await Promise.race([child.ended, pause(isPoint ? 4_000 : chance.whole(...plan.lifeMs))])
  const how = child.isAlive() && isPoint ? 'random' : kind
  child.signal('SIGKILL')
  await child.ended
  report.killed[how] = (report.killed[how] ?? 0) + 1
  const { rows } = await stage.sql.query<{ id: string }>("select id from message where state = 'submitting'")
  for (const { id } of rows) report.inFlight.add(id)
}

/** Freezes a process for longer than its lease; another takes the lines, both go on together, then the other is killed. */
async function freeze(stage: Stage, chance: Chance, frozen: Child): Promise<void> {
  const other = await stage.product({ ROLES: 'sender', PORT: '0' })
  await pause(chance.whole(50, 600))
  frozen.signal('SIGSTOP')
  await pause(chance.whole(6_000, 8_000))
  frozen.signal('SIGCONT')
  await pause(chance.whole(50, 1_200))
  other.signal('SIGKILL')
  await other.ended
  await pause(chance.whole(0, 500))
}

async function keepPosting(
  stage: Stage,
  driver: Driver,
  posting: { isOn: boolean; left: number; gapMs: number },
  chance: Chance,
): Promise<void> {
  while (posting.left > 0) {
    posting.left -= 1
    await driver.post(chance.one(stage.workers))
    if (posting.isOn) await pause(posting.gapMs * 2 * chance.next())
  }
}

function shuffled<T>(chance: Chance, values: T[]): T[] {
  for (let at = values.length - 1; at > 0; at--) {
    const other = chance.whole(0, at)
    const kept = values[at] as T
    values[at] = values[other] as T
    values[other] = kept
  }
  return values
}
