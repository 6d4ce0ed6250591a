import { CARRIER_CALL_MS, SUBMIT_DEADLINE_MS } from '@crewline/contract/limits'
import { groupCommit, type Committer } from '../../kernel/db/group-commit.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { carriersOf, type Carrier, type SendOutcome } from '../carriers/index.ts'
import { firstLine, lineById, type Line } from '../lines/index.ts'
import { markSubmitting, moveToLine, type Waiting } from '../messages/index.ts'
import { makeFailpoint, type Failpoint } from './failpoint.ts'
import { recordBatch, type Finished } from './outcome.ts'
import { backoffMs, mayWrite, Pace } from './rules.ts'
import { systemScope } from './scope.ts'
import { spoolIsEmpty } from './spool.ts'
import { submissionOf, withLinks } from './submission.ts'
import { Work } from './work.ts'

/** Texts marked in one transaction at most. */
const BATCH = 250
/** So many unclear outcomes in a row say that the carrier is in trouble, not a text. */
const UNCLEAR_IN_A_ROW = 5

/** What the texts marked together share. */
interface Round {
  line: Line
  carrier: Carrier
  pace: Pace
  outcomes: Committer<Finished>
  /** Both clocks just before the point of no return. */
  at: { wallMs: number; monotonicMs: number }
}

/**
 * Works one line until nothing waits on it: marks texts `submitting` in micro-batches, hands them over concurrently,
 * records outcomes in micro-batches. Order per contact is kept; the line's pace is never exceeded.
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

  /** New work may be there. */
  wake(): void {
    this.nudge()
  }

  /** Takes nothing new; run() answers when what is in flight is recorded. */
  stop(): void {
    this.stopped = true
    this.nudge()
  }

  /** Answers when nothing waits, or when stopped and everything in flight is recorded. */
  async run(): Promise<void> {
    const { scope } = await systemScope(this.kernel, this.orgId, 'sender')
    const line = await lineById(scope.db, this.kernel.seal, this.lineId)
    const carrier = line && carriersOf(this.kernel.config, this.kernel.world).get(line.carrier)
    if (!line || !carrier) throw new Error(`line without a carrier this process knows: ${line?.carrier ?? 'no line'}`)
    // What waited on a number that was given up goes from the one that took its place.
    if (line.state === 'released') return leaveLine(scope, line.id)
    const work = new Work(scope, line.id)
    const pace = new Pace(line.textsPerSecond, this.kernel.world.monotonicMs())
    const outcomes = groupCommit<Finished>((batch) => this.record(scope, work, batch))
    while (!this.stopped) {
      const batch = await this.next(work, carrier, pace)
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
        marked.map((one) => one.id),
      )
      this.open += marked.length
      for (const text of marked) this.inOrder(text, () => this.handOver(text, { line, carrier, at, pace, outcomes }))
      await work.dropFinished()
    }
    while (this.open > 0) await this.change()
    await work.dropFinished()
  }

  /** The next texts to mark: nothing when it is not the time, `done` when nothing waits and nothing is in flight. */
  private async next(work: Work, carrier: Carrier, pace: Pace): Promise<string[] | 'done'> {
    const now = this.kernel.world.monotonicMs()
    if (now < this.pausedUntil) {
      await this.change(this.pausedUntil - now)
      return []
    }
    // An event on the disk may be the STOP of the worker whose text is next.
    if (!(await spoolIsEmpty(this.kernel.config.dataDir))) {
      await this.change(250)
      return []
    }
    const room = this.room(carrier)
    if (room <= 0) {
      await this.change()
      return []
    }
    const waiting = await work.look(room)
    if (waiting === 0) {
      if (this.open === 0) return 'done'
      await this.change(250)
      return []
    }
    const allowed = pace.take(Math.min(room, waiting), now)
    if (allowed === 0) {
      await this.change(pace.waitMs())
      return []
    }
    return work.take(allowed)
  }

  /** How many texts may be marked now. */
  private room(carrier: Carrier): number {
    // After a failure one text at a time asks whether the carrier is back.
    if (this.failuresInARow > 0) return this.open === 0 ? 1 : 0
    const room = Math.min(carrier.markAhead - this.open, BATCH)
    // What is marked waits behind what is open anyway; a few large transactions cost less than many small ones.
    return room < Math.min(BATCH / 2, carrier.markAhead / 4) ? 0 : room
  }

  /** Answers when something changed, or after a while. */
  private change(atMostMs = 1_000): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(Math.max(atMostMs, 1), 1_000))
      this.nudge = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Two texts to one contact go one after the other. */
  private inOrder(text: Waiting, hand: () => Promise<void>): void {
    const before = this.byContact.get(text.contactId) ?? Promise.resolve()
    const mine = before.then(hand)
    this.byContact.set(text.contactId, mine)
    void mine.finally(() => {
      if (this.byContact.get(text.contactId) === mine) this.byContact.delete(text.contactId)
    })
  }

  private async handOver(text: Waiting, round: Round): Promise<void> {
    await this.place(round.carrier.concurrency)
    const outcome = await this.submit(text, round)
    this.leavePlace()
    await this.failpoint('submit.response_read')
    this.learn(outcome, round.pace)
    try {
      await round.outcomes.write({ text, outcome })
    } catch (error) {
      // The row stays `submitting`; whoever takes up the chunk after its deadline learns the outcome.
      this.kernel.log.error({ err: error, message: text.id }, 'an outcome could not be recorded')
    } finally {
      this.open -= 1
      this.nudge()
    }
  }

  private async submit(text: Waiting, { line, carrier, at }: Round): Promise<SendOutcome> {
    const now = this.kernel.world.now().getTime()
    // Checked in the same turn of the event loop in which the request is made.
    const monotonicMs = this.kernel.world.monotonicMs()
    if (monotonicMs < this.pausedUntil || !mayWrite(at, { wallMs: now, monotonicMs }))
      return { kind: 'not_accepted', why: 'unreachable', retryAfterMs: 0 }
    return carrier.submit(line.credentials, submissionOf(this.kernel, line, text, now), CARRIER_CALL_MS)
  }

  private learn(outcome: SendOutcome, pace: Pace): void {
    if (outcome.kind === 'accepted' || outcome.kind === 'refused') {
      this.failuresInARow = 0
      this.unclearInARow = 0
      pace.faster()
      return
    }
    if (outcome.kind === 'unknown') {
      this.unclearInARow += 1
      // One unclear answer is about one text. Many would spend the attempts of every text that waits.
      if (this.unclearInARow >= UNCLEAR_IN_A_ROW) this.pause(null)
      return
    }
    if (outcome.why === 'busy') pace.slower()
    if (outcome.retryAfterMs !== 0) this.pause(outcome.retryAfterMs)
  }

  /** Hands nothing over for a while; what is marked and not written goes back to the queue. */
  private pause(forMs: number | null): void {
    const now = this.kernel.world.monotonicMs()
    if (now >= this.pausedUntil) this.failuresInARow += 1
    const until = now + (forMs ?? backoffMs(this.failuresInARow, this.kernel.world.chance()))
    this.pausedUntil = Math.max(this.pausedUntil, until)
  }

  private async place(concurrency: number): Promise<void> {
    while (this.handingOver >= concurrency) await new Promise<void>((resolve) => this.waiting.push(resolve))
    this.handingOver += 1
  }

  private leavePlace(): void {
    this.handingOver -= 1
    this.waiting.shift()?.()
  }

  private async record(scope: Scope, work: Work, batch: Finished[]): Promise<void> {
    await this.failpoint('submit.before_store')
    const askAt = new Date(this.kernel.world.now().getTime() + 1_000)
    const deadline = new Date(this.kernel.world.now().getTime() + SUBMIT_DEADLINE_MS)
    if (await recordBatch(scope, this.lineId, batch, { deadline, askAt })) this.stop()
    work.finish(batch.map((one) => ({ id: one.text.id, again: one.outcome.kind === 'not_accepted' })))
    await this.failpoint('submit.after_store')
  }
}

/** Gives what waits on a line to the one its organization uses now; without any it stays. */
async function leaveLine(scope: Scope, lineId: string): Promise<void> {
  await scope.tx(async (tx) => {
    const next = await firstLine(tx.db, null)
    if (next) await moveToLine(tx, lineId, next)
  })
}
