import type { NewsReaction } from '@crewline/contract/news'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { addVisits, type Visit } from './store.ts'

/** Visits wait this long, in ms: a whole shift opens a text at once. */
const WAIT_MS = 2_000
/** Visits written in one statement. */
const STEP = 500

/** Who opened an issue, as long as the visit waits. */
export interface Reader {
  orgId: string
  issueId: string
  language: string
  address: string
  agent: string
}

/** What readers did since the last writing. */
interface Reading {
  views: number
  isDeep: boolean
}

interface VisitQueue {
  waiting: Map<string, Reader & Reading>
  timer: NodeJS.Timeout | undefined
  /** Ends when everything that was taken out of the queue is written. */
  written: Promise<void>
}

/** Several processes in one program have separate ones. */
const queues = new WeakMap<Kernel, VisitQueue>()

function queueOf(kernel: Kernel): VisitQueue {
  const known = queues.get(kernel)
  if (known) return known
  const queue: VisitQueue = { waiting: new Map(), timer: undefined, written: Promise.resolve() }
  queues.set(kernel, queue)
  return queue
}

/** Identifies a reader of one issue by address and browser; readers of two issues cannot be compared. */
function visitorOf(kernel: Kernel, { issueId, address, agent }: Reader): Buffer {
  return kernel.encryption.fingerprint(`news_reader ${issueId}`, `${address} ${agent}`).subarray(0, 16)
}

function visitOf(kernel: Kernel, reader: Reader): Omit<Visit, 'views'> {
  const { orgId, issueId, language } = reader
  return { orgId, issueId, language, visitor: visitorOf(kernel, reader) }
}

/** Counts a visit, a moment later. */
export function countVisit(kernel: Kernel, reader: Reader): void {
  note(kernel, reader, { views: 1, isDeep: false })
}

/** Records that a reader reached three quarters of an issue, a moment later. */
export function countDepth(kernel: Kernel, reader: Reader): void {
  note(kernel, reader, { views: 0, isDeep: true })
}

function note(kernel: Kernel, reader: Reader, { views, isDeep }: Reading): void {
  const queue = queueOf(kernel)
  const key = `${reader.issueId} ${reader.address} ${reader.agent}`
  const waiting = queue.waiting.get(key)
  if (waiting) {
    waiting.language = reader.language
    waiting.views += views
    waiting.isDeep ||= isDeep
  } else queue.waiting.set(key, { ...reader, views, isDeep })
  queue.timer ??= setTimeout(() => void writeVisits(kernel), WAIT_MS).unref()
}

/** Stores a reaction; a reader's last one counts. */
export async function react(kernel: Kernel, reader: Reader, reaction: NewsReaction): Promise<void> {
  const system = kernel.database.asSystem('readers of every organization react')
  await addVisits(system, [{ ...visitOf(kernel, reader), views: 0, reaction }], kernel.world.now())
}

/**
 * Writes the visits that wait, after those that are being written. One that cannot be written is lost: a page must not fail
 * because of a count.
 */
export function writeVisits(kernel: Kernel): Promise<void> {
  const queue = queueOf(kernel)
  queue.written = queue.written.then(() => writeAll(kernel, queue))
  return queue.written
}

async function writeAll(kernel: Kernel, queue: VisitQueue): Promise<void> {
  clearTimeout(queue.timer)
  queue.timer = undefined
  const visits = [...queue.waiting.values()]
  queue.waiting.clear()
  const system = kernel.database.asSystem('readers of every organization are counted')
  for (let at = 0; at < visits.length; at += STEP) {
    // In one order everywhere, so that two processes do not wait for each other.
    const step = visits
      .slice(at, at + STEP)
      .map((reader) => ({ ...visitOf(kernel, reader), views: reader.views, isDeep: reader.isDeep }))
      .toSorted((a, b) => Buffer.compare(a.visitor, b.visitor))
    try {
      await addVisits(system, step, kernel.world.now())
    } catch (error) {
      kernel.log.warn({ err: (error as Error).message, visits: step.length }, 'news: visits could not be counted')
    }
  }
}

/** Writes the last visits when a process stops. */
export function startCounting(kernel: Kernel): Running {
  return { stop: () => writeVisits(kernel) }
}
