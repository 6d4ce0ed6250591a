import { CARRIER_CALL_MS } from '@crewline/contract/limits'
import type { Kernel } from '../../kernel/kernel.ts'
import { carriersOf, Permits, type Carrier, type SendOutcome } from '../carriers/index.ts'
import { lineById } from '../lines/index.ts'
import type { Waiting } from '../messages/index.ts'
import { DayBudget, takeForToday, type Queue } from './brand-day.ts'
import { Changes } from './changes.ts'
import { makeFailpoint, type Failpoint } from './failpoint.ts'
import { isLeft, leaveLine } from './leave-line.ts'
import { Moments } from './moments.ts'
import { isStillQueued, type Finished } from './outcome.ts'
import { Pace } from './pace.ts'
import { mayWrite, rateOf, takesPermitFirst } from './rules.ts'
import { systemScope } from './scope.ts'
import { spoolIsEmpty } from './spool.ts'
import { sharedStatements, type SharedStatements } from './shared-statements.ts'
import { submissionOf } from './submission.ts'
import { handOffAlone, type Round } from './suspects.ts'
import { Turns } from './turns.ts'
import { receiveReports } from './webhook-handler.ts'
import { Work } from './work.ts'

/** Maximum number of messages marked at once. */
const BATCH = 250
/** How soon a line asks again for connections that other lines use, in ms. */
const PERMIT_WAIT_MS = 50

type Shared = Omit<Round, 'at'> & { statements: SharedStatements }

/**
 * Sends the queue of one line until it is empty: marks messages `submitting` in micro-batches, submits them
 * concurrently, and records outcomes in micro-batches. Keeps the order per contact and never exceeds the line's rate
 * limit.
 */
export class LineDrain {
  /** Whether everything that was marked has an outcome. */
  isSettled = true
  private readonly kernel: Kernel
  private readonly orgId: string
  private readonly lineId: string
  private readonly failpoint: Failpoint
  private stopped = false
  private open = 0
  private readonly pace: Pace
  private readonly changes = new Changes()
  private readonly turns = new Turns()
  private readonly moments: Moments
  constructor(kernel: Kernel, orgId: string, lineId: string) {
    this.kernel = kernel
    this.orgId = orgId
    this.lineId = lineId
    this.failpoint = makeFailpoint(kernel.config.failpoints)
    this.pace = new Pace(kernel)
    this.moments = new Moments(kernel)
  }

  /** Signals that there may be new work. */
  wake(): void {
    this.changes.note()
  }

  /** Takes no new messages. `run()` resolves when everything in flight is recorded. */
  stop(): void {
    this.stopped = true
    this.changes.note()
  }

  /** Resolves when the queue is empty, or when stopped and everything in flight is recorded. */
  async run(): Promise<void> {
    const { scope } = await systemScope(this.kernel, this.orgId, 'sender')
    const line = await lineById(scope.db, this.kernel.encryption, this.lineId)
    const carrier = line && carriersOf(this.kernel.config, this.kernel.world).get(line.carrier)
    if (!line || !carrier) throw new Error(`line without a known carrier: ${line?.carrier ?? 'no line'}`)
    if (isLeft(line)) return leaveLine(scope, line.id)
    const statements = sharedStatements(this.kernel, scope)
    const work = new Work(scope, line.id, { canAsk: carrier.lookup !== undefined, statements })
    const day = new DayBudget(this.kernel, scope, line.id)
    const rateLimit = rateOf(carrier, line.textsPerSecond, this.kernel.world.monotonicMs())
    const record = (finished: Finished) => this.record({ work, day }, finished, statements)
    const slots = new Permits(carrier.concurrency)
    const shared = { scope, line, carrier, rateLimit, statements, record, slots }
    while (!this.stopped) {
      const batch = await this.next({ work, day }, shared)
      if (batch === 'done') break
      if (batch === 'alone') {
        const handOff = () => this.handOffNext({ work, day }, shared)
        await handOffAlone(this.kernel, handOff, () => this.idle())
      } else if (batch.length > 0) await this.handOff({ work, day }, batch, shared)
      else continue
      await work.dropFinished()
    }
    await this.idle()
    await work.dropFinished()
  }

  /** Marks messages and hands them to the carrier; resolves when all are on their way. */
  private async handOff({ work, day }: Queue, batch: string[], shared: Shared): Promise<void> {
    await this.failpoint('claim.taken')
    // Read before the commit: a pause in between only makes the guard stricter.
    const at = { wallMs: this.kernel.world.machineNow().getTime(), monotonicMs: this.kernel.world.monotonicMs() }
    const { carrier } = shared
    let marked: Waiting[] = []
    try {
      marked = await shared.statements.mark(batch)
    } finally {
      shared.rateLimit.giveBack(batch.length - marked.length)
      if (takesPermitFirst(carrier)) carrier.permits.release(batch.length - marked.length)
    }
    await this.failpoint('submit.after_commit_before_write')
    const markedIds = new Set(marked.map((message) => message.id))
    await day.giveBack(batch.filter((id) => !markedIds.has(id)))
    work.skip(batch, [...markedIds])
    this.open += marked.length
    // One after the other for each contact.
    for (const text of marked) void this.turns.take(text.contactId, () => this.submitAndRecord(text, { ...shared, at }))
  }

  /** Hands off the next message alone, once its turn has come. */
  private async handOffNext(queue: Queue, shared: Shared): Promise<void> {
    // While it waited, the line may have been paused or lost, and a STOP may have arrived.
    if (!(await this.isReady()) || this.stopped) return
    const batch = await this.take(queue, shared, 1)
    if (batch.length > 0) await this.handOff(queue, batch, shared)
  }

  private async idle(): Promise<void> {
    while (this.open > 0) await this.changes.next()
  }

  /** Returns whether messages may leave now; waits a little when not. */
  private async isReady(): Promise<boolean> {
    const { pauseMs } = this.pace
    if (pauseMs > 0) {
      await this.changes.next(pauseMs)
      return false
    }
    // An event on disk may be the STOP of the contact whose message is next.
    if (await spoolIsEmpty(this.kernel.config.dataDir)) return true
    await this.changes.next(250)
    return false
  }

  /**
   * Returns the next messages to mark: none when it is too early, `done` when nothing is queued, in flight or recent, and `alone`
   * when the next one must wait for its turn, before it takes anything that others need.
   */
  private async next(queue: Queue, shared: Shared): Promise<string[] | 'done' | 'alone'> {
    if (!(await this.isReady())) return []
    const capacity = this.capacityFor(shared.carrier)
    // Outcomes wake this line up, but nothing may leave before its pace allows it.
    const waitMs = shared.rateLimit.waitMs(this.kernel.world.monotonicMs())
    if (waitMs > 0) {
      await this.rest(waitMs)
      return []
    }
    if (capacity <= 0) {
      await this.changes.next()
      return []
    }
    const waiting = await queue.work.loadDue(capacity)
    if (waiting === 0) {
      // The next sender starts with a fresh rate. Keep the line until a fresh rate would not send more than this one.
      const restMs = shared.rateLimit.restMs(this.kernel.world.monotonicMs())
      if (this.open === 0 && restMs <= 0) return 'done'
      await this.changes.next(this.open > 0 ? 250 : Math.min(restMs, 250))
      return []
    }
    return queue.work.isSuspectNext() ? 'alone' : this.take(queue, shared, Math.min(capacity, waiting))
  }

  /** Takes up to so many of the next messages, with their connections, out of the rate and the budget of the day. */
  private async take(queue: Queue, { carrier, rateLimit }: Shared, wanted: number): Promise<string[]> {
    const permitted = takesPermitFirst(carrier) ? carrier.permits.take(wanted) : wanted
    if (permitted === 0) {
      await this.changes.next(PERMIT_WAIT_MS)
      return []
    }
    const allowed = rateLimit.take(permitted, this.kernel.world.monotonicMs())
    const taken = await takeForToday(queue, allowed)
    rateLimit.giveBack(allowed - taken.length)
    if (takesPermitFirst(carrier)) carrier.permits.release(permitted - taken.length)
    if (allowed === 0) await this.rest(rateLimit.waitMs(this.kernel.world.monotonicMs()))
    return taken
  }

  /** How many messages may be marked now. */
  private capacityFor(carrier: Carrier): number {
    if (this.pace.isProbing) return this.open === 0 ? 1 : 0
    const capacity = Math.min(carrier.maxOpenSubmissions - this.open, BATCH)
    // Marked messages queue behind open ones anyway, and a few large transactions cost less than many small ones.
    return capacity < Math.min(BATCH / 2, carrier.maxOpenSubmissions / 4) ? 0 : capacity
  }

  /** Waits for a time which only a stop ends early. */
  private async rest(ms: number): Promise<void> {
    const endMs = this.kernel.world.monotonicMs() + ms
    for (let left = ms; left > 0 && !this.stopped; left = endMs - this.kernel.world.monotonicMs())
      await this.changes.next(left)
  }

  private async submitAndRecord(text: Waiting, round: Round): Promise<void> {
    const { permits } = round.carrier
    await round.slots.acquire()
    if (!takesPermitFirst(round.carrier)) await this.moments.take(round)
    const outcome = await this.submit(text, round)
    permits.release(1)
    round.slots.release(1)
    await this.failpoint('submit.response_read')
    this.pace.learn(outcome, round.rateLimit)
    try {
      await round.record({ text, outcome, lineId: this.lineId, canAsk: round.carrier.lookup !== undefined })
      await receiveReports(this.kernel, round.line, outcome, text.id)
    } catch (error) {
      // The row stays `submitting`; after its deadline another sender resolves the outcome.
      this.isSettled = false
      this.kernel.log.error({ err: error, message: text.id }, 'sender: an outcome could not be recorded')
    } finally {
      this.open -= 1
      this.changes.note()
    }
  }

  private async submit(text: Waiting, { line, carrier, at }: Round): Promise<SendOutcome> {
    await this.failpoint(`submit.to ${text.to}`)
    // This check must run in the same event loop turn as the request.
    const now = { wallMs: this.kernel.world.machineNow().getTime(), monotonicMs: this.kernel.world.monotonicMs() }
    // Marked in time, but its moment came too late: it becomes `expired` when it is marked again.
    const isExpired = text.expiresAt !== null && text.expiresAt <= this.kernel.world.now()
    if (this.pace.pauseMs > 0 || isExpired || !mayWrite(at, now))
      return { kind: 'not_accepted', why: 'unreachable', retryAfterMs: 0 }
    try {
      return await carrier.submit(line.credentials, submissionOf(this.kernel, line, text), CARRIER_CALL_MS)
    } catch (error) {
      // An adapter must not throw; whether it wrote anything is not known.
      this.kernel.log.error({ err: error, message: text.id }, 'sender: a carrier adapter failed')
      return { kind: 'unknown', why: 'the adapter failed' }
    }
  }

  private async record({ work, day }: Queue, finished: Finished, statements: SharedStatements): Promise<void> {
    if (await statements.record(finished)) this.stop()
    const settled = [{ id: finished.text.id, again: isStillQueued(finished.outcome) }]
    await day.settle(settled)
    work.finish(settled)
  }
}
