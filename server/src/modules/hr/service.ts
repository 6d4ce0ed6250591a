import type { applyHrSync, HrFix } from '@crewline/contract/hr'
import type { BodyOf } from '@crewline/contract/endpoint'
import { RUN_KINDS } from '@crewline/contract/events'
import { HR_UNDO_MS } from '@crewline/contract/hr-limits'
import { msg } from '@crewline/contract/localized-text'
import { fail } from '../../kernel/failure.ts'
import { startRun } from '../../kernel/runs/define.ts'
import { requireUserId, type Scope, type Tx } from '../../kernel/scope.ts'
import { settingsFrom } from './settings-rules.ts'
import { lockConnection, saveAgreement, saveSettings, scheduleNext } from './store/connection.ts'
import { newestFile } from './store/files.ts'
import { saveFix } from './store/people.ts'
import { deleteRows } from './store/rows.ts'
import { addSync, lockOpenSync, lockSync, saveSync, type StoredSync } from './store/syncs.ts'
import { blankWorker, clearPush } from './store/workers.ts'
import { rowOf } from './views.ts'

/** What is pushed replaces a review that waits no earlier than this, in ms: a member may be reading it. */
const REVIEW_MS = 3_600_000

/**
 * Starts a sync; undefined while another one runs or waits for a member, or when there is no file to read. A newer file, or
 * what was pushed since, replaces one that waits for a member. By itself pushing does so only once an hour, and reads into the
 * same sync again, so that it is announced once.
 */
export async function begin(
  tx: Tx,
  { userId, isScheduled }: { userId: string | null; isScheduled: boolean },
): Promise<string | undefined> {
  const id = tx.world.id()
  const connection = await lockConnection(tx)
  const fileId = connection?.source === 'file' ? (await newestFile(tx.db, tx.orgId))?.id : null
  if (fileId === undefined) return undefined
  const open = connection?.source === 'finch' ? undefined : await lockOpenSync(tx)
  const isNewer = fileId === null ? connection?.pushedSince !== null : open?.fileId !== fileId
  if (open?.state === 'review' && isScheduled && connection?.source === 'scim') {
    const until = (open.comparedAt?.getTime() ?? 0) + REVIEW_MS
    if (!isNewer) return undefined
    if (until <= tx.world.now().getTime()) return readAgain(tx, open)
    await scheduleNext(tx, new Date(until))
    return undefined
  }
  if (open?.state === 'review' && isNewer) {
    await saveSync(tx, open, { state: 'discarded', finishedAt: tx.world.now() })
    tx.audit('hr.sync-discarded', open.id, { replacedBy: id })
  }
  if (!(await addSync(tx, { id, userId, isScheduled, fileId }))) return undefined
  if (connection?.source === 'scim') await clearPush(tx)
  tx.audit('hr.sync-begun', id, { isScheduled })
  startRun(tx, { name: RUN_KINDS.hr }, { id, userId })
  return id
}

/** Lets a sync that waits for a review read everyone again, also when who started it has left the team. */
async function readAgain(tx: Tx, sync: StoredSync): Promise<string> {
  await deleteRows(tx, sync.id)
  const fromStart = { place: 0, progress: 0, readCount: 0, total: null, approved: null }
  await saveSync(tx, sync, { state: 'reading', ...fromStart })
  await clearPush(tx)
  startRun(tx, { name: RUN_KINDS.hr }, { id: sync.id, userId: null })
  return sync.id
}

/** Starts a sync for a member. Fails with `hr_not_connected` or `hr_busy`. */
export async function refresh(scope: Scope): Promise<{ runId: string }> {
  const userId = requireUserId(scope)
  return scope.tx(async (tx) => {
    const connection = await lockConnection(tx)
    if (connection?.state !== 'connected') fail('hr_not_connected')
    if (connection.source === 'file' && !(await newestFile(tx.db, tx.orgId)))
      fail('hr_not_connected', { text: msg({ message: 'There is no file yet. Send one first.' }) })
    return { runId: (await begin(tx, { userId, isScheduled: false })) ?? fail('hr_busy') }
  })
}

/** A review that is older is compared again before it is applied, in ms. */
const OLD_MS = 15 * 60_000

/**
 * Applies a sync that waits for a review. An old one is compared again first, with the contacts as they are now; it asks again
 * when it would do something else.
 */
export async function apply(
  scope: Scope,
  id: string,
  { comparedAt, agreed, confirmed, welcome }: BodyOf<typeof applyHrSync>,
): Promise<void> {
  const userId = requireUserId(scope)
  await scope.tx(async (tx) => {
    const connection = (await lockConnection(tx)) ?? fail('not_found')
    const sync = await lockReview(tx, id)
    // It may have read or compared everyone again since the member looked at it.
    if (sync.comparedAt?.getTime() !== Date.parse(comparedAt)) fail('outdated')
    if (sync.brake && confirmed !== sync.brake.people) {
      const text = msg({
        message: 'This sync concerns {people} of {of} people. Enter {people} to confirm.',
        values: { people: sync.brake.people, of: sync.brake.of },
      })
      fail('invalid', { text, fieldErrors: { confirmed: text } })
    }
    if ((sync.counts.create ?? 0) > 0 && connection.agreedAt === null) {
      if (!agreed) {
        const text = msg({ message: 'Confirm that these people agreed to get texts from you.' })
        fail('invalid', { text, fieldErrors: { agreed: text } })
      }
      await saveAgreement(tx, userId)
    }
    if (welcome) await saveSettings(tx, { ...settingsFrom(connection.settings), welcome })
    const isOld = tx.world.now().getTime() - (sync.comparedAt?.getTime() ?? 0) > OLD_MS
    const approved = isOld ? { counts: sync.counts, brake: sync.brake } : null
    await saveSync(tx, sync, { state: isOld ? 'comparing' : 'applying', approved, place: 0, progress: 0 })
    const isWelcoming = settingsFrom(connection.settings).welcome.isOn
    tx.audit('hr.sync-applied', id, { counts: sync.counts, brake: sync.brake, welcome: welcome?.isOn ?? isWelcoming })
    startRun(tx, { name: RUN_KINDS.hr }, { id, userId })
  })
}

/** Drops a sync that waits for a review. */
export async function discard(scope: Scope, id: string): Promise<void> {
  await scope.tx(async (tx) => {
    await saveSync(tx, await lockReview(tx, id), { state: 'discarded', finishedAt: tx.world.now() })
    tx.audit('hr.sync-discarded', id)
  })
}

async function lockReview(tx: Tx, id: string): Promise<StoredSync> {
  const sync = (await lockSync(tx, id)) ?? fail('not_found')
  if (sync.state !== 'review') fail('outdated')
  return sync
}

/** Reverts a sync within seven days; from then on every sync waits for a review. */
export async function undo(scope: Scope, id: string): Promise<void> {
  const userId = requireUserId(scope)
  await scope.tx(async (tx) => {
    const connection = await lockConnection(tx)
    const sync = (await lockSync(tx, id)) ?? fail('not_found')
    if (sync.state !== 'done' || sync.appliedAt === null) fail('outdated')
    if (tx.world.now().getTime() - sync.appliedAt.getTime() > HR_UNDO_MS) fail('undo_over')
    if (await lockOpenSync(tx)) fail('hr_busy')
    // Otherwise the next sync would apply the same again by itself.
    if (connection) await saveSettings(tx, { ...settingsFrom(connection.settings), autoApply: false })
    await saveSync(tx, sync, { state: 'undoing', place: 0, progress: 0 })
    tx.audit('hr.sync-undo-begun', id)
    startRun(tx, { name: RUN_KINDS.hr }, { id, userId })
  })
}

/** Settles a problem of a person; a sync that waits for a review compares everyone again. */
export async function fix(scope: Scope, id: string, { row, fix: answer }: { row: number; fix: HrFix }): Promise<void> {
  const userId = requireUserId(scope)
  await scope.tx(async (tx) => {
    const sync = (await lockSync(tx, id)) ?? fail('not_found')
    if (!['review', 'done', 'failed'].includes(sync.state)) fail('outdated')
    const found = await rowOf(tx, id, row)
    if (!found?.problem) return fail('outdated')
    if (!found.problem.fixes.includes(answer))
      fail('invalid', {
        fieldErrors: { fix: msg({ message: "This doesn't settle the problem. Choose another way." }) },
      })
    await saveFix(tx, { externalId: found.externalId, fix: answer, contactId: found.problem.contactId })
    // They may be the one who was erased.
    if (answer === 'ignore' && found.problem.fixes.includes('someone_else')) await blankWorker(tx, found.externalId)
    tx.audit('hr.problem-settled', found.problem.contactId ?? id, { fix: answer })
    if (sync.state !== 'review') return
    await saveSync(tx, sync, { state: 'comparing', approved: null, place: 0, progress: 0 })
    startRun(tx, { name: RUN_KINDS.hr }, { id, userId })
  })
}
