import type { Locale } from '@crewline/contract/accounts'
import type { Role } from '@crewline/contract/permissions'
import { fail } from '../failure.ts'
import type { Kernel } from '../kernel.ts'
import { definePlug } from '../plugs.ts'
import { makeScope, type OrgFacts, type Scope } from '../scope.ts'

/** What a live session says. */
export interface SessionFacts {
  sessionId: string
  personId: string
  memberId: string
  role: Role
  /** As the membership says; owners and admins see everybody all the same. */
  scope: 'all' | 'groups'
  firstname: string
  lastname: string
  /** The language of their account. */
  locale: Locale
  org: OrgFacts
}

/** Filled by accounts: who a token belongs to, or undefined when it opens nothing any more. */
export const sessionReader = definePlug<(kernel: Kernel, token: string) => Promise<SessionFacts | undefined>>(
  'sessionReader',
  async () => undefined,
)

/** What the member of a session sees: owners and admins always everybody. */
export function effectiveScope({ role, scope }: Pick<SessionFacts, 'role' | 'scope'>): 'all' | 'groups' {
  return role === 'owner' || role === 'admin' ? 'all' : scope
}

/**
 * The scope of the session this token opens, spoken to in the language asked for, else in that of the account; a dead token,
 * person, membership or organization is 403 `session_invalid`.
 */
export async function openSession(kernel: Kernel, token: string, requestId: string, asked?: Locale): Promise<Scope> {
  const found = token ? await sessionReader.get()(kernel, token) : undefined
  if (!found)
    return fail('session_invalid', {
      internal: token ? 'token unknown, expired, revoked or membership gone' : 'no token',
    })
  const { org, ...member } = found
  const locale = asked ?? member.locale
  return makeScope(kernel, org, { kind: 'member', ...member, locale, scope: effectiveScope(found) }, requestId)
}

/** A step on the way to a session, with a token of its own. */
export type Stage =
  /** Registered, and the e-mail is not confirmed yet. */
  | { kind: 'applicant'; registrationId: string }
  /** Gave the right password and still has to show the second step. */
  | { kind: 'second_step'; secretId: string; personId: string }

/** Filled by accounts: which step a token stands for, when it is no session. */
export const stageReader = definePlug<(kernel: Kernel, token: string) => Promise<Stage | undefined>>(
  'stageReader',
  async () => undefined,
)
