import type { Kernel, Running } from '../../kernel/kernel.ts'
import { addViews } from './store.ts'

/** Views wait this long, in ms: a poster in a break room is opened by a whole shift at once. */
const WAIT_MS = 500

interface ViewQueue {
  waiting: Map<string, { orgId: string; pageId: string; views: number }>
  timer: NodeJS.Timeout | undefined
  /** Ends when everything that was taken out of the queue is written. */
  written: Promise<void>
}

/** Several processes in one program have separate ones. */
const queues = new WeakMap<Kernel, ViewQueue>()

function queueOf(kernel: Kernel): ViewQueue {
  const queue = queues.get(kernel) ?? { waiting: new Map(), timer: undefined, written: Promise.resolve() }
  queues.set(kernel, queue)
  return queue
}

/** Counts one view of a page, a moment later. */
export function countView(kernel: Kernel, orgId: string, pageId: string): void {
  const queue = queueOf(kernel)
  const views = queue.waiting.get(pageId) ?? { orgId, pageId, views: 0 }
  views.views += 1
  queue.waiting.set(pageId, views)
  queue.timer ??= setTimeout(() => void writeViews(kernel), WAIT_MS).unref()
}

/**
 * Writes the views that wait, after those that are being written. A view that cannot be written is lost: a page must not
 * fail because of a count.
 */
export function writeViews(kernel: Kernel): Promise<void> {
  const queue = queueOf(kernel)
  queue.written = queue.written.then(() => writeAll(kernel, queue))
  return queue.written
}

async function writeAll(kernel: Kernel, queue: ViewQueue): Promise<void> {
  clearTimeout(queue.timer)
  queue.timer = undefined
  const views = [...queue.waiting.values()]
  queue.waiting.clear()
  const system = kernel.database.asSystem('views of public pages of every organization are counted')
  for (const { orgId, pageId, views: count } of views) {
    try {
      await addViews(system, orgId, pageId, count)
    } catch (error) {
      kernel.log.warn({ org: orgId, err: (error as Error).message }, 'opt-in: views could not be counted')
    }
  }
}

/** Writes the last views when a process stops. */
export function startCounting(kernel: Kernel): Running {
  return { stop: () => writeViews(kernel) }
}
