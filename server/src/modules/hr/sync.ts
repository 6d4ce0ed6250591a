import { RUN_KINDS } from '@crewline/contract/events'
import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import type { Kernel } from '../../kernel/kernel.ts'
import { defineRun, type RunDefinition, type RunInProgress, type StopReason } from '../../kernel/runs/define.ts'
import { takeRunStep } from '../../kernel/runs/step.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { dateOrderOf } from '../imports/index.ts'
import { applyStep } from './apply.ts'
import { compareStep } from './compare.ts'
import { keepSourceFields, rowsOf } from './read-rows.ts'
import { notifyManagers } from './notices.ts'
import { ColumnsWrong, readFilePage } from './file/source.ts'
import { readWorkerPage } from './scim/source.ts'
import { nextAfterPush } from './scim/push-rules.ts'
import { HrDown, HrRevoked, type EmployeePage } from './provider.ts'
import { providerOf, tokenPlace } from './access.ts'
import { nextDaily, settingsFrom, systemName } from './settings-rules.ts'
import { connectionOf, lockConnection, markReauth, scheduleNext, type Connection } from './store/connection.ts'
import { unreadFile } from './store/files.ts'
import { addMissing, addRows } from './store/rows.ts'
import { hasFailedBefore, lockSync, readSync, saveSync, type StoredSync } from './store/syncs.ts'
import { undoStep } from './undo.ts'

/** How many people one step reads, compares, applies or undoes. */
export interface StepSizes {
  read: number
  compare: number
  apply: number
}

const SIZES: StepSizes = { read: 100, compare: 500, apply: 500 }

/** A failed sync by schedule is tried again after this long, in ms. */
const AGAIN_MS = 3_600_000

/** What a step read before its transaction. */
type Reading = { page: EmployeePage } | { wrong: ColumnsWrong } | 'revoked' | 'disconnected' | 'down' | null

const OPEN = new Set(['reading', 'comparing', 'applying', 'undoing'])

function syncRunOf(sizes: StepSizes): RunDefinition<Reading> {
  return defineRun<Reading>({
    name: RUN_KINDS.hr,
    table: 'hr_sync',
    maxAttempts: 5,
    isUnlimited: true,
    permission: async () => 'organization.manage',
    watchers: 'organization.manage',
    prepare: (run) => readPage(run, sizes.read),
    step: (tx, run, reading) => takeStep(tx, run, { reading, sizes }),
    stop: async (tx, { id }, reason) => {
      await lockConnection(tx)
      const sync = await lockSync(tx, id)
      if (sync && OPEN.has(sync.state)) await failSync(tx, sync, PROBLEMS[reason])
    },
  })
}

/** Syncs with an HR system: reading, comparing, applying and undoing. */
export const syncRun = syncRunOf(SIZES)

/** Takes one step of a sync; returns whether there was one. `isImmediate` ignores the delay before a retry. */
export function passSyncs(
  kernel: Kernel,
  sizes?: StepSizes,
  options: { isImmediate?: boolean } = {},
): Promise<boolean> {
  return takeRunStep(kernel, sizes ? syncRunOf(sizes) : syncRun, options)
}

async function readPage({ kernel, scope, id }: RunInProgress, limit: number): Promise<Reading> {
  const sync = await readSync(scope.db, id)
  if (sync?.state !== 'reading') return null
  const connection = await connectionOf(scope.db, scope.orgId)
  const at = { offset: sync.place, limit }
  if (sync.fileId && connection) return readFile(scope, { connection, syncId: id, fileId: sync.fileId }, at)
  if (connection?.source === 'scim' && connection.state === 'connected')
    return { page: await readWorkerPage(scope, { offset: sync.place, limit: limit * OWN_PAGES }) }
  const provider = providerOf(kernel)
  if (!provider || connection?.state !== 'connected' || !connection.token) return 'disconnected'
  try {
    const token = kernel.encryption.open(tokenPlace(scope.orgId), connection.token)
    return { page: await provider.readPage(token, at) }
  } catch (error) {
    if (error instanceof HrRevoked) return 'revoked'
    // The SDK has tried several times already.
    if (error instanceof HrDown) {
      kernel.log.warn({ err: error, id }, 'hr: the HR system could not be read')
      return 'down'
    }
    throw error
  }
}

/** What was sent here costs nothing to read, so a step takes more of it. */
const OWN_PAGES = 10

async function readFile(
  scope: Scope,
  about: Parameters<typeof readFilePage>[1],
  { offset, limit }: { offset: number; limit: number },
): Promise<Reading> {
  const { state, source } = about.connection
  if (state !== 'connected' || source !== 'file') return 'disconnected'
  try {
    const page = await readFilePage(scope, about, { offset, limit: limit * OWN_PAGES })
    return page ? { page } : 'disconnected'
  } catch (error) {
    if (error instanceof ColumnsWrong) return { wrong: error }
    throw error
  }
}

async function takeStep(
  tx: Tx,
  run: RunInProgress,
  { reading, sizes }: { reading: Reading; sizes: StepSizes },
): Promise<'continue' | 'end'> {
  const connection = await lockConnection(tx)
  const sync = await lockSync(tx, run.id)
  if (!sync || !OPEN.has(sync.state)) return 'end'
  if (sync.state === 'undoing') {
    const undone = await undoStep(tx, sync, connection, sizes.apply)
    // Columns that were chosen meanwhile count for a sync that begins by itself.
    if (undone === 'end' && connection?.state === 'connected') await planNext(tx, connection, sync)
    return undone
  }
  if (!connection || connection.state === 'off') return failSync(tx, sync, DISCONNECTED)
  if (sync.state === 'reading') return readStep(tx, sync, { connection, reading })
  const outcome =
    sync.state === 'comparing'
      ? await compareStep(tx, sync, groundOf(connection, tx.org.country), sizes.compare)
      : await applyStep(tx, sync, connection, sizes.apply)
  if (outcome === 'end') await ended(tx, sync, connection)
  return outcome
}

function groundOf(connection: Connection, country: string) {
  return {
    companies: connection.formerCompany === null ? null : { former: connection.formerCompany, now: connection.company },
    dates: connection.fileColumns?.dates ?? dateOrderOf([], country),
    settings: settingsFrom(connection.settings),
    system: systemName(connection.providerId),
    isAttested: connection.agreedAt !== null,
    source: connection.source,
    isPushed: connection.source === 'scim',
  }
}

async function readStep(
  tx: Tx,
  sync: StoredSync,
  { connection, reading }: { connection: Connection; reading: Reading },
): Promise<'continue' | 'end'> {
  if (reading === null) return 'continue'
  if (reading === 'disconnected') return failSync(tx, sync, DISCONNECTED)
  if (reading === 'down') return failSync(tx, sync, DOWN)
  if (reading === 'revoked') {
    await markReauth(tx)
    tx.audit('hr.revoked', sync.id)
    return failSync(tx, sync, REVOKED)
  }
  if ('wrong' in reading) {
    const { header } = reading.wrong
    return failSync(tx, sync, header === undefined ? NO_COLUMNS : lostColumn(header))
  }
  const { page } = reading
  if (page.listed > 0) {
    await keepSourceFields(tx, page, { known: sync.place > 0 ? connection.sourceFields : [], connection })
    await addRows(tx, sync.id, sync.place, rowsOf(page, connection, tx.org.country))
    const readCount = sync.readCount + page.listed
    const place = page.next ?? sync.place + page.listed
    await saveSync(tx, sync, { place, progress: readCount, readCount, total: page.total })
    return 'continue'
  }
  const read = await addMissing(tx, sync.id)
  // Who is missing in an incomplete answer has not left.
  if (page.total !== null && read < page.total) return failSync(tx, sync, INCOMPLETE)
  await saveSync(tx, sync, { state: 'comparing', place: 0, progress: 0, readCount: read })
  return 'continue'
}

async function failSync(tx: Tx, sync: StoredSync, problem: LocalizedText): Promise<'end'> {
  await saveSync(tx, sync, { state: 'failed', problem, finishedAt: tx.world.now() })
  tx.audit('hr.sync-failed', sync.id)
  // The same file fails again.
  if (sync.isScheduled && problem !== REVOKED && sync.fileId === null)
    await scheduleNext(tx, new Date(tx.world.now().getTime() + AGAIN_MS))
  const connection = sync.fileId === null ? undefined : await lockConnection(tx)
  if (connection) await planNext(tx, connection, sync)
  // An outage of a day is one message.
  if (!(await hasFailedBefore(tx, sync))) notifyManagers(tx, sync.id, 'failed')
  return 'end'
}

/** Sets the next sync, and tells who decides when this one waits. */
async function ended(tx: Tx, was: StoredSync, connection: Connection): Promise<void> {
  const sync = await lockSync(tx, was.id)
  // One that was compared again, because more was pushed or a problem was settled, was announced already.
  const isKnown = was.comparedAt !== null && was.approved === null && was.brake?.kind === sync?.brake?.kind
  if (sync?.state === 'review' && !isKnown) notifyManagers(tx, sync.id, noticeOf(sync))
  await planNext(tx, connection, was)
}

function noticeOf({ brake }: StoredSync): 'company' | 'brake' | 'review' {
  if (!brake) return 'review'
  return brake.kind === 'company' ? 'company' : 'brake'
}

/**
 * Sets when the next sync begins by itself: every night, or sooner when there is a file that no sync has read, or when
 * changes were pushed meanwhile. Where syncs begin only when a member asks, so does the one of a file that they sent, or whose
 * columns they chose, while the sync that `ended` was busy.
 */
export async function planNext(tx: Tx, connection: Connection, ended?: StoredSync): Promise<void> {
  const isDaily = settingsFrom(connection.settings).schedule === 'daily'
  if (connection.source === 'file') {
    const { isUnread, isAsked } = await unreadFile(tx, ended?.createdAt ?? null)
    return scheduleNext(tx, isUnread && (isDaily || (isAsked && ended !== undefined)) ? tx.world.now() : null)
  }
  const pushedSince = connection.source === 'scim' ? connection.pushedSince : null
  const now = tx.world.now()
  const next = pushedSince ? nextAfterPush(now, pushedSince) : nextDaily(now, tx.org.timezone)
  await scheduleNext(tx, isDaily ? next : null)
}

const NO_COLUMNS = msg({ message: 'Choose which column of the file is what. No contacts were changed.' })

function lostColumn(header: string): LocalizedText {
  return msg({
    message:
      'The file has no column “{header}” any more. No contacts were changed. Send a file that has it, or choose the columns again.',
    values: { header },
  })
}

const DISCONNECTED = msg({ message: 'The HR system was disconnected.' })
const REVOKED = msg({ message: 'The HR system withdrew the connection. Connect again.' })
const DOWN = msg({ message: "The HR system couldn't be reached. No contacts were changed. Try again later." })
const INCOMPLETE = msg({
  message: 'The HR system listed fewer people than it says it has. No contacts were changed. Try again later.',
})

const PROBLEMS: Record<StopReason, LocalizedText> = {
  failed: msg({ message: 'Something went wrong on our side. No further contacts were changed. Try again.' }),
  not_permitted: msg({ message: 'The teammate who started this sync can no longer manage the organization.' }),
  not_a_member: msg({ message: 'The teammate who started this sync has left the team.' }),
}
