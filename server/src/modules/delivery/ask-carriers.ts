import type { RestoredLine } from '@crewline/contract/restored'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { carriersOf, type Carrier } from '../carriers/index.ts'
import { noteNextDue, publishConversationChanges } from '../conversations/index.ts'
import { everyLine, type Line } from '../lines/index.ts'
import { pendingTexts, recordReceipts } from '../messages/index.ts'
import { backfillLine } from './backfill.ts'
import { matchSent } from './restored-rules.ts'
import { systemScope } from './scope.ts'
import { saveAnswers, takeReviewsDue } from './store/restored.ts'
import { reviewOf, unclearOfLine } from './restored-views.ts'

type Found = Awaited<ReturnType<NonNullable<Carrier['lookup']>['find']>>

type PendingText = Awaited<ReturnType<typeof pendingTexts.ofLine>>[number]

/** How often reviews are looked for, in ms. */
const POLL_MS = 1_000
/** A process that died while it asked is followed by another after this long, in ms. */
const CLAIM_MS = 120_000
/** When carriers that did not answer are asked again, in ms. */
const AGAIN_MS = 15_000
/** The clock of a carrier and ours may differ; asking twice does no harm. In ms. */
const MARGIN_MS = 60 * 60_000
/** References per lookup. */
const BATCH = 500

/** Asks the carriers of restored organizations what happened since the backup, until stopped. */
export async function startAsking(kernel: Kernel): Promise<Running> {
  let asking: Promise<void> | undefined
  const timer = setInterval(() => {
    asking ??= askDue(kernel)
      .catch((error: unknown) =>
        kernel.log.warn({ err: (error as Error).message }, 'restore: the carriers could not be asked, trying again'),
      )
      .finally(() => (asking = undefined))
  }, POLL_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await asking
    },
  }
}

/** Asks for every review that is due. */
export async function askDue(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('the carriers of restored organizations are asked')
  const now = kernel.world.now()
  for (const { orgId, knownUntil } of await takeReviewsDue(system, now, new Date(now.getTime() + CLAIM_MS))) {
    const { scope } = await systemScope(kernel, orgId, 'restore')
    const before = new Map((await reviewOf(scope.db))?.lines.map((line) => [line.lineId, line.found]))
    const lines: RestoredLine[] = []
    for (const line of await everyLine(scope.db, kernel.encryption))
      lines.push(await askLine(kernel, scope, line, knownUntil))
    const hasFailed = lines.some((line) => line.received === 'failed' || line.sent === 'failed')
    const again = hasFailed ? new Date(kernel.world.now().getTime() + AGAIN_MS) : null
    // What was found earlier no longer waits, so it is not found again.
    const answers = lines.map((line) => ({ ...line, found: line.found + (before.get(line.lineId) ?? 0) }))
    await scope.tx((tx) => saveAnswers(tx, answers, again))
  }
}

/** Fetches what came in first, so that every STOP counts before anything can be released. */
async function askLine(kernel: Kernel, scope: Scope, line: Line, knownUntil: Date): Promise<RestoredLine> {
  const carrier = carriersOf(kernel.config, kernel.world).get(line.carrier)
  const since = new Date(knownUntil.getTime() - MARGIN_MS)
  const attempt = async <T>(work: () => Promise<T>): Promise<T | 'failed'> => {
    try {
      return await work()
    } catch (error) {
      kernel.log.warn(
        { err: (error as Error).message, line: line.id },
        'restore: a carrier did not answer, asking again',
      )
      return 'failed'
    }
  }
  const received = await attempt(async () => {
    if (!carrier?.list) return 'impossible' as const
    await backfillLine(kernel, line, carrier, kernel.world.now().getTime() - since.getTime())
    return 'done' as const
  })
  const found = await attempt(async () => {
    const texts = await pendingTexts.ofLine(scope.db, line.id, await unclearOfLine(scope.db, line.id))
    const known = carrier && (await findAtCarrier(kernel, scope, { line, carrier, since }, texts))
    return known && (await recordFound(scope, line.id, texts, known))
  })
  const sent = found === 'failed' ? 'failed' : found === undefined ? 'impossible' : 'done'
  return { lineId: line.id, received, sent, found: typeof found === 'number' ? found : 0 }
}

/** Returns which of the texts the carrier has; undefined where it cannot be asked. */
async function findAtCarrier(
  kernel: Kernel,
  scope: Scope,
  { line, carrier, since }: { line: Line; carrier: Carrier; since: Date },
  texts: PendingText[],
): Promise<Found | undefined> {
  if (carrier.lookup) {
    const found: Found = new Map()
    for (let at = 0; at < texts.length; at += BATCH) {
      const ids = texts.slice(at, at + BATCH).map((text) => text.id)
      for (const [id, result] of await carrier.lookup.find(line.credentials, ids)) found.set(id, result)
    }
    return found
  }
  if (!carrier.listSent) return undefined
  if (texts.length === 0) return new Map()
  const listed = await carrier.listSent(line.credentials, { since, until: kernel.world.now(), from: line.phone })
  const contactIds = [...new Set(texts.map((text) => text.contactId))]
  const known = await pendingTexts.knownAtCarrier(
    scope.db,
    contactIds,
    listed.map((message) => message.carrierId),
  )
  return matchSent(
    texts,
    listed.filter((message) => !known.has(message.carrierId)),
  )
}

/** Records the texts as sent, as if their receipts arrived now. Returns how many. */
async function recordFound(scope: Scope, lineId: string, texts: PendingText[], found: Found): Promise<number> {
  const there = texts.filter((text) => found.has(text.id))
  for (let at = 0; at < there.length; at += BATCH) {
    const batch = there.slice(at, at + BATCH)
    await scope.tx(async (tx) => {
      await recordReceipts(
        tx,
        batch.map(({ id }) => {
          const { carrierId, state, errorCode } = found.get(id) as {
            carrierId: string
            state: 'submitted'
            errorCode: string | null
          }
          return { eventKey: `restore|${id}|${state}`, lineId, messageId: id, carrierId, state, errorCode }
        }),
      )
      publishConversationChanges(tx, await noteNextDue(tx, [...new Set(batch.map((text) => text.contactId))]))
    })
  }
  return there.length
}
