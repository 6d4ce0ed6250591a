import type { connectHr, finishHrConnection } from '@crewline/contract/hr'
import type { BodyOf, QueryOf } from '@crewline/contract/endpoint'
import { timingSafeEqual } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { changeOf } from '../../kernel/audit-change.ts'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { requireUserId, type Scope, type Tx } from '../../kernel/scope.ts'
import { tokenHash } from '../../kernel/secrets/tokens.ts'
import { archiveContacts, ContactChanged, lockFields } from '../contacts/index.ts'
import { releaseSyncedGroup } from '../groups/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { memberSessions } from '../team/index.ts'
import { askProvider, providerOf, requireProvider, tokenPlace } from './access.ts'
import { HrChanged } from './events.ts'
import { withKnownFields } from './hr-custom.ts'
import { CodeRefused } from './provider.ts'
import { begin } from './service.ts'
import { changedSettings, settingsFrom, systemName } from './settings-rules.ts'
import {
  connectionOf,
  endConnection,
  ensureConnection,
  lockConnection,
  markReauth,
  noteMissedFile,
  saveAttempt,
  saveGrant,
  saveSettings,
  type Connection,
} from './store/connection.ts'
import { forgetFiles } from './store/files.ts'
import { revokeKeys } from './store/keys.ts'
import { forgetPeople, hasLinks } from './store/people.ts'
import { forgetWorkers } from './store/workers.ts'
import { lockOpenSync, saveSync } from './store/syncs.ts'
import { planNext } from './sync.ts'
import { groupsOf, linkedContacts, lockedContacts } from './views.ts'

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
  { settings: given, connect }: BodyOf<typeof connectHr>,
): Promise<{ connectUrl: string | null }> {
  const connection = await connectionOf(scope.db, scope.orgId)
  const isOwn = connection?.state === 'connected' && connection.source !== 'finch'
  if (!isOwn) requireProvider(kernel)
  else if (connect) fail('hr_connected')
  if (connect) await memberSessions.get().requireProof(kernel, proved(scope))
  if (given)
    await scope.tx(async (tx) => {
      await ensureConnection(tx)
      const connection = await lockConnection(tx)
      const before = settingsFrom(connection?.settings)
      const settings = await withKnownFields(tx, changedSettings(before, given), before)
      await saveSettings(tx, settings)
      // What was not expected until now is not missing.
      if (!isDeepStrictEqual(before.expectsFile, settings.expectsFile)) await noteMissedFile(tx, tx.world.now())
      tx.audit('hr.settings-changed', null, changeOf(before, settings))
      tx.publish(HrChanged, {})
      if (connection?.state === 'connected') await planNext(tx, { ...connection, settings })
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
  const company = await askProvider(() => provider.company(grant.token))
  const token = kernel.encryption.seal(tokenPlace(scope.orgId), grant.token)
  await scope.tx(async (tx) => {
    const former = await lockConnection(tx)
    // Another source may have been connected meanwhile.
    if (former?.source !== 'finch' && (former?.state !== 'off' || (await linkedContacts(tx, 1)).length > 0))
      fail('hr_connected')
    const keeps = former !== undefined && former.state !== 'off' && (await hasLinks(tx))
    const formerCompany = keeps ? formerCompanyOf(former, company) : null
    await saveGrant(tx, { ...grant, company: company.name, companyId: company.id, formerCompany, token })
    const about = { system: systemName(grant.providerId), company: company.name }
    tx.audit('hr.connected', null, formerCompany === null ? about : { ...about, formerCompany: formerCompany.name })
    // What was read through the connection before says nothing about this one.
    const open = await lockOpenSync(tx)
    if (open && ['reading', 'comparing', 'review'].includes(open.state)) {
      await saveSync(tx, open, { state: 'discarded', finishedAt: tx.world.now() })
      tx.audit('hr.sync-discarded', open.id)
    }
    await begin(tx, { userId, isScheduled: false })
  })
}

/** The company that keeps the people here, when it is another one than the one that is connected now. */
function formerCompanyOf(
  former: Connection,
  now: { id: string | null; name: string },
): { id: string | null; name: string } | null {
  // Until a member answers, the people are kept by the company before, to which one may go back.
  const kept =
    former.formerCompany === null ? former : { companyId: former.formerCompanyId, company: former.formerCompany }
  const isSame = kept.companyId && now.id ? kept.companyId === now.id : kept.company === now.name
  return isSame ? null : { id: kept.companyId, name: kept.company }
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

/** Records that the HR system withdrew the connection. */
export async function noteRevoked(tx: Tx): Promise<void> {
  await markReauth(tx)
  tx.audit('hr.revoked', null)
  tx.publish(HrChanged, {})
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
    const ids = await lockedContacts(tx, { most: STEP })
    await lockFields(
      tx,
      system,
      ids.map((id) => ({ id, fields: [] })),
    )
    if (ids.length > 0) tx.publish(ContactChanged, { contactIds: ids, fields: [] })
    return ids.length
  })
  await scope.tx(async (tx) => {
    for (const groupId of await groupsOf(tx)) await releaseSyncedGroup(tx, groupId)
    await forgetPeople(tx)
    await revokeKeys(tx)
    await forgetFiles(tx)
    await forgetWorkers(tx)
    await endConnection(tx)
    tx.publish(HrChanged, {})
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
