import type { GroupRole } from '@crewline/contract/sso'

/** What an identity provider says about a person. */
export interface Profile {
  /** Identifies the person at this identity provider for good. */
  subject: string
  email: string | undefined
  /** Whether the identity provider says that the email is not verified. */
  isEmailUnverified: boolean
  firstname: string
  lastname: string
  /** Undefined: it sent no groups, which says nothing about them. */
  groups: string[] | undefined
  /** When the person last proved who they are, if the identity provider says so. */
  authenticatedAt: Date | undefined
}

/** Why a log-in through the identity provider fails. */
export type SsoProblem =
  | 'off'
  | 'expired_start'
  | 'denied'
  | 'provider_unreachable'
  | 'address_refused'
  | 'client_refused'
  | 'code_refused'
  | 'provider_error'
  | 'signature'
  | 'certificate_expired'
  | 'audience'
  | 'issuer'
  | 'clock'
  | 'response_expired'
  | 'not_requested'
  | 'replayed'
  | 'response_invalid'
  | 'not_proved_again'
  | 'email_missing'
  | 'email_unverified'
  | 'domain_not_allowed'
  | 'not_member'
  | 'removed'
  | 'disabled'
  | 'other_subject'

/** A log-in through the identity provider that fails, and why. */
export class SsoRefused extends Error {
  readonly problem: SsoProblem

  constructor(problem: SsoProblem, options?: { cause?: unknown }) {
    super(problem, options)
    this.problem = problem
  }
}

/** Returns the domain of an email in lower case; empty when there is none. */
export function domainOf(email: string): string {
  const at = email.lastIndexOf('@')
  return at > 0 ? email.slice(at + 1).toLowerCase() : ''
}

/**
 * Returns the role of a person by their groups: that of the first rule that applies. Undefined when roles do not follow
 * groups: there are no rules, or the identity provider sent no groups. The default applies when no rule does.
 */
export function roleByGroups(
  groups: readonly string[] | undefined,
  rules: readonly GroupRole[],
  defaultRole: string,
): { role: string; groupIds: readonly string[] } | undefined {
  if (rules.length === 0 || groups === undefined) return undefined
  const held = new Set(groups.map((group) => group.toLowerCase()))
  return rules.find(({ group }) => held.has(group.toLowerCase())) ?? { role: defaultRole, groupIds: [] }
}

/** The most groups that are read of a response, and their longest name. */
const GROUPS_MAX = 500
const TEXT_MAX = 200

/** Returns the texts of a claim or attribute, which may be one text or a list; undefined when it is missing. */
export function textsOf(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return undefined
  return [value]
    .flat(2)
    .flatMap((item: unknown) => (typeof item === 'string' ? tidy(item) || [] : []))
    .slice(0, GROUPS_MAX)
}

/** Returns a text on one line without control characters, as every text from outside is stored. */
export function tidy(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    .slice(0, TEXT_MAX)
    .toWellFormed()
}

/** Splits a full name for identity providers that send no parts. */
export function namesFrom(full: string): { firstname: string; lastname: string } {
  const [firstname = '', ...rest] = full.split(' ')
  return { firstname, lastname: rest.join(' ') }
}
