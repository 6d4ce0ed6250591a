import type { connectHr, finishHrConnection, HrFix } from '@crewline/contract/hr'
import type { BodyOf, QueryOf } from '@crewline/contract/endpoint'
import { RUN_KINDS } from '@crewline/contract/events'
import { HR_UNDO_MS } from '@crewline/contract/hr-limits'
import { msg } from '@crewline/contract/localized-text'
import { timingSafeEqual } from 'node:crypto'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { startRun } from '../../kernel/runs/define.ts'
import { requireUserId, type Scope, type Tx } from '../../kernel/scope.ts'
import { tokenHash } from '../../kernel/secrets/tokens.ts'
import { archiveContacts, ContactChanged, unlockFields } from '../contacts/index.ts'
import { releaseSyncedGroup } from '../groups/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { memberSessions } from '../team/index.ts'
import { askProvider, providerOf, requireProvider, tokenPlace } from './access.ts'
import { CodeRefused } from './provider.ts'
import { nextDaily, settingsFrom, systemName } from './settings-rules.ts'
import {
  connectionOf,
  endConnection,
  ensureConnection,
  lockConnection,
  markReauth,
  saveAgreement,
  saveAttempt,
  saveGrant,
  saveSettings,
  scheduleNext,
} from './store/connection.ts'
import { forgetPeople, saveFix } from './store/people.ts'
import { addSync, lockOpenSync, lockSync, saveSync, type StoredSync } from './store/syncs.ts'
import { groupsOf, linkedContacts, rowOf } from './views.ts'

/** How long a connection page may take, in ms. */
const ATTEMPT_MS = 3_600_000

/** The page to which the connection page leads back. */
function returnUrl(kernel: Kernel): string {
  return `${kernel.config.publicUrl}/dashboard/settings/integrations/finch`
}

/**
 * Saves how people become contacts; with `connect`, returns the page on which the connection is allowed. Connecting
 * needs a fresh proof of identity.
 */
export async function save(
  kernel: Kernel,
  scope: Scope,
  { settings, connect }: BodyOf<typeof connectHr>,
): Promise<{ connectUrl: string | null }> {
  requireProvider(kernel)
  if (connect) await memberSessions.get().requireProof(kernel, proved(scope))
  if (settings)
    await scope.tx(async (tx) => {
      await ensureConnection(tx)
      const connection = await lockConnection(tx)
      await saveSettings(tx, settings)
      tx.audit('hr.settings-changed', null, { settings })
      const isDaily = settings.schedule === 'daily'
      if (connection?.state === 'connected')
        await scheduleNext(tx, isDaily ? nextDaily(tx.world.now(), tx.org.timezone) : null)
    })
  return { connectUrl: connect ? await openConnectionPage(kernel, scope) : null }
}

/** Returns the page on which the connection is allowed, and remembers for whom it was opened. */
export async function openConnectionPage(kernel: Kernel, scope: Scope): Promise<string> {
  const provider = requireProvider(kernel)
  const state = scope.world.bytes(24).toString('base64url')
  await scope.tx(async (tx) => {
    await ensureConnection(tx)
    await lockConnection(tx)
    const until = new Date(tx.world.now().getTime() + ATTEMPT_MS)
    await saveAttempt(tx, { by: requireUserId(tx), until, state: tokenHash(state) })
    tx.audit('hr.connect-begun', null)
  })
  const { organization } = await organizationOf(scope.db, scope.orgId)
  const about = { customerId: scope.orgId, customerName: organization.name, redirectUri: returnUrl(kernel), state }
  return askProvider(() => provider.startConnect(about))
}

function proved(scope: Scope) {
  const { actor } = scope
  return actor.kind === 'member' ? actor : fail('not_permitted')
}

/**
 * Exchanges the code of the connection page, saves the connection, and starts the first sync. The organization in the
 * path must be that of the session, the page must have been opened by this member within the hour, and the code must
 * have been made for this organization: the service returns whom the page was opened for, so a code of someone else's
 * page never connects their HR system here.
 */
export async function finishConnection(
  kernel: Kernel,
  scope: Scope,
  { orgId, code, state }: QueryOf<typeof finishHrConnection> & { orgId: string },
): Promise<void> {
  if (orgId !== scope.orgId) fail('not_found')
  const provider = requireProvider(kernel)
  const userId = requireUserId(scope)
  // The attempt is used up first, so that two calls cannot both use it.
  await scope.tx(async (tx) => {
    const connection = await lockConnection(tx)
    const isMine =
      connection?.attemptBy === userId && (connection.attemptUntil?.getTime() ?? 0) > tx.world.now().getTime()
    if (!isMine || !isSameState(connection.attemptState, state)) fail('hr_refused')
    await saveAttempt(tx, null)
  })
  const grant = await exchange(() => provider.exchangeCode(code, returnUrl(kernel)))
  if (grant.customerId !== scope.orgId) {
    await provider.disconnect(grant.token).catch(() => {})
    fail('hr_refused')
  }
  const company = await askProvider(() => provider.companyName(grant.token))
  const token = kernel.encryption.seal(tokenPlace(scope.orgId), grant.token)
  await scope.tx(async (tx) => {
    await saveGrant(tx, { ...grant, company, token })
    tx.audit('hr.connected', null, { system: systemName(grant.providerId), company })
    await begin(tx, { userId, isScheduled: false })
  })
}

function isSameState(expected: Buffer | null, state: string | undefined): boolean {
  if (state === undefined) return true
  const given = tokenHash(state)
  return expected !== null && expected.length === given.length && timingSafeEqual(expected, given)
}

async function exchange<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await askProvider(call)
  } catch (error) {
    if (error instanceof CodeRefused) fail('hr_refused', { cause: error })
    throw error
  }
}

/** Starts a sync; undefined while another one runs or waits for a member. */
export async function begin(
  tx: Tx,
  { userId, isScheduled }: { userId: string | null; isScheduled: boolean },
): Promise<string | undefined> {
  const id = tx.world.id()
  if (!(await addSync(tx, { id, userId, isScheduled }))) return undefined
  tx.audit('hr.sync-begun', id, { isScheduled })
  startRun(tx, { name: RUN_KINDS.hr }, { id, userId })
  return id
}

/** Starts a sync for a member. Fails with `hr_not_connected` or `hr_busy`. */
export async function refresh(scope: Scope): Promise<{ runId: string }> {
  const userId = requireUserId(scope)
  return scope.tx(async (tx) => {
    if ((await lockConnection(tx))?.state !== 'connected') fail('hr_not_connected')
    return { runId: (await begin(tx, { userId, isScheduled: false })) ?? fail('hr_busy') }
  })
}

/** How many contacts are archived or unlocked in one transaction. */
const STEP = 500

/**
 * Ends the connection here and at the service. Contacts stay and are unlocked, or are archived; their groups become
 * manual ones. Nothing is erased, and every opt-out stays.
 */
export async function disconnect(kernel: Kernel, scope: Scope, keepContacts: boolean): Promise<void> {
  await memberSessions.get().requireProof(kernel, proved(scope))
  const connection = await connectionOf(scope.db, scope.orgId)
  if (!connection || connection.state === 'off') fail('hr_not_connected')
  await scope.tx(async (tx) => {
    await lockConnection(tx)
    const open = await lockOpenSync(tx)
    if (open && open.state !== 'review' && open.state !== 'reading' && open.state !== 'comparing') fail('hr_busy')
    if (open) await saveSync(tx, open, { state: 'discarded', finishedAt: tx.world.now() })
    // No sync begins from here on. If the process dies before the end, disconnecting again does the rest.
    await markReauth(tx)
    tx.audit('hr.disconnected', null, { keepContacts })
  })
  const system = systemName(connection.providerId)
  if (!keepContacts) await inSteps(scope, (tx) => archiveSome(tx))
  await inSteps(scope, async (tx) => {
    const ids = await unlockFields(tx, system, STEP)
    if (ids.length > 0) tx.publish(ContactChanged, { contactIds: ids, fields: [] })
    return ids.length
  })
  await scope.tx(async (tx) => {
    for (const groupId of await groupsOf(tx)) await releaseSyncedGroup(tx, groupId)
    await forgetPeople(tx)
    await endConnection(tx)
  })
  const provider = providerOf(kernel)
  if (!provider || !connection.token) return
  const token = kernel.encryption.open(tokenPlace(scope.orgId), connection.token)
  // It is over here whatever the service answers.
  await provider.disconnect(token).catch((error: unknown) => {
    scope.log.warn({ err: error }, 'hr: the connection could not be ended at the service')
  })
}

async function archiveSome(tx: Tx): Promise<number> {
  const ids = await linkedContacts(tx, STEP)
  if (ids.length > 0) await archiveContacts(tx, ids)
  return ids.length
}

async function inSteps(scope: Scope, step: (tx: Tx) => Promise<number>): Promise<void> {
  while ((await scope.tx(step)) > 0);
}

/** Applies a sync that waits for a review. */
export async function apply(
  scope: Scope,
  id: string,
  { agreed, confirmed }: { agreed: boolean; confirmed?: number | undefined },
): Promise<void> {
  const userId = requireUserId(scope)
  await scope.tx(async (tx) => {
    const connection = (await lockConnection(tx)) ?? fail('not_found')
    const sync = await lockReview(tx, id)
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
    await saveSync(tx, sync, { state: 'applying', place: 0, progress: 0 })
    tx.audit('hr.sync-applied', id, { counts: sync.counts, brake: sync.brake })
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
    tx.audit('hr.problem-settled', found.problem.contactId, { fix: answer })
    if (sync.state !== 'review') return
    await saveSync(tx, sync, { state: 'comparing', place: 0, progress: 0 })
    startRun(tx, { name: RUN_KINDS.hr }, { id, userId })
  })
}
