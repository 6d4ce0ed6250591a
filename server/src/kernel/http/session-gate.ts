import type { Locale } from '@crewline/contract/accounts'
import { API_KEY_PREFIX } from '@crewline/contract/api-key-limits'
import { msg } from '@crewline/contract/localized-text'
import type { MemberRole, Permission } from '@crewline/contract/permissions'
import { fail } from '../failure.ts'
import type { Kernel } from '../kernel.ts'
import { definePort } from '../ports.ts'
import { makeScope, type ActingVia, type OrgSummary, type Scope } from '../scope.ts'

/** Who views the product as the member of a session, and until when. */
export interface Viewing {
  /** The viewer's own session, with which the viewing ends. */
  sessionId: string
  userId: string
  name: string
  expiresAt: Date
}

/** The data of a live session, or of a valid API key. */
export interface SessionInfo {
  /** The id of the session or of the API key. */
  sessionId: string
  userId: string
  memberId: string
  role: MemberRole
  /** The permissions of a custom role; null for a built-in one. */
  permissions: readonly string[] | null
  /** As stored in the membership; owners and admins see all contacts regardless. */
  scope: 'all' | 'groups'
  firstname: string
  lastname: string
  /** The language of the user's account. */
  locale: Locale
  /** Whether the organization requires a second step that the user has not set up. */
  needsSecondStep: boolean
  /** The single sign-on connection through which the user logged in; unset or null after a password. */
  ssoConnectionId?: string | null
  org: OrgSummary
  /** Set for an API key. */
  apiKey?: { permissions: readonly Permission[] }
  /** Set for a teammate of the parent organization who acts by a grant. */
  via?: ActingVia | null
  /** Set when a teammate views the product as this member: nothing may be changed. */
  viewing?: Viewing
}

/** Provided by accounts: resolves a token to its session, or to undefined when the token is not valid. */
export const sessionReader =
  definePort<(kernel: Kernel, token: string) => Promise<SessionInfo | undefined>>('sessionReader')

/** Provided by api-keys: resolves a key to what it may do, and finds the key that acts as a user. */
export const apiKeyReader = definePort<{
  /** Returns undefined when the key is unknown, revoked or expired. */
  ofToken(kernel: Kernel, token: string): Promise<SessionInfo | undefined>
  /** Returns undefined when the user is no API key, or one that is not valid any more. */
  ofUser(
    kernel: Kernel,
    key: { orgId: string; userId: string },
  ): Promise<Omit<SessionInfo, 'org' | 'sessionId'> | undefined>
}>('apiKeyReader')

/** Returns whether a token is an API key rather than one of a session. */
export function isApiKey(token: string): boolean {
  return token.startsWith(API_KEY_PREFIX)
}

/** Returns the session or the API key of a token while it is valid. */
export async function readToken(kernel: Kernel, token: string): Promise<SessionInfo | undefined> {
  if (!token) return undefined
  return isApiKey(token) ? apiKeyReader.get().ofToken(kernel, token) : sessionReader.get()(kernel, token)
}

/** Returns what the member of a session sees: always all contacts for owners and admins. */
export function effectiveScope({ role, scope }: Pick<SessionInfo, 'role' | 'scope'>): 'all' | 'groups' {
  return role === 'owner' || role === 'admin' ? 'all' : scope
}

/**
 * Opens the scope of the token's session, in the requested language, else in that of the account. Fails with 403
 * `session_invalid` when the token, user, membership or organization is not valid.
 */
export async function openSession(
  kernel: Kernel,
  token: string,
  requestId: string,
  preferredLocale?: Locale,
): Promise<Scope> {
  const session = await readToken(kernel, token)
  if (!session)
    return fail('session_invalid', {
      internal: token ? 'token unknown, expired or revoked, or membership removed' : 'no token',
      ...(isApiKey(token)
        ? { text: msg({ message: "This API key doesn't work. It may have been revoked, or it expired." }) }
        : {}),
    })
  const { org, ...member } = session
  const locale = preferredLocale ?? member.locale
  return makeScope(kernel, org, { kind: 'member', ...member, locale, scope: effectiveScope(session) }, requestId)
}

/** A sign-in step, with its own token. */
export type SignInStep =
  /** Registered; `isConfirmed` when the email was confirmed elsewhere meanwhile, which ended this token's use. */
  | { kind: 'applicant'; registrationId: string; isConfirmed: boolean }
  /** The password was correct; the second step is pending. */
  | { kind: 'second_step'; secretId: string; userId: string }

/** Provided by accounts: resolves a token that is no session to its sign-in step. */
export const signInStepReader =
  definePort<(kernel: Kernel, token: string) => Promise<SignInStep | undefined>>('signInStepReader')
