import type { Kernel, Running } from '../../kernel/kernel.ts'
import { hear as consentHears, judge } from '../consent/index.ts'
import { lineById, type Line } from '../lines/index.ts'
import { Alone, senderOf, standsAlone } from './alone.ts'
import { incomingOf, type Ears } from './ears.ts'
import { asideReason } from './rules.ts'
import { systemScope } from './scope.ts'
import { keepAside } from './set-aside.ts'
import { Spool, type Spooled } from './spool.ts'
import { isThere } from './store.ts'
import { Turns } from './turns.ts'

/** Whether the database is there is known after this long, in ms. */
const ANSWER_WITHIN_MS = 1_200
/** Within this time it says that it still is, in ms. */
const ANSWER_AGAIN_WITHIN_MS = 500
/** How often waiting events are tried, in ms. */
const TRY_MS = 250
/** Files others left behind are looked for every so many tries. */
const LOOK_EVERY = 20
/** With so few events left, new ones wait for them, so that a steady stream cannot keep the disk busy for ever. */
const NEARLY_DONE = 500
/** An event that failed so often while the database was there is set aside. */
const TRIES = 5

/** Ears that outlive the database: what cannot be committed now is on the disk when they answer. */
export interface DurableEars extends Running {
  hear: Ears
  /** Whether events wait on this disk, so that the database is known to be away. */
  isAway(): boolean
}

/**
 * Puts a spool under the ears. While events wait, new ones go behind them; once the database is back they are replayed in
 * order with the keys they came with, those of workers who opt out first, and forgotten when they are committed. An event that
 * fails for a reason of its own waits by itself.
 */
export function makeDurable(kernel: Kernel, ears: Ears): DurableEars {
  const spool = new Spool(kernel)
  const tries = new Map<string, number>()
  const turns = new Turns()
  let gate: Promise<void> | undefined
  let stopped = false
  let round = 0

  const alone = new Alone(kernel, {
    ears,
    lineOf: async (lineId) => (await linesOf(kernel, [{ lineId }])).get(lineId),
    isBack: () => isBack(kernel),
    setAside: (line, entry, cause) => setAside(kernel, spool, { line, entry, cause }),
  })

  const hear: Ears = (line, event, messageId) => {
    const at = kernel.world.now().toISOString()
    const entry = { lineId: line.id, messageId, event: event.kind === 'incoming' ? { at, ...event } : event }
    return turns.take(senderOf(entry), async () => {
      await gate
      // Before the spool: what waits there is replayed sooner than what this has to come after.
      if (alone.isBehind(entry)) return alone.keep(entry)
      if (spool.size() > 0) return spool.append(entry)
      try {
        await within(ears(line, event, messageId), kernel.config.spoolAfterMs)
      } catch (error) {
        await ((await failsByItself(kernel, entry, error)) ? alone.keep(entry) : spool.append(entry))
      }
    })
  }

  const replayAll = async (): Promise<void> => {
    if (!(await isBack(kernel))) return
    for (const name of await spool.readyFiles()) {
      const entries = await spool.read(name)
      if (!(await replayFile(entries))) return
      await spool.forget(name)
    }
  }

  const replayFile = async (entries: Spooled[]): Promise<boolean> => {
    const lines = await linesOf(kernel, entries)
    const causes = await failuresOf(optOutsFirst(entries), async (entry) => {
      const line = lines.get(entry.lineId)
      if (alone.isBehind(entry)) await alone.keep(entry)
      else if (line) await ears(line, entry.event, entry.messageId)
    })
    const failed = [...causes.keys()]
    if (failed.length === 0) return true
    if (!(await isBack(kernel))) return false
    for (const entry of failed.filter(standsAlone)) await alone.keep(entry)
    for (const entry of failed.filter((one) => !standsAlone(one))) {
      if (countTry(tries, entry) < TRIES) return false
      await giveUp(kernel, lines.get(entry.lineId), entry)
      await setAside(kernel, spool, { line: lines.get(entry.lineId), entry, cause: causes.get(entry) })
    }
    return true
  }

  let trying: Promise<void> | undefined
  const attempt = () => {
    const mayLook = round++ % LOOK_EVERY === 0
    if (stopped || trying || (spool.size() === 0 && !mayLook)) return
    const work = replayAll().catch((error: unknown) =>
      kernel.log.warn({ err: (error as Error).message }, 'the spool could not be replayed yet'),
    )
    trying = work.finally(() => {
      trying = undefined
      gate = undefined
    })
    if (spool.size() > 0 && spool.size() <= NEARLY_DONE) gate = within(trying, ANSWER_WITHIN_MS).catch(() => {})
  }
  const timer = setInterval(attempt, TRY_MS)
  attempt()
  return {
    hear,
    isAway: () => spool.size() > 0,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await trying
      await alone.stop()
      await spool.stop()
    },
  }
}

/** Whether an event failed for a reason of its own, because the database answers meanwhile, so that nobody else waits for it. */
async function failsByItself(kernel: Kernel, entry: Spooled, error: unknown): Promise<boolean> {
  const isOwn = standsAlone(entry) && !(error instanceof Late) && (await isBack(kernel, ANSWER_AGAIN_WITHIN_MS))
  kernel.log.warn({ err: (error as Error).message, line: entry.lineId, isOwn }, 'an event goes to the spool')
  return isOwn
}

/**
 * Plays senders side by side, what each told one after the other; answers those that failed, in their order, with what each
 * failed of. What comes behind a failure of its sender fails with it, but for what says something about consent.
 */
export async function failuresOf(
  entries: Spooled[],
  play: (entry: Spooled) => Promise<void>,
): Promise<Map<Spooled, unknown>> {
  const causes = new Map<Spooled, unknown>()
  const inOrder = async (ofOne: Spooled[]) => {
    let stopped: { cause: unknown } | undefined
    for (const entry of ofOne) {
      if (stopped && standsAlone(entry)) causes.set(entry, stopped.cause)
      else await play(entry).catch((cause: unknown) => causes.set(entry, (stopped = { cause }).cause))
    }
  }
  await Promise.all(Object.values(Object.groupBy(entries, senderOf)).map((ofOne) => inOrder(ofOne ?? [])))
  return new Map(entries.filter((entry) => causes.has(entry)).map((entry) => [entry, causes.get(entry)]))
}

/** Sets an event aside in the database, where its people see it; on the disk where even that fails. */
async function setAside(
  kernel: Kernel,
  spool: Spool,
  { line, entry, cause }: { line: Line | undefined; entry: Spooled; cause: unknown },
): Promise<void> {
  try {
    if (line) return await keepAside(kernel, line, entry, asideReason(cause))
  } catch (error) {
    kernel.log.error({ err: (error as Error).message, line: entry.lineId }, 'an event is set aside on the disk')
  }
  await spool.setAside(entry)
}

/** Everything of workers who opt out, then everything else, each in the order it came. */
export function optOutsFirst(entries: Spooled[]): Spooled[] {
  const leaving = new Set(
    entries.flatMap(({ event }) =>
      event.kind === 'incoming' && judge(event.body).verdict === 'opt_out' ? [event.from] : [],
    ),
  )
  if (leaving.size === 0) return entries
  const isFirst = ({ event }: Spooled) => event.kind === 'incoming' && leaving.has(event.from)
  return [...entries.filter(isFirst), ...entries.filter((entry) => !isFirst(entry))]
}

function countTry(tries: Map<string, number>, entry: Spooled): number {
  const key = JSON.stringify([entry.lineId, entry.event])
  const count = (tries.get(key) ?? 0) + 1
  tries.set(key, count)
  return count
}

/** Says that an event about consent is set aside, and does what a STOP says: nobody who left is texted again because of that. */
async function giveUp(kernel: Kernel, line: Line | undefined, { event, lineId }: Spooled): Promise<void> {
  kernel.log.error({ line: lineId, kind: event.kind }, 'an event about consent cannot be taken in and is set aside')
  if (!line || event.kind !== 'incoming' || judge(event.body).verdict !== 'opt_out') return
  const { from, body } = incomingOf(line, event)
  try {
    const { scope, name } = await systemScope(kernel, line.orgId, 'opt-out')
    await scope.tx((tx) =>
      consentHears(tx, async () => ({ organization: name, helpContact: '' }), [
        { messageId: kernel.world.id(), phone: from, words: body },
      ]),
    )
  } catch (error) {
    kernel.log.error(
      { err: (error as Error).message, line: line.id },
      'an opt-out that was set aside could not be obeyed',
    )
  }
}

async function linesOf(kernel: Kernel, entries: { lineId: string }[]): Promise<Map<string, Line>> {
  const system = kernel.database.asSystem('events that waited on the disk name lines; the line says whose it is')
  const lines = new Map<string, Line>()
  for (const id of new Set(entries.map((entry) => entry.lineId))) {
    const line = await lineById(system, kernel.seal, id)
    if (line) lines.set(id, line)
  }
  return lines
}

async function isBack(kernel: Kernel, ms = ANSWER_WITHIN_MS): Promise<boolean> {
  const system = kernel.database.asSystem('whether the database is there again')
  return within(isThere(system), ms).then(
    () => true,
    () => false,
  )
}

/** The work was not done in time. */
class Late extends Error {}

/** Answers as the work does, or rejects when it takes longer; the work itself goes on. */
export async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late(`not done within ${ms} ms`)), ms)
  })
  work.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
