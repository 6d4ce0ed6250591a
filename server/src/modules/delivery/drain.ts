import { CARRIER_CALL_MS, SUBMIT_DEADLINE_MS } from '@crewline/contract/limits'
import { groupCommit, type Committer } from '../../kernel/db/group-commit.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { carriersOf, type Carrier, type SendOutcome } from '../carriers/index.ts'
import { firstLine, lineById, type Line } from '../lines/index.ts'
import { markSubmitting, moveToLine, type Waiting } from '../messages/index.ts'
import { makeFailpoint, type Failpoint } from './failpoint.ts'
import { recordBatch, type Finished } from './outcome.ts'
import { backoffMs, mayWrite, RateLimit } from './rules.ts'
import { systemScope } from './scope.ts'
import { spoolIsEmpty } from './spool.ts'
import { submissionOf, withLinks } from './submission.ts'
import { Work } from './work.ts'

/** Maximum number of messages marked per transaction. */
const BATCH = 250
/** This many unclear outcomes in a row mean a problem with the carrier, not with a message. */
const UNCLEAR_IN_A_ROW = 5

/** The shared context of messages marked together. */
interface Round {
  line: Line
  carrier: Carrier
  rateLimit: RateLimit
  outcomes: Committer<Finished>
  /** Both clocks just before the point of no return. */
  at: { wallMs: number; monotonicMs: number }
}

/**
 * Sends the queue of one line until it is empty: marks messages `submitting` in micro-batches, submits them
 * concurrently, and records outcomes in micro-batches. Keeps the order per contact and never exceeds the line's rate
 * limit.
 */
export class LineDrain {
  private readonly kernel: Kernel
  private readonly orgId: string
  private readonly lineId: string
  private readonly failpoint: Failpoint
  private stopped = false
  private open = 0
  private pausedUntil = 0
  private failuresInARow = 0
  private unclearInARow = 0
  private nudge: () => void = () => {}
  private readonly byContact = new Map<string, Promise<void>>()
  private handingOver = 0
  private readonly waiting: (() => void)[] = []

  constructor(kernel: Kernel, orgId: string, lineId: string) {
    this.kernel = kernel
    this.orgId = orgId
    this.lineId = lineId
    this.failpoint = makeFailpoint(kernel.config.failpoints)
  }

  /** Signals that there may be new work. */
  wake(): void {
    this.nudge()
  }

  /** Takes no new messages. `run()` resolves when everything in flight is recorded. */
  stop(): void {
    this.stopped = true
    this.nudge()
  }

  /** Resolves when the queue is empty, or when stopped and everything in flight is recorded. */
  async run(): Promise<void> {
    const { scope } = await systemScope(this.kernel, this.orgId, 'sender')
    const line = await lineById(scope.db, this.kernel.encryption, this.lineId)
    const carrier = line && carriersOf(this.kernel.config, this.kernel.world).get(line.carrier)
    if (!line || !carrier) throw new Error(`line without a known carrier: ${line?.carrier ?? 'no line'}`)
    // Messages queued on a released line are sent from its replacement.
    if (line.state === 'released') return leaveLine(scope, line.id)
    const work = new Work(scope, line.id)
    const rateLimit = new RateLimit(line.textsPerSecond, this.kernel.world.monotonicMs())
    const outcomes = groupCommit<Finished>((batch) => this.record(scope, work, batch))
    while (!this.stopped) {
      const batch = await this.next(work, carrier, rateLimit)
      if (batch === 'done') break
      if (batch.length === 0) continue
      await this.failpoint('claim.taken')
      // Read before the commit: a pause in between only makes the guard stricter.
      const at = { wallMs: this.kernel.world.now().getTime(), monotonicMs: this.kernel.world.monotonicMs() }
      const { publicUrl } = this.kernel.config
      const marked = await scope.tx(async (tx) => withLinks(tx, publicUrl, await markSubmitting(tx, batch)))
      await this.failpoint('submit.after_commit_before_write')
      work.skip(
        batch,
        marked.map((message) => message.id),
      )
      this.open += marked.length
      for (const text of marked)
        this.inOrder(text, () => this.submitAndRecord(text, { line, carrier, at, rateLimit, outcomes }))
      await work.dropFinished()
    }
    while (this.open > 0) await this.change()
    await work.dropFinished()
  }

  /** Returns the next messages to mark: none when it is too early, `done` when nothing is queued or in flight. */
  private async next(work: Work, carrier: Carrier, rateLimit: RateLimit): Promise<string[] | 'done'> {
    const now = this.kernel.world.monotonicMs()
    if (now < this.pausedUntil) {
      await this.change(this.pausedUntil - now)
      return []
    }
    // An event on disk may be the STOP of the contact whose message is next.
    if (!(await spoolIsEmpty(this.kernel.config.dataDir))) {
      await this.change(250)
      return []
    }
    const capacity = this.capacityFor(carrier)
    if (capacity <= 0) {
      await this.change()
      return []
    }
    const waiting = await work.loadDue(capacity)
    if (waiting === 0) {
      if (this.open === 0) return 'done'
      await this.change(250)
      return []
    }
    const allowed = rateLimit.take(Math.min(capacity, waiting), now)
    if (allowed === 0) {
      await this.change(rateLimit.waitMs())
      return []
    }
    return work.take(allowed)
  }

  /** How many messages may be marked now. */
  private capacityFor(carrier: Carrier): number {
    // After a failure, submit one message at a time to test whether the carrier has recovered.
    if (this.failuresInARow > 0) return this.open === 0 ? 1 : 0
    const capacity = Math.min(carrier.maxOpenSubmissions - this.open, BATCH)
    // Marked messages queue behind open ones anyway, and a few large transactions cost less than many small ones.
    return capacity < Math.min(BATCH / 2, carrier.maxOpenSubmissions / 4) ? 0 : capacity
  }

  /** Resolves on the next change, or after a timeout. */
  private change(atMostMs = 1_000): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(Math.max(atMostMs, 1), 1_000))
      this.nudge = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Submits messages to one contact one after the other. */
  private inOrder(text: Waiting, work: () => Promise<void>): void {
    const before = this.byContact.get(text.contactId) ?? Promise.resolve()
    const mine = before.then(work)
    this.byContact.set(text.contactId, mine)
    void mine.finally(() => {
      if (this.byContact.get(text.contactId) === mine) this.byContact.delete(text.contactId)
    })
  }

  private async submitAndRecord(text: Waiting, round: Round): Promise<void> {
    await this.acquireSlot(round.carrier.concurrency)
    const outcome = await this.submit(text, round)
    this.releaseSlot()
    await this.failpoint('submit.response_read')
    this.learn(outcome, round.rateLimit)
    try {
      await round.outcomes.write({ text, outcome })
    } catch (error) {
      // The row stays `submitting`; the sender that takes the chunk after its deadline resolves the outcome.
      this.kernel.log.error({ err: error, message: text.id }, 'sender: an outcome could not be recorded')
    } finally {
      this.open -= 1
      this.nudge()
    }
  }

  private async submit(text: Waiting, { line, carrier, at }: Round): Promise<SendOutcome> {
    const now = this.kernel.world.now().getTime()
    // This check must run in the same event loop turn as the request.
    const monotonicMs = this.kernel.world.monotonicMs()
    if (monotonicMs < this.pausedUntil || !mayWrite(at, { wallMs: now, monotonicMs }))
      return { kind: 'not_accepted', why: 'unreachable', retryAfterMs: 0 }
    try {
      return await carrier.submit(line.credentials, submissionOf(this.kernel, line, text, now), CARRIER_CALL_MS)
    } catch (error) {
      // An adapter must not throw; whether it wrote anything is not known.
      this.kernel.log.error({ err: error, message: text.id }, 'sender: a carrier adapter failed')
      return { kind: 'unknown', why: 'the adapter failed' }
    }
  }

  private learn(outcome: SendOutcome, rateLimit: RateLimit): void {
    if (outcome.kind === 'accepted' || outcome.kind === 'refused') {
      this.failuresInARow = 0
      this.unclearInARow = 0
      rateLimit.faster()
      return
    }
    if (outcome.kind === 'unknown') {
      this.unclearInARow += 1
      // A single unclear answer concerns one message. A series of them would use up the attempts of every queued
      // message.
      if (this.unclearInARow >= UNCLEAR_IN_A_ROW) this.pause(null)
      return
    }
    if (outcome.why === 'busy') rateLimit.slower()
    if (outcome.retryAfterMs !== 0) this.pause(outcome.retryAfterMs)
  }

  /** Pauses submission. Messages marked but not yet submitted return to the queue. */
  private pause(forMs: number | null): void {
    const now = this.kernel.world.monotonicMs()
    if (now >= this.pausedUntil) this.failuresInARow += 1
    const until = now + (forMs ?? backoffMs(this.failuresInARow, this.kernel.world.chance()))
    this.pausedUntil = Math.max(this.pausedUntil, until)
  }

  private async acquireSlot(concurrency: number): Promise<void> {
    while (this.handingOver >= concurrency) await new Promise<void>((resolve) => this.waiting.push(resolve))
    this.handingOver += 1
  }

  private releaseSlot(): void {
    this.handingOver -= 1
    this.waiting.shift()?.()
  }

  private async record(scope: Scope, work: Work, batch: Finished[]): Promise<void> {
    await this.failpoint('submit.before_store')
    const lookupAt = new Date(this.kernel.world.now().getTime() + 1_000)
    const deadline = new Date(this.kernel.world.now().getTime() + SUBMIT_DEADLINE_MS)
    if (await recordBatch(scope, this.lineId, batch, { deadline, lookupAt })) this.stop()
    work.finish(batch.map((finished) => ({ id: finished.text.id, again: finished.outcome.kind === 'not_accepted' })))
    await this.failpoint('submit.after_store')
  }
}

/** Moves the queue of a line to the organization's current default line; without one it stays. */
async function leaveLine(scope: Scope, lineId: string): Promise<void> {
  await scope.tx(async (tx) => {
    const next = await firstLine(tx.db, null)
    if (next) await moveToLine(tx, lineId, next)
  })
}
