import type { Database, Db } from '../db/pool.ts'
import type { Running } from '../kernel.ts'
import type { Log } from '../log.ts'
import { idMaker, type World } from '../world.ts'
import { FollowedTime } from './followed-time.ts'
import { readAgreedTime, recordSeen, recordStep, type AgreedTime } from './store.ts'

/** How often the clock of the database is read, in ms. */
const READ_MS = 1_000
/** How often it is recorded that the product runs, in readings. */
const SEEN_EVERY = 15
/** A larger difference than this is a step, in ms; a smaller one is followed. */
const STEP_MS = 60_000

/** Why the time is in doubt. */
export type Doubt =
  /** The clock of the database stepped. */
  | { reason: 'database_clock_stepped'; ms: number }
  /** The clock of this machine differs from that of the database. */
  | { reason: 'machine_clock_differs'; ms: number }

/** The time of the product: that of the database, for every process alike. */
export interface DatabaseClock extends Running {
  /** The given world with this time. */
  world: World
  /** Why the time is in doubt, with the difference in ms; undefined while all clocks agree. */
  doubt(): Doubt | undefined
}

/**
 * Follows the clock of the database. When it steps by more than a minute, the time goes on as before, and is in doubt
 * in every process until the clock is back or a person confirms it. A clock of this machine that differs as much puts
 * the time in doubt in this process only, until they agree. Rejects when the database cannot be read at the start.
 */
export async function openDatabaseClock(database: Database, machine: World, log: Log): Promise<DatabaseClock> {
  const follower = new Follower(
    database.asSystem('every process follows the clock of the database'),
    new FollowedTime(machine),
    log,
  )
  await follower.begin()
  let reading: Promise<void> | undefined
  const timer = setInterval(() => {
    reading ??= follower
      .read()
      // Without a database the time goes on by itself; others say that the database is unavailable.
      .catch((error: unknown) => log.debug({ err: error }, 'clock: the clock of the database could not be read'))
      .finally(() => (reading = undefined))
  }, READ_MS)
  return {
    world: {
      ...machine,
      now: () => new Date(follower.time.nowMs()),
      isTimeInDoubt: () => follower.doubt() !== undefined,
      id: idMaker(() => follower.time.nowMs()),
    },
    doubt: () => follower.doubt(),
    stop: async () => {
      clearInterval(timer)
      await reading
    },
  }
}

class Follower {
  readonly time: FollowedTime
  private readonly system: Db
  private readonly log: Log
  private stepMs = 0
  private machineDiffers = false
  private confirmedAtMs = 0
  private nth = 0

  constructor(system: Db, time: FollowedTime, log: Log) {
    this.system = system
    this.time = time
    this.log = log
  }

  doubt(): Doubt | undefined {
    if (this.stepMs !== 0) return { reason: 'database_clock_stepped', ms: this.stepMs }
    return this.machineDiffers ? { reason: 'machine_clock_differs', ms: this.time.machineAheadMs() } : undefined
  }

  /**
   * Sets the time at the start. A clock that was set back while no process ran is a step too; one that was set forward
   * cannot be told from a long stop.
   */
  async begin(): Promise<void> {
    const { agreed, differenceMs } = await this.compare()
    this.confirmedAtMs = agreed.confirmedAt?.getTime() ?? 0
    const sinceSeenMs = agreed.at.getTime() - agreed.seenAt.getTime()
    const isBack = Math.abs(sinceSeenMs) < Math.abs(sinceSeenMs - agreed.stepMs)
    const stepMs = agreed.stepMs !== 0 && !isBack ? agreed.stepMs : sinceSeenMs < -STEP_MS ? sinceSeenMs : 0
    this.time.move(differenceMs - stepMs)
    if (stepMs !== agreed.stepMs) await this.record(agreed.stepMs, stepMs)
    this.setStep(stepMs)
    this.checkMachine()
  }

  async read(): Promise<void> {
    this.time.reanchor()
    const { agreed, differenceMs } = await this.compare()
    const confirmedAtMs = agreed.confirmedAt?.getTime() ?? 0
    const isConfirmed = confirmedAtMs !== this.confirmedAtMs
    this.confirmedAtMs = confirmedAtMs
    if (isConfirmed || Math.abs(differenceMs) <= STEP_MS) {
      // Agrees with the database, because its clock is back or a person said that it is right.
      this.time.move(differenceMs)
      if (agreed.stepMs !== 0 && !isConfirmed) await this.record(agreed.stepMs, 0)
      this.setStep(0)
    } else if (Math.abs(differenceMs - agreed.stepMs) <= STEP_MS) {
      // The step that was already recorded: every process goes by the same time.
      this.time.move(differenceMs - agreed.stepMs)
      this.setStep(agreed.stepMs)
    } else if (await this.record(agreed.stepMs, differenceMs)) this.setStep(differenceMs)
    this.checkMachine()
    if (this.stepMs === 0 && this.nth++ % SEEN_EVERY === 0) await recordSeen(this.system, this.now())
  }

  private async compare(): Promise<{ agreed: AgreedTime; differenceMs: number }> {
    const beforeMs = this.time.nowMs()
    const agreed = await readAgreedTime(this.system)
    const reading = { databaseMs: agreed.at.getTime(), beforeMs, afterMs: this.time.nowMs() }
    return { agreed, differenceMs: this.time.differenceTo(reading) }
  }

  private record(fromMs: number, toMs: number): Promise<boolean> {
    return recordStep(this.system, { fromMs, toMs, at: this.now() })
  }

  private setStep(ms: number): void {
    const was = this.stepMs
    this.stepMs = Math.round(ms)
    if (was === 0 && this.stepMs !== 0)
      this.log.error(
        { stepMs: this.stepMs },
        'clock: the clock of the database stepped; texts that have a time wait until it is back, or until you run: npm run admin -- clock --confirm yes',
      )
    else if (was !== 0 && this.stepMs === 0)
      this.log.warn('clock: the time is certain again; texts that waited are sent')
  }

  private checkMachine(): void {
    const differenceMs = this.time.machineAheadMs()
    const differs = Math.abs(differenceMs) > STEP_MS
    if (this.stepMs === 0 && differs && !this.machineDiffers)
      this.log.error(
        { differenceMs },
        'clock: the clock of this machine differs from that of the database; this process sends no texts that have a time until they agree',
      )
    if (this.stepMs === 0 && !differs && this.machineDiffers)
      this.log.warn('clock: the clock of this machine agrees with that of the database again')
    if (this.stepMs === 0) this.machineDiffers = differs
  }

  private now(): Date {
    return new Date(this.time.nowMs())
  }
}
