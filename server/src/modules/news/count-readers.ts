import type { NewsReaction } from '@crewline/contract/news'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { addVisit, type Visit } from './store.ts'

/** Visits wait this long, in ms: a whole shift opens a text at once. */
const WAIT_MS = 500

interface VisitQueue {
  waiting: Map<string, Visit>
  timer: NodeJS.Timeout | undefined
}

/** Several processes in one program have separate ones. */
const queues = new WeakMap<Kernel, VisitQueue>()

function queueOf(kernel: Kernel): VisitQueue {
  const queue = queues.get(kernel) ?? { waiting: new Map(), timer: undefined }
  queues.set(kernel, queue)
  return queue
}

/** Identifies a reader of one issue by address and browser; readers of two issues cannot be compared. */
export function visitorOf(
  kernel: Kernel,
  issueId: string,
  { address, agent }: { address: string; agent: string },
): Buffer {
  return kernel.encryption.fingerprint(`news_reader ${issueId}`, `${address} ${agent}`).subarray(0, 16)
}

/** Counts a visit, a moment later. */
export function countVisit(kernel: Kernel, visit: Omit<Visit, 'views' | 'reaction'>): void {
  const queue = queueOf(kernel)
  const key = `${visit.issueId} ${visit.visitor.toString('hex')}`
  const views = (queue.waiting.get(key)?.views ?? 0) + 1
  queue.waiting.set(key, { ...visit, views })
  queue.timer ??= setTimeout(() => void writeVisits(kernel), WAIT_MS).unref()
}

/** Stores a reaction; a reader's last one counts. */
export async function react(
  kernel: Kernel,
  visit: Omit<Visit, 'views' | 'reaction'>,
  reaction: NewsReaction,
): Promise<void> {
  const system = kernel.database.asSystem('readers of every organization react')
  await addVisit(system, { ...visit, views: 0, reaction }, kernel.world.now())
}

/** Writes the visits that wait. One that cannot be written is lost: a page must not fail because of a count. */
export async function writeVisits(kernel: Kernel): Promise<void> {
  const queue = queueOf(kernel)
  clearTimeout(queue.timer)
  queue.timer = undefined
  const visits = [...queue.waiting.values()]
  queue.waiting.clear()
  const system = kernel.database.asSystem('readers of every organization are counted')
  for (const visit of visits) {
    try {
      await addVisit(system, visit, kernel.world.now())
    } catch (error) {
      kernel.log.warn({ org: visit.orgId, err: (error as Error).message }, 'news: a visit could not be counted')
    }
  }
}

/** Writes the last visits when a process stops. */
export function startCounting(kernel: Kernel): Running {
  return { stop: () => writeVisits(kernel) }
}
