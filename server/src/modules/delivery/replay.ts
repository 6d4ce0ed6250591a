import { checkWritable, isStorageFailure } from '../../kernel/db/storage-failure.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { handleConsentMessages } from '../consent/index.ts'
import { lineById, type Line } from '../lines/index.ts'
import { ContactQueue, senderOf, hasContactQueue } from './contact-queue.ts'
import { intentOf } from './intent.ts'
import { incomingOf, type WebhookHandler } from './webhook-handler.ts'
import { failuresOf, optOutsFirst } from './replay-order.ts'
import { quarantineReason } from './rules.ts'
import { systemScope } from './scope.ts'
import { keepQuarantined } from './quarantine.ts'
import { Spool, type Spooled } from './spool.ts'
import { Late, withTimeout } from './time-limit.ts'
import { Turns } from './turns.ts'

/** Timeout for the check whether the database is available, in ms. */
const AVAILABILITY_TIMEOUT_MS = 1_200
/** Timeout for the repeated check, in ms. */
const RECHECK_TIMEOUT_MS = 500
/** How often spooled events are retried, in ms. */
const TRY_MS = 250
/** Number of retries between checks for files of ended processes. */
const SCAN_EVERY = 20
/**
 * With this few events left, new ones wait for the replay, so that a steady stream cannot keep the spool busy forever.
 */
const NEARLY_DONE = 500
/** Wait after the database could not store, in ms: a probe may succeed where the next write fails. */
const STORAGE_WAIT_MS = 1_000
/** An event that fails this often while the database is available is quarantined. */
const MAX_TRIES = 5

/**
 * An inbound handler that works without the database: an event that cannot be committed is on disk when it resolves.
 */
export interface DurableWebhookHandler extends Running {
  handle: WebhookHandler
  /** Whether events wait on this disk, which means that the database is unavailable. */
  isAway(): boolean
}

/**
 * Adds a spool to the inbound handler. While events wait, new ones queue behind them. When the database is back, they
 * are replayed in order with their original keys, those of contacts who opt out first, and deleted when committed. An
 * event that fails for its own reason moves to the per-contact queue.
 */
export function makeDurable(kernel: Kernel, handler: WebhookHandler): DurableWebhookHandler {
  const spool = new Spool(kernel)
  const turns = new Turns()
  let gate: Promise<void> | undefined
  let stopped = false
  let round = 0
  let restingUntilMs = 0

  const contactQueue = new ContactQueue(kernel, {
    handler,
    lineOf: async (lineId) => (await linesOf(kernel, [{ lineId }])).get(lineId),
    isBack: () => isBack(kernel),
    quarantine: (line, entry, cause) => quarantine(kernel, spool, { line, entry, cause }),
  })

  const handle: WebhookHandler = (line, event, messageId) => {
    const at = kernel.world.now().toISOString()
    const entry = { lineId: line.id, messageId, event: event.kind === 'incoming' ? { at, ...event } : event }
    return turns.take(senderOf(entry), async () => {
      await gate
      // Check this before the spool: the spool is replayed earlier than the events that must precede this one.
      if (contactQueue.isBehind(entry)) return contactQueue.keep(entry)
      if (spool.size() > 0) return spool.append(entry)
      try {
        await withTimeout(handler(line, event, messageId), kernel.config.spoolAfterMs)
      } catch (error) {
        await ((await failsByItself(kernel, entry, error)) ? contactQueue.keep(entry) : spool.append(entry))
      }
    })
  }

  const replay = makeReplay(kernel, { handler, contactQueue, spool })
  const replayAll = async (): Promise<void> => {
    if (!(await isBack(kernel))) return
    for (const name of await spool.readyFiles()) {
      const entries = await spool.read(name)
      const result = await replay(entries)
      if (result === 'no storage') restingUntilMs = kernel.world.monotonicMs() + STORAGE_WAIT_MS
      if (result !== 'done') return
      await spool.deleteFile(name)
    }
  }

  let trying: Promise<void> | undefined
  const attempt = () => {
    const shouldScan = round++ % SCAN_EVERY === 0
    if (stopped || trying || (spool.size() === 0 && !shouldScan) || kernel.world.monotonicMs() < restingUntilMs) return
    trying = replayAll()
      .catch((error: unknown) => kernel.log.warn({ err: (error as Error).message }, 'spool: could not be replayed yet'))
      .finally(() => {
        trying = undefined
        gate = undefined
      })
    if (spool.size() > 0 && spool.size() <= NEARLY_DONE)
      gate = withTimeout(trying, AVAILABILITY_TIMEOUT_MS).catch(() => {})
  }
  const timer = setInterval(attempt, TRY_MS)
  attempt()
  return {
    handle,
    isAway: () => spool.size() > 0,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await trying
      await contactQueue.stop()
      await spool.stop()
    },
  }
}

/**
 * Creates the function that replays the events of one file. It returns `done` when each is stored, queued or
 * quarantined, `not yet` when the file must be replayed again, and `no storage` when the database could not store: this
 * is never an event's own failure, whatever a probe says.
 */
function makeReplay(
  kernel: Kernel,
  { handler, contactQueue, spool }: { handler: WebhookHandler; contactQueue: ContactQueue; spool: Spool },
): (entries: Spooled[]) => Promise<'done' | 'not yet' | 'no storage'> {
  const tries = new Map<string, number>()
  return async (entries) => {
    const lines = await linesOf(kernel, entries)
    let storageFailure: unknown
    const causes = await failuresOf(optOutsFirst(entries), async (entry) => {
      if (storageFailure) throw storageFailure
      const line = lines.get(entry.lineId)
      if (contactQueue.isBehind(entry)) await contactQueue.keep(entry)
      else if (line)
        await handler(line, entry.event, entry.messageId).catch((error: unknown) => {
          if (isStorageFailure(error)) storageFailure = error
          throw error
        })
    })
    if (causes.size === 0) return 'done'
    if (storageFailure) return 'no storage'
    if (!(await isBack(kernel))) return 'not yet'
    for (const entry of [...causes.keys()].filter(hasContactQueue)) await contactQueue.keep(entry)
    for (const [entry, cause] of causes) {
      if (hasContactQueue(entry)) continue
      if (countTry(tries, entry) < MAX_TRIES) return 'not yet'
      await quarantine(kernel, spool, { line: lines.get(entry.lineId), entry, cause })
      await logAndApplyOptOut(kernel, lines.get(entry.lineId), entry)
    }
    return 'done'
  }
}

/**
 * Returns whether an event failed for its own reason, because the database takes writes. Then it must not delay others.
 */
async function failsByItself(kernel: Kernel, entry: Spooled, error: unknown): Promise<boolean> {
  const mayBeOwn = hasContactQueue(entry) && !(error instanceof Late) && !isStorageFailure(error)
  const isOwnFault = mayBeOwn && (await isBack(kernel, RECHECK_TIMEOUT_MS))
  kernel.log.warn(
    { err: (error as Error).message, line: entry.lineId, isOwn: isOwnFault },
    'delivery: an event was written to the spool',
  )
  return isOwnFault
}

/**
 * Quarantines an event in the database, where members can see it, or on disk if that fails too. Rejects, and quarantines
 * nothing, while the database cannot store.
 */
async function quarantine(
  kernel: Kernel,
  spool: Spool,
  { line, entry, cause }: { line: Line | undefined; entry: Spooled; cause: unknown },
): Promise<void> {
  try {
    if (line) return await keepQuarantined(kernel, line, entry, quarantineReason(cause))
  } catch (error) {
    if (isStorageFailure(error)) throw error
    kernel.log.error(
      { err: (error as Error).message, line: entry.lineId },
      'delivery: an event was quarantined on the disk',
    )
  }
  await spool.quarantine(entry)
}

function countTry(tries: Map<string, number>, entry: Spooled): number {
  const key = JSON.stringify([entry.lineId, entry.event])
  const count = (tries.get(key) ?? 0) + 1
  tries.set(key, count)
  return count
}

/** Logs a quarantined event about consent, and applies a STOP anyway, so that the contact is not texted again. */
async function logAndApplyOptOut(kernel: Kernel, line: Line | undefined, { event, lineId }: Spooled): Promise<void> {
  kernel.log.error(
    { line: lineId, kind: event.kind },
    'delivery: a consent event could not be stored and was quarantined',
  )
  if (!line || event.kind !== 'incoming' || intentOf(event) !== 'opt_out') return
  const { from, body, handledAs } = incomingOf(line, event)
  try {
    const { scope, name } = await systemScope(kernel, line.orgId, 'opt-out')
    await scope.tx((tx) =>
      handleConsentMessages(tx, async () => ({ organization: name, helpContact: '' }), [
        { messageId: kernel.world.id(), phone: from, body, handledAs },
      ]),
    )
  } catch (error) {
    kernel.log.error(
      { err: (error as Error).message, line: line.id },
      'delivery: the opt-out of a quarantined event could not be applied',
    )
  }
}

async function linesOf(kernel: Kernel, entries: { lineId: string }[]): Promise<Map<string, Line>> {
  const system = kernel.database.asSystem('spooled events name a line, which identifies the organization')
  const lines = new Map<string, Line>()
  for (const id of new Set(entries.map((entry) => entry.lineId))) {
    const line = await lineById(system, kernel.encryption, id)
    if (line) lines.set(id, line)
  }
  return lines
}

async function isBack(kernel: Kernel, ms = AVAILABILITY_TIMEOUT_MS): Promise<boolean> {
  const system = kernel.database.asSystem('it is checked whether the database takes writes')
  return withTimeout(checkWritable(system), ms).then(
    () => true,
    () => false,
  )
}
