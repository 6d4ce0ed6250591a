import type { SignedIn } from '@crewline/contract/accounts'
import { createHmac } from 'node:crypto'
import type { From } from '../../kernel/http/serve.ts'
import type { SessionInfo, SignInStep } from '../../kernel/http/session-gate.ts'
import type { Db } from '../../kernel/db/pool.ts'
import { announceSessionEnd } from '../../kernel/realtime/revoked.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope } from '../../kernel/scope.ts'
import { isViewingToken, makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { queueMail, unlinked } from '../mail/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { membershipsOf, type Membership } from '../team/index.ts'
import { accountChangeMail } from './emails.ts'
import { deviceOf, networkOf } from './places.ts'
import { noteLogIn } from './note-log-in.ts'
import { listedFor, refuseLogin } from './other-login.ts'
import { pushForgetter } from './ports.ts'
import { registrationByToken } from './store/registrations.ts'
import {
  addSession,
  beginGrace,
  isSessionActive,
  readEarlierSignIns,
  noteUse,
  revokeSessions,
  signInOf,
  type Ending,
} from './store/sessions.ts'
import type { LogInMethod } from './store/log-ins.ts'
import { secretByToken } from './store/secrets.ts'
import { lockUserIfUnchanged, type UserAccount } from './store/people.ts'
import { readViewing } from './viewed.ts'
import { openableOrganizations, sessionByToken, userOf } from './views.ts'

/** How often the last use of a session is saved, in ms. More often would make every read a write. */
const NOTE_EVERY_MS = 5 * 60_000

/**
 * Returns the user and organization of a token. Returns undefined when the token, user, membership or organization is
 * no longer valid.
 */
export async function readSession(kernel: Kernel, token: string): Promise<SessionInfo | undefined> {
  if (isViewingToken(token)) return readViewing(kernel, token)
  const system = kernel.database.asSystem('a token identifies its organization')
  const now = kernel.world.now()
  const row = await sessionByToken(system, tokenHash(token), now)
  if (!row) return undefined
  const { lastSeenAt, beforeId, ...session } = row
  if (beforeId) await beginGrace(system, session.sessionId, beforeId, now)
  if (now.getTime() - lastSeenAt.getTime() > NOTE_EVERY_MS) await noteUse(system, session.sessionId, now)
  return session
}

/** Returns the pending sign-in step that a token belongs to. */
export async function readSignInStep(kernel: Kernel, token: string): Promise<SignInStep | undefined> {
  const system = kernel.database.asSystem('login steps before a session belong to no organization')
  const now = kernel.world.now()
  const hash = tokenHash(token)
  const registration = await registrationByToken(system, hash, now)
  if (registration)
    return { kind: 'applicant', registrationId: registration.id, isConfirmed: registration.verifiedAt !== null }
  const secret = await secretByToken(system, { tokenHash: hash, purpose: 'mfa', now })
  return secret ? { kind: 'second_step', secretId: secret.id, userId: secret.userId } : undefined
}

export interface Opening {
  from: From
  requestId: string
  /** The requested organization. Defaults to the first one when unset or not one of the user's. */
  organizationId?: string | undefined
  /** Refuses rather than opens another organization. */
  isOnlyThere?: boolean
  /** The session it follows, which must not have ended in the meantime. */
  after?: string
  /** The single sign-on connection through which the user logged in. Defaults to none: with a password. */
  ssoConnectionId?: string | null | undefined
  /** When the user last proved their identity. Defaults to now. */
  provedAt?: Date | null
  /** Suppresses the email about a new device: a user who just registered has no other. */
  skipNewDeviceEmail?: boolean
  /** How the user proved who they are, for the history of log-ins; unset when the session follows another one. */
  method?: LogInMethod
  /** Action name in the audit log. */
  action?: string
}

type Opened = Omit<SignedIn, 'status'>

/**
 * Opens a session and returns the common log-in answer. Returns undefined when the user has no organization, or when
 * the password, second step or previous session changed since `person` was read: a pending log-in with the old password
 * must not outlive a reset. Emails the user about a new device or network. Fails with `other_login_needed` when every
 * organization needs another way to log in, or the requested one does and no other will do.
 */
export async function openFor(
  kernel: Kernel,
  system: Db,
  account: UserAccount,
  opening: Opening,
): Promise<Opened | undefined> {
  const ssoConnectionId = opening.ssoConnectionId ?? null
  const every = await membershipsOf(system, account.id)
  const openable = await openableOrganizations(system, account.id, ssoConnectionId)
  const requested = every.find((membership) => membership.organizationId === opening.organizationId)
  const isOpenable = ({ organizationId }: Membership) => openable.has(organizationId)
  const here = requested && isOpenable(requested) ? requested : every.find(isOpenable)
  const refused = requested ?? every[0]
  if (refused && (!here || (opening.isOnlyThere && here !== requested))) return refuseLogin(refused, ssoConnectionId)
  if (!here) return undefined
  const memberships = listedFor(every, { openable, ssoConnectionId })
  const token = makeToken(kernel.world)
  const id = kernel.world.id()
  const now = kernel.world.now()
  const client = { address: networkOf(opening.from.address), userAgent: opening.from.userAgent }
  const evictedIds = await system.transaction().execute(async (db) => {
    if (!(await lockUserIfUnchanged(db, account))) return undefined
    if (opening.after && !(await isSessionActive(db, opening.after))) return undefined
    const endedIds = await addSession(db, {
      id,
      tokenHash: tokenHash(token),
      userId: account.id,
      organizationId: here.organizationId,
      now,
      ...client,
      ssoConnectionId,
      provedAt: opening.provedAt === undefined ? now : opening.provedAt,
      beforeId: opening.after,
    })
    // A session ended by the session limit also removes its browser's push subscription, like any other ended session.
    for (const sessionId of endedIds)
      await pushForgetter.get()(db, account.id, { signInId: await signInOf(db, sessionId) })
    return endedIds
  })
  if (!evictedIds) return undefined
  for (const evictedId of evictedIds) announceSessionEnd(kernel, evictedId)
  if (!opening.skipNewDeviceEmail) await notifyNewDevice(kernel, system, account, { ...client, except: id })
  const { senderName: _, ...view } = await organizationOf(system, here.organizationId)
  const scope = makeScope(
    kernel,
    view.organization,
    {
      kind: 'member',
      userId: account.id,
      sessionId: id,
      firstname: account.firstname,
      lastname: account.lastname,
      locale: account.locale,
      ...here,
    },
    opening.requestId,
  )
  const place = { device: deviceOf(client.userAgent), network: client.address }
  await scope.tx(async (tx) => {
    tx.audit(opening.action ?? 'session.opened', id, place)
    const { method } = opening
    if (method) await noteLogIn(tx, { userId: account.id, method, refused: null, ...place })
  })
  return {
    token,
    user: await userOf(system, account, { ...here, ssoConnectionId }),
    intercomHash: intercomHash(kernel, account.id),
    organizations: memberships.map(belonging),
    ...view,
    // Only an owner can enter the missing info.
    needInfo: view.needInfo && here.role === 'owner',
  }
}

/** Returns a membership as listed in the client's session. */
export function belonging(membership: Membership) {
  return {
    id: membership.organizationId,
    name: membership.name,
    parentOrganizationId: membership.parentOrganizationId,
    role: membership.role,
    ...(membership.logo ? { logo: membership.logo } : {}),
  }
}

/** Returns the user's identity proof for the support chat, or null when the chat is not configured. */
export function intercomHash(kernel: Kernel, userId: string): string | null {
  const { intercomSecret } = kernel.config
  return intercomSecret ? createHmac('sha256', intercomSecret).update(userId).digest('hex') : null
}

async function notifyNewDevice(
  kernel: Kernel,
  system: Db,
  account: UserAccount,
  client: { address: string; userAgent: string; except: string },
): Promise<void> {
  const { before, here } = await readEarlierSignIns(system, { userId: account.id, ...client })
  if (!before || here) return
  await notifyAccountChange(kernel, system, account, { change: 'signed_in', ...client })
}

/** Emails a user about a change to how they log in. */
export async function notifyAccountChange(
  kernel: Kernel,
  system: Db,
  account: UserAccount,
  details: { change: Parameters<typeof accountChangeMail>[1]; address: string; userAgent: string },
): Promise<void> {
  const where = `${unlinked(deviceOf(details.userAgent))}, ${networkOf(details.address)}`
  const url = `${kernel.config.publicUrl}/auth/forgot-password`
  await queueMail(kernel, system, accountChangeMail(account, details.change, { where, url }))
}

/** Records a change made by a mailed link in every organization of the user, because no session identifies one. */
export async function noteEverywhere(
  kernel: Kernel,
  account: UserAccount,
  { action, requestId }: { action: string; requestId: string },
): Promise<void> {
  const system = kernel.database.asSystem('emailed links belong to no organization')
  for (const { organizationId } of await membershipsOf(system, account.id)) {
    const { organization } = await organizationOf(system, organizationId)
    const scope = makeScope(kernel, organization, { kind: 'system', reason: 'an emailed link was opened' }, requestId)
    await scope.tx(async (tx) => tx.audit(action, account.id))
  }
}

/** Ends every session of a removed member in the organization, and the push messages from it. */
export async function endMemberSessions(
  kernel: Kernel,
  { orgId: organizationId, userId }: { orgId: string; userId: string },
): Promise<void> {
  const system = kernel.database.asSystem('sessions of removed members end')
  await endSessions(kernel, system, { userId, organizationId, reason: 'removed', now: kernel.world.now() })
  await pushForgetter.get()(system, userId, { organizationId })
}

/** Ends sessions: invalidates their tokens and closes their sockets in every process. Returns the number ended. */
export async function endSessions(kernel: Kernel, system: Db, ending: Ending): Promise<number> {
  const endedIds = await system.transaction().execute((db) => revokeSessions(db, ending))
  const reason = ending.reason === 'logged_out' ? 'logged_out' : 'revoked'
  for (const id of endedIds) announceSessionEnd(kernel, id, reason)
  return endedIds.length
}
