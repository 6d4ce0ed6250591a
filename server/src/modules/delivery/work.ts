import { SUBMIT_DEADLINE_MS } from '@crewline/contract/limits'
import type { Scope } from '../../kernel/scope.ts'
import {
  addChunks,
  chunksDue,
  dropChunks,
  followDue,
  recordOutcomes,
  rescheduleChunk,
  statesOf,
  type StateOf,
} from '../messages/index.ts'
import { noteUnknown } from './store.ts'

/** Chunks held in memory at once. */
const CHUNKS = 4

interface Held {
  id: string
  lane: number
  /** Not yet marked, in order. */
  pending: string[]
  /** Marked or pending: everything without an outcome. */
  open: Set<string>
}

function idOf(one: { id: string }): string {
  return one.id
}

function isDue({ dueAt }: StateOf, now: Date): boolean {
  return dueAt !== null && dueAt <= now
}

/** The waiting texts of one line as its drain sees them: a few chunks in memory, replies before broadcasts. */
export class Work {
  private readonly scope: Scope
  private readonly lineId: string
  private readonly held = new Map<string, Held>()
  private readonly chunkOf = new Map<string, Held>()

  constructor(scope: Scope, lineId: string) {
    this.scope = scope
    this.lineId = lineId
  }

  /** Looks for chunks and answers how many texts wait, at most about `wanted` of them loaded. */
  async look(wanted: number): Promise<number> {
    // Always asked, also when enough is in memory: a reply must overtake a broadcast.
    const room = this.count() >= wanted ? 1 : CHUNKS
    const due = await chunksDue(this.scope.db, this.lineId, {
      now: this.scope.world.now(),
      except: [...this.held.keys()],
      most: room,
    })
    for (const chunk of due) await this.load(chunk)
    return this.count()
  }

  /** The next texts, by lane, then age. */
  take(most: number): string[] {
    const taken: string[] = []
    for (const chunk of this.inOrder()) {
      while (taken.length < most && chunk.pending.length > 0) taken.push(chunk.pending.shift() as string)
    }
    return taken
  }

  /** Texts taken that were not marked have an outcome already. */
  skip(taken: string[], marked: string[]): void {
    const going = new Set(marked)
    this.finish(taken.filter((id) => !going.has(id)).map((id) => ({ id, again: false })))
  }

  /** Notes outcomes; a text that goes again waits at the front. */
  finish(done: { id: string; again: boolean }[]): void {
    for (const { id, again } of done) {
      const chunk = this.chunkOf.get(id)
      if (!chunk) continue
      if (again) {
        chunk.pending.unshift(id)
        chunk.pending.sort()
      } else {
        chunk.open.delete(id)
        this.chunkOf.delete(id)
      }
    }
  }

  /** Removes chunks all of whose texts have an outcome. */
  async dropFinished(): Promise<void> {
    const finished = [...this.held.values()].filter((chunk) => chunk.open.size === 0).map((chunk) => chunk.id)
    if (finished.length === 0) return
    await this.scope.tx((tx) => dropChunks(tx, finished))
    for (const id of finished) this.held.delete(id)
  }

  private count(): number {
    let sum = 0
    for (const chunk of this.held.values()) sum += chunk.pending.length
    return sum
  }

  private inOrder(): Held[] {
    return [...this.held.values()].sort((a, b) => a.lane - b.lane || (a.id < b.id ? -1 : 1))
  }

  /** Takes up a chunk: what another sender left `submitting` past its deadline becomes `unknown`, what is not past it waits. */
  private async load(chunk: { id: string; lane: number; messageIds: string[] }): Promise<void> {
    const states = await statesOf(this.scope.db, chunk.messageIds)
    const now = this.scope.world.now()
    // A text that waits for its time is looked for in its own chunk only, which bears its id.
    const waits = states.filter((one) => (one.state === 'held' || one.state === 'scheduled') && one.id === chunk.id)
    if (waits.some((one) => !isDue(one, now))) return this.scope.tx((tx) => followDue(tx, [chunk.id]))
    const pending = states.filter((one) => one.state === 'queued' || waits.includes(one)).map(idOf)
    const left = states.filter((one) => one.state === 'submitting')
    const deadlineOf = (one: StateOf) => new Date((one.submitStartedAt ?? now).getTime() + SUBMIT_DEADLINE_MS)
    const overdue = left.filter((one) => deadlineOf(one) <= now)
    const early = left.filter((one) => deadlineOf(one) > now)
    if (overdue.length > 0) {
      await this.scope.tx(async (tx) => {
        const changed = await recordOutcomes(
          tx,
          overdue.map(({ id, attempt }) => ({
            id,
            attempt,
            state: 'unknown' as const,
            carrierId: null,
            errorCode: null,
          })),
        )
        await noteUnknown(tx, this.lineId, [...changed], { deadline: now, askAt: now })
      })
    }
    if (early.length > 0) {
      const due = early.map(deadlineOf).reduce((a, b) => (a < b ? a : b))
      if (pending.length === 0) {
        await this.scope.tx((tx) =>
          rescheduleChunk(
            tx,
            chunk.id,
            early.map((one) => one.id),
            due,
          ),
        )
        return
      }
      await this.splitOff(
        chunk,
        early.map((one) => one.id),
        due,
      )
    }
    const held: Held = { id: chunk.id, lane: chunk.lane, pending, open: new Set(pending) }
    this.held.set(chunk.id, held)
    for (const id of pending) this.chunkOf.set(id, held)
  }

  /** Texts that must wait for their deadline get a chunk of their own, so that the others can be finished. */
  private async splitOff(
    chunk: { id: string; lane: number; messageIds: string[] },
    ids: string[],
    dueAt: Date,
  ): Promise<void> {
    const waiting = new Set(ids)
    await this.scope.tx(async (tx) => {
      await rescheduleChunk(
        tx,
        chunk.id,
        chunk.messageIds.filter((id) => !waiting.has(id)),
        tx.world.now(),
      )
      await addChunks(
        tx,
        chunk.lane,
        ids.map((id) => ({ id, lineId: this.lineId })),
        dueAt,
      )
    })
  }
}
