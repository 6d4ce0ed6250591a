import type { Kernel, Running } from '../../kernel/kernel.ts'
import { linesWithWork } from '../messages/index.ts'
import { LineDrain } from './drain.ts'
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
        const waiting = await linesWithWork(system, now)
        for (const { lineId } of waiting) drains.get(lineId)?.drain.wake()
        const free = waiting.filter((line) => !drains.has(line.lineId))
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
      for (const { drain } of drains.values()) drain.stop()
      await Promise.all([...drains.values()].map((one) => one.done))
      await asking
    },
  }
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
