import { ATTEMPTS_MAX, SUBMIT_DEADLINE_MS } from '@crewline/contract/limits'
import type { Scope } from '../../kernel/scope.ts'
import { LANE, outgoingChunks, statesOf } from '../messages/index.ts'
import { recordOverdue } from './settle.ts'
import type { SharedStatements } from './shared-statements.ts'

/** Chunks held in memory at once. */
const CHUNKS = 4

interface Held {
  id: string
  lane: number
  /** Not yet marked, in order. */
  pending: string[]
  /** Every message without an outcome, marked or pending. */
  open: Set<string>
}

function idOf(item: { id: string }): string {
  return item.id
}

type MessageStatus = Awaited<ReturnType<typeof statesOf>>[number]

function isDue({ dueAt }: MessageStatus, now: Date): boolean {
  return dueAt !== null && dueAt <= now
}

/** The queued messages of one line: a few chunks in memory, replies before broadcasts. */
export class Work {
  private readonly scope: Scope
  private readonly statements: SharedStatements
  private readonly lineId: string
  /** Whether the carrier of the line can be asked about a message. */
  readonly canAsk: boolean
  private readonly held = new Map<string, Held>()
  private readonly chunkOf = new Map<string, Held>()
  /** Messages about to get their last attempt: one of them may be what ended the process that sent it. */
  private readonly suspects = new Set<string>()

  constructor(scope: Scope, lineId: string, { canAsk, statements }: { canAsk: boolean; statements: SharedStatements }) {
    this.scope = scope
    this.statements = statements
    this.lineId = lineId
    this.canAsk = canAsk
  }

  /** Loads due chunks, up to about `requested` messages, and returns how many can be taken at once. */
  async loadDue(requested: number): Promise<number> {
    // Always query, even with enough in memory: a reply must overtake a broadcast.
    const maxChunks = this.count() >= requested ? 1 : CHUNKS
    const due = await this.statements.findDue({ lineId: this.lineId, except: [...this.held.keys()], most: maxChunks })
    for (const chunk of due) await this.load(chunk)
    return this.takable()
  }

  /** Takes the next messages by lane, then age; a suspect only by itself. */
  take(most: number): string[] {
    const messageIds: string[] = []
    for (const chunk of this.inOrder())
      for (let [next] = chunk.pending; next !== undefined && messageIds.length < most; [next] = chunk.pending) {
        const isSuspect = this.suspects.has(next)
        if (isSuspect && messageIds.length > 0) return messageIds
        messageIds.push(next)
        chunk.pending.shift()
        if (isSuspect) return messageIds
      }
    return messageIds
  }

  /** Whether the next message must be handed off while no other of its line is, so that only it can be to blame. */
  isSuspectNext(): boolean {
    const [next] = this.inOrder().flatMap(({ pending }) => pending.slice(0, 1))
    return next !== undefined && this.suspects.has(next)
  }

  /** Whether these messages belong to broadcasts. */
  lanesOf(ids: string[]): { id: string; isBroadcast: boolean }[] {
    return ids.map((id) => ({ id, isBroadcast: this.chunkOf.get(id)?.lane === LANE.broadcast }))
  }

  /**
   * Lets go of the broadcasts that are not marked, after their chunks were postponed: they are loaded again when they
   * are due. What is open in them finishes as usual.
   */
  releaseBroadcasts(takenIds: string[]): void {
    for (const chunk of [...this.held.values()].filter(({ lane }) => lane === LANE.broadcast)) {
      for (const id of [...chunk.pending, ...takenIds.filter((taken) => this.chunkOf.get(taken) === chunk)]) {
        chunk.open.delete(id)
        this.chunkOf.delete(id)
        this.suspects.delete(id)
      }
      chunk.pending = []
      this.held.delete(chunk.id)
    }
  }

  /** Removes taken messages that were not marked because they already have an outcome. */
  skip(takenIds: string[], marked: string[]): void {
    const going = new Set(marked)
    this.finish(takenIds.filter((id) => !going.has(id)).map((id) => ({ id, again: false })))
  }

  /** Records outcomes. A message to retry returns to the front. */
  finish(outcomes: { id: string; again: boolean }[]): void {
    for (const { id, again } of outcomes) {
      const chunk = this.chunkOf.get(id)
      if (!chunk) continue
      if (again) {
        chunk.pending.unshift(id)
        chunk.pending.sort()
      } else {
        chunk.open.delete(id)
        this.chunkOf.delete(id)
        this.suspects.delete(id)
      }
    }
  }

  /** Deletes chunks whose messages all have an outcome. */
  async dropFinished(): Promise<void> {
    const finished = [...this.held.values()].filter((chunk) => chunk.open.size === 0).map((chunk) => chunk.id)
    if (finished.length === 0) return
    await this.scope.tx((tx) => outgoingChunks.drop(tx, finished))
    for (const id of finished) this.held.delete(id)
  }

  private count(): number {
    let sum = 0
    for (const chunk of this.held.values()) sum += chunk.pending.length
    return sum
  }

  /** How many are before the first suspect, or one when a suspect is next. */
  private takable(): number {
    if (this.suspects.size === 0) return this.count()
    const pending = this.inOrder().flatMap((chunk) => chunk.pending)
    const at = pending.findIndex((id) => this.suspects.has(id))
    return at === -1 ? pending.length : Math.max(1, at)
  }

  private inOrder(): Held[] {
    return [...this.held.values()].sort((a, b) => a.lane - b.lane || (a.id < b.id ? -1 : 1))
  }

  /**
   * Loads a chunk. Messages that another sender left `submitting` become `unknown` after their deadline and wait until
   * then.
   */
  private async load(chunk: { id: string; lane: number; messageIds: string[] }): Promise<void> {
    const states = await statesOf(this.scope.db, chunk.messageIds)
    const now = this.scope.world.now()
    // A held or scheduled message is sent only from its own chunk, which has the same id.
    const waiting = states.filter(
      (message) => (message.state === 'held' || message.state === 'scheduled') && message.id === chunk.id,
    )
    if (waiting.some((message) => !isDue(message, now)))
      return this.scope.tx((tx) => outgoingChunks.followDue(tx, [chunk.id]))
    const pending = states.filter((message) => message.state === 'queued' || waiting.includes(message)).map(idOf)
    const submitting = states.filter((message) => message.state === 'submitting')
    const deadlineOf = (message: MessageStatus) =>
      new Date((message.submitStartedAt ?? now).getTime() + SUBMIT_DEADLINE_MS)
    const overdue = submitting.filter((message) => deadlineOf(message) <= now)
    const early = submitting.filter((message) => deadlineOf(message) > now)
    if (overdue.length > 0) await recordOverdue(this.scope, this.lineId, overdue, this.canAsk)
    if (early.length > 0) {
      const due = early.map(deadlineOf).reduce((a, b) => (a < b ? a : b))
      if (pending.length === 0) {
        await this.scope.tx((tx) =>
          outgoingChunks.reschedule(
            tx,
            chunk.id,
            early.map((message) => message.id),
            due,
          ),
        )
        return
      }
      await this.splitOff(
        chunk,
        early.map((message) => message.id),
        due,
      )
    }
    const held: Held = { id: chunk.id, lane: chunk.lane, pending, open: new Set(pending) }
    this.held.set(chunk.id, held)
    for (const id of pending) this.chunkOf.set(id, held)
    for (const { id, unclear } of states) if (held.open.has(id) && unclear >= ATTEMPTS_MAX - 1) this.suspects.add(id)
  }

  /** Moves messages that wait for their deadline to their own chunk, so that the rest can finish. */
  private async splitOff(
    chunk: { id: string; lane: number; messageIds: string[] },
    ids: string[],
    dueAt: Date,
  ): Promise<void> {
    const waiting = new Set(ids)
    await this.scope.tx(async (tx) => {
      await outgoingChunks.reschedule(
        tx,
        chunk.id,
        chunk.messageIds.filter((id) => !waiting.has(id)),
        tx.world.now(),
      )
      await outgoingChunks.add(
        tx,
        chunk.lane,
        ids.map((id) => ({ id, lineId: this.lineId })),
        dueAt,
      )
    })
  }
}
