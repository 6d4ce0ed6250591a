import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { pausedLines } from '../lines/index.ts'
import { linesWithWork } from '../messages/index.ts'
import { LineDrain } from './drain.ts'
import { splitByDue } from './rules.ts'
import { reconcile } from './reconcile.ts'
import { keepLines, leaveLines, takeLines } from './store.ts'

/** How long a lost ring may delay a text, in ms. */
const POLL_MS = 1_000
/** How often held lines are held on, in ms; well within the lease. */
const KEEP_MS = 1_500

/** Sends whatever waits, for every organization, until it is stopped; then finishes what is in flight and gives lines back. */
export async function startSender(kernel: Kernel): Promise<Running> {
  const owner = kernel.world.id()
  const system = kernel.database.asSystem('the sender looks for lines with work in every organization')
  const drains = new Map<string, { drain: LineDrain; done: Promise<void> }>()
  let stopped = false
  let looking = false
  let again = false

  const begin = (orgId: string, lineId: string) => {
    const drain = new LineDrain(kernel, orgId, lineId)
    const done = drain
      .run()
      .catch((error: unknown) =>
        kernel.log.error({ err: error, org: orgId, line: lineId }, 'a line stopped; it is taken up again'),
      )
      .then(async () => {
        drains.delete(lineId)
        await leaveLines(system, owner, [lineId], kernel.world.now()).catch(() => {})
        // What arrived in the last moment of this drain is found by another look.
        if (!stopped) void look()
      })
    drains.set(lineId, { drain, done })
  }

  const take = async (free: { orgId: string; lineId: string }[], now: Date): Promise<void> => {
    const taken = await takeLines(system, owner, free, now)
    if (!stopped) return taken.forEach((line) => begin(line.orgId, line.lineId))
    // Stopped meanwhile: nobody would wait for what began now.
    const lineIds = taken.map((line) => line.lineId)
    await leaveLines(system, owner, lineIds, now)
  }

  const alarm = makeAlarm(kernel, () => void look())

  const look = async (): Promise<void> => {
    if (looking) {
      again = true
      return
    }
    looking = true
    try {
      do {
        again = false
        const now = kernel.world.now()
        const { free, nextAt } = await wakeWorking(system, drains, now)
        alarm.set(nextAt)
        if (free.length > 0 && !stopped) await take(free, now)
      } while (again && !stopped)
    } catch (error) {
      if (!stopped) kernel.log.warn({ err: (error as Error).message }, 'sender: could not look for work, trying again')
    } finally {
      looking = false
    }
  }

  const keep = () => keepHolding(kernel, owner, drains)

  let asking: Promise<void> | undefined
  const ask = () => {
    asking ??= reconcile(kernel)
      .catch((error: unknown) =>
        kernel.log.warn({ err: (error as Error).message }, 'sender: could not ask for outcomes, trying again'),
      )
      .finally(() => (asking = undefined))
  }

  const unhear = kernel.bell.hear('texts', () => void look())
  const timers = [
    setInterval(() => void look(), POLL_MS),
    setInterval(() => void keep(), KEEP_MS),
    setInterval(ask, POLL_MS),
  ]
  void look()
  return {
    stop: async () => {
      stopped = true
      unhear()
      for (const timer of timers) clearInterval(timer)
      alarm.stop()
      for (const { drain } of drains.values()) drain.stop()
      await Promise.all([...drains.values()].map((one) => one.done))
      await asking
    },
  }
}

/** Wakes somebody at one moment, the last that was set: a text that can be undone for five seconds goes after five. */
function makeAlarm(kernel: Kernel, wake: () => void): { set(moment: Date | undefined): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  return {
    set(moment) {
      clearTimeout(timer)
      if (moment && !stopped) timer = setTimeout(wake, Math.max(0, moment.getTime() - kernel.world.now().getTime()) + 1)
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/**
 * Wakes the drains that have work, ends those of paused lines, and answers the lines with work that nobody here drains, and
 * the moment before the next poll at which there is more.
 */
async function wakeWorking(
  system: Db,
  drains: Map<string, { drain: LineDrain }>,
  now: Date,
): Promise<{ free: { orgId: string; lineId: string }[]; nextAt: Date | undefined }> {
  const known = await linesWithWork(system, new Date(now.getTime() + POLL_MS))
  const { due: waiting, nextAt } = splitByDue(known, now)
  const paused = await pausedLines(
    system,
    waiting.map((line) => line.lineId),
  )
  for (const { lineId } of waiting) {
    const drain = drains.get(lineId)?.drain
    if (paused.has(lineId)) drain?.stop()
    else drain?.wake()
  }
  const free = waiting.filter((line) => !drains.has(line.lineId) && !paused.has(line.lineId))
  return { free, nextAt }
}

/** Holds the lines being worked; a line that was lost to another sender takes nothing new. */
async function keepHolding(kernel: Kernel, owner: string, drains: Map<string, { drain: LineDrain }>): Promise<void> {
  const held = [...drains.keys()]
  if (held.length === 0) return
  try {
    const system = kernel.database.asSystem('the sender holds on to its lines')
    const kept = await keepLines(system, owner, held, kernel.world.now())
    for (const lineId of held) if (!kept.has(lineId)) drains.get(lineId)?.drain.stop()
  } catch (error) {
    kernel.log.warn({ err: (error as Error).message }, 'sender: could not hold its lines')
  }
}
