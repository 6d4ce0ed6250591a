import { Email } from '@crewline/contract/accounts'
import type { BodyOf, ReplyOf } from '@crewline/contract/endpoint'
import { INVITATIONS_PER_DAY } from '@crewline/contract/limits'
import { mayGrant } from '@crewline/contract/permissions'
import type { previewInvitations } from '@crewline/contract/team'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { settingsOf } from '../organizations/index.ts'
import { knownEmails } from './invited-views.ts'
import { memberOf } from './service.ts'
import { findRole } from './store/roles.ts'

type Row = ReplyOf<typeof previewInvitations>['rows'][number]

/** Checks pasted invitations by the rules of an invitation, and for repeats among them. Sends nothing. */
export async function previewRows(kernel: Kernel, scope: Scope, { rows }: BodyOf<typeof previewInvitations>) {
  const inviter = memberOf(scope)
  const emails = rows.map(({ email }) => email.trim().toLowerCase())
  const [known, { security }, roles, left] = await Promise.all([
    knownEmails(scope.db, emails),
    settingsOf(scope.db, scope.orgId),
    readRoles(scope, new Set(rows.map(({ role }) => role))),
    makeLimit(kernel, 'invitation-day', INVITATIONS_PER_DAY, 86_400).left(scope.orgId),
  ])
  const seen = new Set<string>()
  const judge = (email: string, roleKey: string): Row['problem'] => {
    if (!Email.safeParse(email).success) return 'invalid'
    if (seen.has(email)) return 'duplicate'
    seen.add(email)
    const status = known.get(email)
    if (status) return status
    const domain = email.split('@').at(-1) ?? ''
    if (security.emailDomains.length > 0 && !security.emailDomains.includes(domain)) return 'domain'
    const role = roles.get(roleKey)
    if (!role) return 'role_unknown'
    return mayGrant(inviter, role) ? null : 'role_too_high'
  }
  return {
    rows: rows.map(({ role }, nth) => ({ email: emails[nth] ?? '', problem: judge(emails[nth] ?? '', role) })),
    domains: security.emailDomains,
    left,
  }
}

async function readRoles(scope: Scope, keys: ReadonlySet<string>) {
  const roles = await Promise.all([...keys].map(async (key) => [key, await findRole(scope.db, key)] as const))
  return new Map(roles)
}
