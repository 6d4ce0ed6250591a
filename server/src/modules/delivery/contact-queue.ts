import { isStorageFailure } from '../../kernel/db/storage-failure.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { intentOf } from './intent.ts'
import type { Line } from '../lines/index.ts'
import type { WebhookHandler } from './webhook-handler.ts'
import { contactSpoolFolder, Spool, type Spooled } from './spool.ts'

/** Wait before the first retry of an event in its own queue, in ms. Each further wait is longer by the same amount. */
const RETRY_WAIT_MS = 250
/** How often to check for files of ended processes, in ms. */
const SCAN_MS = 5_000
/** An event that fails this often while the database is available is quarantined. */
const MAX_TRIES = 5
/** Number of events remembered to avoid storing one twice. */
const MAX_REMEMBERED = 10_000

/** What the per-contact queue needs from the replay. */
export interface Around {
  handler: WebhookHandler
  lineOf(id: string): Promise<Line | undefined>
  isBack(): Promise<boolean>
  quarantine(line: Line | undefined, entry: Spooled, cause: unknown): Promise<void>
}

/**
 * Returns whether an event may wait in the per-contact queue. A message about consent never may: it may be the STOP of
 * the contact whose message is next.
 */
export function hasContactQueue({ event }: Spooled): boolean {
  return event.kind !== 'incoming' || intentOf(event) === 'none'
}

/**
 * Per-contact queue for events that fail although the database is available. Stores them on disk in order per sender
 * and retries until each is stored or quarantined. Does not block a line or another sender.
 */
export class ContactQueue implements Running {
  private readonly kernel: Kernel
  private readonly around: Around
  private readonly spool: Spool
  private readonly queues = new Map<string, Spooled[]>()
  private readonly queuedKeys = new Set<string>()
  /** Files of ended processes whose events are retried here. */
  private readonly takenOverFiles = new Set<string>()
  private readonly waking = new Set<() => void>()
  private readonly running = new Set<Promise<void>>()
  private readonly timer: NodeJS.Timeout
  private turn: Promise<void> = Promise.resolve()
  private open = 0
  private stopped = false

  constructor(kernel: Kernel, around: Around) {
    this.kernel = kernel
    this.around = around
    this.spool = new Spool(kernel, contactSpoolFolder(kernel.config.dataDir))
    this.timer = setInterval(() => this.scan(), SCAN_MS)
    this.scan()
  }

  /** Returns whether an event must queue behind another one of the same sender. */
  isBehind(entry: Spooled): boolean {
    return hasContactQueue(entry) && this.queues.has(senderOf(entry))
  }

  /** Stores an event on disk and starts to retry it. Ignores an event that is already queued. */
  async keep(entry: Spooled): Promise<void> {
    const name = JSON.stringify([entry.lineId, entry.messageId, entry.event])
    if (this.queuedKeys.has(name)) return
    this.open += 1
    try {
      await this.spool.append(entry)
    } catch (error) {
      this.open -= 1
      throw error
    }
    if (this.queuedKeys.size >= MAX_REMEMBERED) this.queuedKeys.clear()
    this.queuedKeys.add(name)
    this.queueUp(entry)
  }

  /** Stops retrying; queued events stay on disk for the next start. */
  async stop(): Promise<void> {
    this.stopped = true
    clearInterval(this.timer)
    for (const wake of this.waking) wake()
    await Promise.all(this.running)
    await this.turn.catch(() => {})
    await this.spool.stop()
  }

  private queueUp(entry: Spooled): void {
    const key = senderOf(entry)
    const queue = this.queues.get(key)
    if (queue) return void queue.push(entry)
    const made = [entry]
    this.queues.set(key, made)
    const work = this.drain(key, made).catch((error: unknown) =>
      this.kernel.log.error(
        { err: (error as Error).message },
        'delivery: an event in a per-contact queue waits for the next start',
      ),
    )
    this.running.add(work)
    void work.finally(() => this.running.delete(work))
  }

  private async drain(key: string, queue: Spooled[]): Promise<void> {
    for (let entry = queue[0]; entry && !this.stopped; entry = queue[0]) {
      if (!(await this.settle(entry))) return
      queue.shift()
      this.open -= 1
    }
    if (queue.length > 0) return
    this.queues.delete(key)
    await this.inTurn(() => this.deleteFinishedFiles())
  }

  /** Returns true when the event is stored or quarantined. */
  private async settle(entry: Spooled): Promise<boolean> {
    for (let failures = 1; ;) {
      await this.wait(RETRY_WAIT_MS * failures)
      if (this.stopped) return false
      let line: Line | undefined
      try {
        line = await this.around.lineOf(entry.lineId)
        if (line) await this.around.handler(line, entry.event, entry.messageId)
        return true
      } catch (error) {
        // Failures while the database cannot store do not count.
        if (isStorageFailure(error) || !(await this.around.isBack())) continue
        if (failures++ < MAX_TRIES) continue
        try {
          await this.around.quarantine(line, entry, error)
        } catch {
          continue
        }
        this.kernel.log.warn(
          { err: (error as Error).message, line: entry.lineId, kind: entry.event.kind },
          'delivery: an event could not be stored and was quarantined',
        )
        return true
      }
    }
  }

  private wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.waking.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      this.waking.add(wake)
    })
  }

  /** Files are taken over and deleted one at a time, so that no finished file is read. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(work, work)
    return this.turn
  }

  /** Deletes the files when no event of them is queued. New events go to another file. */
  private async deleteFinishedFiles(): Promise<void> {
    if (this.open > 0) return
    const names = await this.spool.readyFiles()
    if (this.open > 0) return
    for (const name of names)
      if (this.spool.isMine(name) || this.takenOverFiles.delete(name)) await this.spool.deleteFile(name)
  }

  /** Takes over the files of ended processes. */
  private async takeOver(): Promise<void> {
    if (this.open > 0 || this.stopped) return
    for (const name of await this.spool.readyFiles()) {
      if (this.spool.isMine(name)) continue
      const entries = await this.spool.read(name)
      this.takenOverFiles.add(name)
      this.open += entries.length
      for (const entry of entries) this.queueUp(entry)
    }
    await this.deleteFinishedFiles()
  }

  private scan(): void {
    this.inTurn(() => this.takeOver()).catch((error: unknown) =>
      this.kernel.log.warn({ err: (error as Error).message }, 'delivery: the per-contact queues could not be read yet'),
    )
  }
}

/** Returns the ordering key of an event: the contact, or the message of a receipt. */
export function senderOf({ event, messageId }: Spooled): string {
  return event.kind === 'incoming' ? `in|${event.from}` : `news|${messageId ?? event.carrierId}`
}
