import { join } from 'node:path'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { judge } from '../consent/index.ts'
import type { Line } from '../lines/index.ts'
import type { Ears } from './ears.ts'
import { Spool, type Spooled } from './spool.ts'

/** The first wait before an event is tried by itself, in ms; each wait is longer than the one before by as much. */
const WAIT_MS = 250
/** Files others left behind are looked for this often, in ms. */
const LOOK_MS = 5_000
/** An event that failed so often while the database was there is set aside. */
const TRIES = 5
/** Events that are remembered, so that none is kept twice. */
const MOST_KNOWN = 10_000

/** What the events that stand alone need of those who replay. */
export interface Around {
  ears: Ears
  lineOf(id: string): Promise<Line | undefined>
  isBack(): Promise<boolean>
  setAside(line: Line | undefined, entry: Spooled, cause: unknown): Promise<void>
}

/** What says something about consent never stands alone: it may be the STOP of the worker whose text is next. */
export function standsAlone({ event }: Spooled): boolean {
  return event.kind !== 'incoming' || judge(event.body).verdict === 'none'
}

/**
 * Events that fail although the database is there: on the disk, each behind those of the same sender, tried until it is taken
 * in or set aside. They hold no line and no other sender.
 */
export class Alone implements Running {
  private readonly kernel: Kernel
  private readonly around: Around
  private readonly spool: Spool
  private readonly queues = new Map<string, Spooled[]>()
  private readonly known = new Set<string>()
  /** Files of processes that are gone whose events are being tried here. */
  private readonly taken = new Set<string>()
  private readonly waking = new Set<() => void>()
  private readonly running = new Set<Promise<void>>()
  private readonly timer: NodeJS.Timeout
  private turn: Promise<void> = Promise.resolve()
  private open = 0
  private stopped = false

  constructor(kernel: Kernel, around: Around) {
    this.kernel = kernel
    this.around = around
    this.spool = new Spool(kernel, join(kernel.config.dataDir, 'spool-alone'))
    this.timer = setInterval(() => this.look(), LOOK_MS)
    this.look()
  }

  /** Whether something of the same sender waits already, so that this has to wait behind it. */
  isBehind(entry: Spooled): boolean {
    return standsAlone(entry) && this.queues.has(senderOf(entry))
  }

  /** Keeps an event and tries it from now on; answers when it is on the disk. One that waits already changes nothing. */
  async keep(entry: Spooled): Promise<void> {
    const name = JSON.stringify([entry.lineId, entry.messageId, entry.event])
    if (this.known.has(name)) return
    this.open += 1
    try {
      await this.spool.append(entry)
    } catch (error) {
      this.open -= 1
      throw error
    }
    if (this.known.size >= MOST_KNOWN) this.known.clear()
    this.known.add(name)
    this.queueUp(entry)
  }

  /** Stops trying; what waits stays on the disk for the next start. */
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
      this.kernel.log.error({ err: (error as Error).message }, 'an event that stands alone waits for the next start'),
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
    await this.inTurn(() => this.forgetDone())
  }

  /** Answers whether the event is done with: taken in, or set aside. */
  private async settle(entry: Spooled): Promise<boolean> {
    for (let failures = 1; ;) {
      await this.wait(WAIT_MS * failures)
      if (this.stopped) return false
      let line: Line | undefined
      try {
        line = await this.around.lineOf(entry.lineId)
        if (line) await this.around.ears(line, entry.event, entry.messageId)
        return true
      } catch (error) {
        // While the database is away nothing counts as the event's own fault.
        if (!(await this.around.isBack())) continue
        if (failures++ < TRIES) continue
        this.kernel.log.warn(
          { err: (error as Error).message, line: entry.lineId, kind: entry.event.kind },
          'an event cannot be taken in and is set aside',
        )
        await this.around.setAside(line, entry, error)
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

  /** Files are taken over and forgotten one after the other, so that none is read that is done with. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(work, work)
    return this.turn
  }

  /** Forgets the files when nothing of them waits any more; what is kept meanwhile is in another file. */
  private async forgetDone(): Promise<void> {
    if (this.open > 0) return
    const names = await this.spool.readyFiles()
    if (this.open > 0) return
    for (const name of names) if (this.spool.isMine(name) || this.taken.delete(name)) await this.spool.forget(name)
  }

  /** Goes on with what a process that is gone left behind. */
  private async takeOver(): Promise<void> {
    if (this.open > 0 || this.stopped) return
    for (const name of await this.spool.readyFiles()) {
      if (this.spool.isMine(name)) continue
      const entries = await this.spool.read(name)
      this.taken.add(name)
      this.open += entries.length
      for (const entry of entries) this.queueUp(entry)
    }
    await this.forgetDone()
  }

  private look(): void {
    this.inTurn(() => this.takeOver()).catch((error: unknown) =>
      this.kernel.log.warn({ err: (error as Error).message }, 'events that stand alone could not be looked for yet'),
    )
  }
}

/** Whose events keep their order: those of one worker, and those about one message. */
export function senderOf({ event, messageId }: Spooled): string {
  return event.kind === 'incoming' ? `in|${event.from}` : `news|${messageId ?? event.carrierId}`
}
