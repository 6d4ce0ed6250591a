import { msg } from '@crewline/contract/localized-text'
import { localize } from '../../kernel/i18n/localize.ts'
import type { Quarantined } from '@crewline/contract/delivery'
import type { LocalizedText } from '@crewline/contract/words'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { notifyInApp } from '../../kernel/realtime/in-app.ts'
import type { Scope } from '../../kernel/scope.ts'
import { lineById, type Line } from '../lines/index.ts'
import { membersWith } from '../team/index.ts'
import { makeWebhookHandler, type WebhookHandler } from './webhook-handler.ts'
import { quarantineReason } from './rules.ts'
import { systemScope } from './scope.ts'
import { SPOOL_PLACE, type Spooled } from './spool.ts'
import {
  addQuarantined,
  deleteQuarantined,
  recordQuarantineRetry,
  type QuarantineReason,
  type QuarantineRow,
} from './store/quarantine.ts'
import { quarantinedByIds, quarantineCount, quarantineRows } from './views.ts'

/** Maximum number of events listed. */
const MAX_LISTED = 100

/** The quarantined events of an organization, as shown to members. */
export interface QuarantinePage {
  data: Quarantined[]
  total: number
}

/**
 * Quarantines an event with its line's organization, once however often it repeats. Notifies members who manage numbers
 * about the first event only; further ones are silent while it waits.
 */
export async function keepQuarantined(
  kernel: Kernel,
  line: Line,
  entry: Spooled,
  reason: QuarantineReason,
): Promise<void> {
  const { scope } = await systemScope(kernel, line.orgId, 'quarantine')
  const now = kernel.world.now()
  const { event } = entry
  const isText = event.kind === 'incoming'
  const cameAt = isText && event.at && !Number.isNaN(Date.parse(event.at)) ? new Date(event.at) : now
  await scope.tx(async (tx) => {
    const before = await quarantineCount(tx.db)
    const id = kernel.world.id()
    const row = { id, lineId: line.id, kind: isText ? ('text' as const) : ('news' as const), reason, cameAt }
    const sealed = kernel.encryption.seal(SPOOL_PLACE, JSON.stringify(entry))
    if (
      !(await addQuarantined(tx, { ...row, fingerprint: eventFingerprint(kernel, entry), sealed, quarantinedAt: now }))
    )
      return
    tx.audit('event.quarantined', id, { lineId: line.id, kind: row.kind, reason })
    if (before > 0) return
    for (const { userId, locale } of await membersWith(tx.db, 'lines.manage'))
      notifyInApp(
        tx,
        { userId },
        {
          id: `quarantined-${id}`,
          type: 'error',
          title: localize(NOTIFICATION.title, locale),
          message: localize(NOTIFICATION.message, locale),
          link: '/dashboard/settings?tab=numbers#quarantine',
          timeout: false,
        },
      )
  })
}

const NOTIFICATION: { title: LocalizedText; message: LocalizedText } = {
  title: msg({ message: "Something couldn't be saved" }),
  message: msg({
    message: "Your carrier sent something that couldn't be saved. Try again under Numbers in Settings.",
  }),
}

/** Returns the same fingerprint for every repeat of an event. */
function eventFingerprint({ encryption }: Kernel, { lineId, messageId, event }: Spooled): Buffer {
  const identity = event.kind === 'incoming' ? ['in', event.carrierId] : [messageId, event.carrierId, event.state]
  return encryption.fingerprint('quarantine', JSON.stringify([lineId, event.kind, ...identity]))
}

/** Lists quarantined events, oldest first. */
export async function listQuarantined(kernel: Kernel, scope: Scope): Promise<QuarantinePage> {
  const [rows, total] = await Promise.all([quarantineRows(scope.db, MAX_LISTED), quarantineCount(scope.db)])
  return { data: rows.map((row) => toQuarantined(kernel, row)), total }
}

function toQuarantined(kernel: Kernel, row: QuarantineRow): Quarantined {
  const entry = opened(kernel, row)
  const text = entry?.event.kind === 'incoming' ? entry.event : undefined
  return {
    id: row.id,
    lineId: row.lineId,
    kind: row.kind,
    from: text?.from ?? null,
    words: text?.body.toWellFormed() ?? null,
    files: text?.media.length ?? 0,
    reason: row.reason,
    isReadable: entry !== undefined,
    tries: row.tries,
    cameAt: row.cameAt.toISOString(),
    quarantinedAt: row.quarantinedAt.toISOString(),
  }
}

/** Decrypts the event of a row. Returns undefined when it was encrypted with another key. */
export function opened(kernel: Kernel, { sealed }: { sealed: string }): Spooled | undefined {
  try {
    return JSON.parse(kernel.encryption.open(SPOOL_PLACE, sealed)) as Spooled
  } catch {
    return undefined
  }
}

/**
 * Replays events of the organization as if their carrier sent them now, and deletes those stored. Returns their number.
 */
export async function replayQuarantined(
  kernel: Kernel,
  scope: Scope,
  ids: string[],
  handler = makeWebhookHandler(kernel),
): Promise<number> {
  const rows = await quarantinedByIds(scope.db, ids)
  if (rows.length === 0) return fail('not_found')
  let stored = 0
  for (const row of rows) {
    const failure = await played(kernel, scope, row, handler)
    await scope.tx(async (tx) => {
      if (failure) await recordQuarantineRetry(tx, row.id, failure)
      else await deleteQuarantined(tx.db, scope.orgId, [row.id])
      tx.audit('event.tried-again', row.id, { lineId: row.lineId, kind: row.kind, stored: !failure })
    })
    if (!failure) stored += 1
  }
  return stored
}

/**
 * Returns why an event could not be stored, or undefined when it was stored now or earlier; its key prevents
 * duplicates.
 */
async function played(
  kernel: Kernel,
  scope: Scope,
  row: QuarantineRow,
  handler: WebhookHandler,
): Promise<QuarantineReason | undefined> {
  const entry = opened(kernel, row)
  if (!entry) return 'unknown'
  try {
    const line = await lineById(scope.db, kernel.encryption, row.lineId)
    if (!line) return 'unknown'
    await handler(line, entry.event, entry.messageId)
    return undefined
  } catch (error) {
    // An error message may contain message text; its code does not.
    kernel.log.warn(
      { code: (error as { code?: unknown }).code, line: row.lineId },
      'delivery: a quarantined event failed again',
    )
    return quarantineReason(error)
  }
}

/** Discards an event permanently. Refuses a readable event that was never retried. */
export async function deleteDiscarded(kernel: Kernel, scope: Scope, id: string): Promise<void> {
  const [row] = await quarantinedByIds(scope.db, [id])
  if (!row) return fail('not_found')
  if (row.tries === 0 && opened(kernel, row)) return fail('try_first')
  await scope.tx(async (tx) => {
    await deleteQuarantined(tx.db, scope.orgId, [id])
    tx.audit('event.discarded', id, { lineId: row.lineId, kind: row.kind, reason: row.reason })
  })
}
