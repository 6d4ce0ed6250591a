import type { Kernel, Running } from '../../kernel/kernel.ts'
import { linesNotSending } from '../lines/index.ts'
import { outgoingChunks } from '../messages/index.ts'
import { askAgainAfterRaise } from './brand-day.ts'
import { LineDrain } from './drain.ts'
import { orgsUnderReview } from './restored-views.ts'
import { backoffMs, linesAtOnce, splitByDue } from './rules.ts'
import { reconcile } from './reconcile.ts'
import { settleMarked } from './settle.ts'
import { keepLines, leaveLines, takeLines } from './store.ts'

/** Polling interval in ms: the longest delay of a message after a lost signal. */
const POLL_MS = 1_000
/** How soon a sender takes more of the lines that it left for others, in ms. */
const OTHERS_MS = 50
/** How often leases are renewed, in ms; well within the lease. */
const KEEP_MS = 1_500

/**
 * Sends queued messages of every organization until stopped. Then completes what is in flight and releases its lines.
 */
export async function startSender(kernel: Kernel): Promise<Running> {
  const owner = kernel.world.id()
  const system = kernel.database.asSystem('the sender looks for lines with work in every organization')
  const drains = new Map<string, { drain: LineDrain; done: Promise<void> }>()
  const failed = new FailedLines(kernel)
  let stopped = false
  let looking = false
  let scanAgain = false

  const begin = (orgId: string, lineId: string) => {
    const drain = new LineDrain(kernel, orgId, lineId)
    const done = failed.watch(drain.run(), { orgId, lineId }).then(async (isDone) => {
      drains.delete(lineId)
      const isSettled = isDone && drain.isSettled
      await leaveLines(system, owner, [lineId], { now: kernel.world.now(), isSettled }).catch(() => {})
      // Work that arrived just as this drain ended needs another check.
      if (!stopped) void scan()
    })
    drains.set(lineId, { drain, done })
  }

  const take = async (free: { orgId: string; lineId: string }[], now: Date): Promise<void> => {
    const leased = await takeLines(system, owner, free, now)
    if (!stopped) return leased.forEach((line) => begin(line.orgId, line.lineId))
    // Stopped in the meantime: a drain started now would not be awaited.
    const lineIds = leased.map((line) => line.lineId)
    await leaveLines(system, owner, lineIds, { now })
  }

  // Beside the scan: no line waits for this.
  const raises = inPasses(
    () => askAgainAfterRaise(kernel),
    (err) => kernel.log.warn({ err }, 'sender: raised limits could not be read, trying again'),
  )

  const alarm = makeAlarm(kernel, () => void scan())

  const scan = async (): Promise<void> => {
    if (looking) {
      scanAgain = true
      return
    }
    looking = true
    try {
      do {
        scanAgain = false
        const now = kernel.world.now()
        raises.start()
        const { free, nextAt } = await wakeWorking(kernel, drains, now)
        alarm.set(nextAt)
        const rested = free.filter((line) => !failed.isResting(line.lineId))
        const some = linesAtOnce(rested, () => kernel.world.chance())
        if (some.length < rested.length) alarm.set(new Date(now.getTime() + OTHERS_MS))
        if (some.length > 0 && !stopped) await take(some, now)
      } while (scanAgain && !stopped)
    } catch (error) {
      if (!stopped) kernel.log.warn({ err: (error as Error).message }, 'sender: could not look for work, trying again')
    } finally {
      looking = false
    }
  }

  const keep = () => keepHolding(kernel, owner, drains)

  const reconciler = inPasses(
    () => settleMarked(kernel).then(() => reconcile(kernel)),
    (err) => kernel.log.warn({ err }, 'sender: unclear outcomes could not be reconciled, trying again'),
  )

  const unsubscribe = kernel.signals.onWakeUp('texts', () => void scan())
  const timers = [
    setInterval(() => void scan(), POLL_MS),
    setInterval(() => void keep(), KEEP_MS),
    setInterval(() => reconciler.start(), POLL_MS),
  ]
  void scan()
  return {
    stop: async () => {
      stopped = true
      unsubscribe()
      for (const timer of timers) clearInterval(timer)
      alarm.stop()
      for (const { drain } of drains.values()) drain.stop()
      await Promise.all([...drains.values()].map((entry) => entry.done))
      await Promise.all([reconciler.done(), raises.done()])
    },
  }
}

/** Repeats work, one pass at a time; `onError` gets the message of what fails. */
function inPasses(
  work: () => Promise<void>,
  onError: (message: string) => void,
): { start(): void; done(): Promise<void> } {
  let working: Promise<void> | undefined
  return {
    start: () => {
      working ??= work()
        .catch((error: unknown) => onError((error as Error).message))
        .finally(() => (working = undefined))
    },
    done: async () => working,
  }
}

/**
 * Lines whose drain failed at once, for example because their credentials do not open. Each rests longer after every
 * failure, so that it neither fills the log nor occupies the database.
 */
class FailedLines {
  private readonly kernel: Kernel
  private readonly lines = new Map<string, { failures: number; untilMs: number }>()

  constructor(kernel: Kernel) {
    this.kernel = kernel
  }

  /** Resolves when the drain of a line has ended, notes how, and returns whether it did not fail. */
  async watch(run: Promise<void>, { orgId, lineId }: { orgId: string; lineId: string }): Promise<boolean> {
    try {
      await run
      this.lines.delete(lineId)
      return true
    } catch (error) {
      const failures = (this.lines.get(lineId)?.failures ?? 0) + 1
      const retryInMs = backoffMs(failures, this.kernel.world.chance())
      this.lines.set(lineId, { failures, untilMs: this.kernel.world.monotonicMs() + retryInMs })
      const context = { err: error, org: orgId, line: lineId, retryInMs }
      this.kernel.log.error(context, 'sender: a line stopped and will be restarted')
      return false
    }
  }

  isResting(lineId: string): boolean {
    return this.kernel.world.monotonicMs() < (this.lines.get(lineId)?.untilMs ?? 0)
  }
}

/**
 * Creates a timer for one moment, the last one set. With it, a message with five seconds of undo is sent after five
 * seconds.
 */
function makeAlarm(kernel: Kernel, wake: () => void): { set(moment: Date | undefined): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  return {
    set(moment) {
      clearTimeout(timer)
      if (!moment || stopped) return
      // Anything later is found by the next poll, also when the clock stepped in between.
      const waitMs = Math.min(Math.max(0, moment.getTime() - kernel.world.now().getTime()), POLL_MS)
      timer = setTimeout(wake, waitMs + 1)
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/**
 * Wakes the drains that have work and stops those of lines that send nothing now and of organizations whose database was restored.
 * Otherwise the drain of a released line that no other replaces would begin again and again. Returns the lines with work that have no drain here,
 * and the earliest moment before the next poll at which more is due.
 */
async function wakeWorking(
  { database, world }: Kernel,
  drains: Map<string, { drain: LineDrain }>,
  now: Date,
): Promise<{ free: { orgId: string; lineId: string }[]; nextAt: Date | undefined }> {
  const system = database.asSystem('the sender looks for lines with work in every organization')
  const lines = await outgoingChunks.linesWithWork(system, new Date(now.getTime() + POLL_MS), world.isTimeInDoubt())
  const { due: waiting, nextAt } = splitByDue(lines, now)
  const notSending = await linesNotSending(
    system,
    waiting.map((line) => line.lineId),
  )
  const reviewed = await orgsUnderReview(system)
  for (const { orgId, lineId } of waiting) if (reviewed.has(orgId)) notSending.add(lineId)
  for (const { lineId } of waiting) {
    const drain = drains.get(lineId)?.drain
    if (notSending.has(lineId)) drain?.stop()
    else drain?.wake()
  }
  const free = waiting.filter((line) => !drains.has(line.lineId) && !notSending.has(line.lineId))
  return { free, nextAt }
}

/** Renews the leases of active lines. Stops the drain of a line that another sender took over. */
async function keepHolding(kernel: Kernel, owner: string, drains: Map<string, { drain: LineDrain }>): Promise<void> {
  const held = [...drains.keys()]
  if (held.length === 0) return
  try {
    const system = kernel.database.asSystem('the sender renews the leases of its lines')
    const renewed = await keepLines(system, owner, held, kernel.world.now())
    for (const lineId of held) if (!renewed.has(lineId)) drains.get(lineId)?.drain.stop()
  } catch (error) {
    kernel.log.warn({ err: (error as Error).message }, 'sender: the leases could not be renewed')
  }
}
