import { z } from 'zod'
import { Email, Secret, SignedIn } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'
import { SSO_CERTIFICATES_MAX, SSO_GROUP_ROLES_MAX, SSO_METADATA_MAX, SSO_VALUE_MAX } from './sso-limits.ts'
import { RoleChoice } from './team.ts'

/** Whether members can log in through the identity provider, or must. */
export const SsoState = z.enum(['off', 'on', 'required'])
export type SsoState = z.infer<typeof SsoState>

/** A domain name in lower case, such as `company.com`. */
export const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/)

const value = oneLine(SSO_VALUE_MAX)
/** The address of an identity provider; which addresses may be reached is checked when it is saved. */
const Address = value.pipe(z.url({ protocol: /^https?$/ }))

/** A role that a group of the identity provider gives. */
export const GroupRole = z.strictObject({
  group: oneLine(200).min(1).describe('The name or id of the group, as the identity provider sends it.'),
  role: RoleChoice,
  groupIds: z.array(Id).max(50).default([]).describe('Limits members to the contacts of these groups; all when empty.'),
})
export type GroupRole = z.infer<typeof GroupRole>

const SsoDomain = z.object({
  domain: z.string(),
  recordName: z.string().describe('The name of the DNS record of type TXT.'),
  recordValue: z.string().describe('What the record must contain.'),
  verifiedAt: Instant.nullable(),
})

const SsoAttempt = z.object({
  id: Id,
  at: Instant,
  purpose: z.enum(['login', 'test']),
  email: z.string().describe('As the identity provider sent it; empty when it did not.'),
  groups: z.array(z.string()),
  problem: z.string().nullable().describe('Why it failed, in words; null when it worked.'),
})

/** Everything about the single sign-on of the organization. */
const settings = ok({
  sso: z.object({
    protocol: z.enum(['oidc', 'saml']).nullable(),
    state: SsoState,
    oidc: z.object({ issuer: z.string(), clientId: z.string(), hasSecret: z.boolean() }),
    saml: z.object({
      issuer: z.string(),
      entryPoint: z.string(),
      certificates: z.array(
        z.object({ pem: z.string(), subject: z.string(), expiresAt: Instant, isExpired: z.boolean() }),
      ),
    }),
    groupsClaim: z.string(),
    values: z
      .object({
        redirectUri: z.string(),
        acsUrl: z.string(),
        entityId: z.string(),
        loginUrl: z.string(),
        scimUrl: z.string(),
      })
      .describe('What to enter at the identity provider.'),
    domains: z.array(SsoDomain),
    createsMembers: z.boolean().describe('Whether a first log-in creates a member.'),
    defaultRole: z.union([RoleChoice, z.string()]),
    groupRoles: z.array(GroupRole),
    testedAt: Instant.nullable(),
    breakGlassUserIds: z.array(Id),
    owners: z.array(
      z.object({
        userId: Id,
        name: z.string(),
        email: z.string(),
        canBreakGlass: z.boolean().describe('Whether they have a password and two-step login.'),
      }),
    ),
    parent: z
      .object({ name: z.string(), hasSso: z.boolean(), isTrusted: z.boolean() })
      .nullable()
      .describe('The parent organization; null when there is none.'),
    attempts: z.array(SsoAttempt).describe('The latest log-ins, newest first.'),
  }),
})

export const discoverSso = endpoint({
  method: 'POST',
  path: '/sso/discover',
  summary:
    'Returns where addresses of this domain log in through their company. The response depends on the domain only, not on whether the address has an account.',
  session: 'none',
  body: z.strictObject({ email: Email }),
  reply: ok({ slugs: z.array(z.string()).describe('The organizations, as in the address /auth/sso/{slug}.') }),
})

export const startSso = endpoint({
  method: 'POST',
  path: '/sso/start',
  summary: 'Begins a log-in through the identity provider of an organization; open the returned address.',
  session: 'none',
  fails: ['sso_failed', 'sso_not_set_up'],
  body: z.strictObject({
    slug: oneLine(200).min(1),
    email: Email.optional().describe('Shown to the user by the identity provider.'),
    mustProve: z.boolean().default(false).describe('Asks the identity provider to check the user again.'),
  }),
  reply: ok({
    url: z.string(),
    binder: z.string().describe('Keep it in this browser tab: it is needed to finish.'),
  }),
})

export const finishSso = endpoint({
  method: 'POST',
  path: '/sso/finish',
  summary: 'Finishes a log-in with the ticket from the return address, in the browser that began it.',
  session: 'none',
  fails: ['sso_failed', 'link_invalid'],
  body: z.strictObject({ ticket: Secret, binder: Secret }),
  reply: SignedIn,
})

export const ssoSettings = endpoint({
  method: 'GET',
  path: '/sso',
  summary: 'Returns the single sign-on settings of the organization. Secrets are never returned.',
  can: 'team.manage',
  apiKeys: 'refused',
  reply: settings,
})

export const editSso = endpoint({
  method: 'PUT',
  path: '/sso',
  summary:
    'Sets the identity provider. Another issuer or client turns single sign-on off until a test log-in has worked. Only owners.',
  can: 'team.manage',
  apiKeys: 'refused',
  fails: ['proof_needed', 'role_too_high'],
  body: z.strictObject({
    protocol: z.enum(['oidc', 'saml']),
    oidc: z
      .strictObject({
        issuer: Address,
        clientId: value.min(1),
        clientSecret: value
          .optional()
          .describe('Unset: the secret stays as it is; required with another issuer or client. Empty: none.'),
      })
      .optional(),
    saml: z
      .strictObject({
        metadata: z.string().max(SSO_METADATA_MAX).optional().describe('The metadata document; replaces the rest.'),
        issuer: value.optional().describe('The entity id of the identity provider.'),
        entryPoint: Address.optional(),
        certificates: z.array(z.string().max(SSO_METADATA_MAX)).max(SSO_CERTIFICATES_MAX).optional(),
      })
      .optional(),
    groupsClaim: oneLine(200).min(1).default('groups'),
  }),
  reply: settings,
})

export const editSsoRules = endpoint({
  method: 'PUT',
  path: '/sso/rules',
  summary: 'Sets who becomes a member and which role they get. The first group that applies counts. Only owners.',
  can: 'team.manage',
  apiKeys: 'refused',
  fails: ['role_too_high'],
  body: z.strictObject({
    createsMembers: z.boolean(),
    defaultRole: RoleChoice,
    groupRoles: z.array(GroupRole).max(SSO_GROUP_ROLES_MAX),
  }),
  reply: settings,
})

export const testSso = endpoint({
  method: 'POST',
  path: '/sso/test',
  summary: 'Begins a test log-in, which changes nothing; open the returned address. Only owners.',
  can: 'team.manage',
  apiKeys: 'refused',
  fails: ['sso_failed', 'sso_not_set_up', 'role_too_high'],
  reply: ok({ url: z.string() }),
})

export const setSsoState = endpoint({
  method: 'PUT',
  path: '/sso/state',
  summary:
    'Turns single sign-on off or on, or requires it. Requiring it ends sessions that began with a password, except those of the named owners. Only owners.',
  can: 'team.manage',
  apiKeys: 'refused',
  fails: ['proof_needed', 'role_too_high', 'sso_not_set_up', 'sso_not_tested'],
  body: z.strictObject({ state: SsoState, breakGlassUserIds: z.array(Id).max(10).default([]) }),
  reply: settings,
})

export const trustParentSso = endpoint({
  method: 'PUT',
  path: '/sso/parent',
  summary: 'Sets whether log-ins through the identity provider of the parent organization open this one. Only owners.',
  can: 'team.manage',
  apiKeys: 'refused',
  fails: ['proof_needed', 'role_too_high', 'not_found', 'sso_not_set_up'],
  body: z.strictObject({ isTrusted: z.boolean() }),
  reply: settings,
})

export const addSsoDomain = endpoint({
  method: 'POST',
  path: '/sso/domain',
  summary: 'Adds an email domain, to be proved with a DNS record. Only owners.',
  can: 'team.manage',
  apiKeys: 'refused',
  fails: ['too_many', 'name_taken', 'role_too_high'],
  body: z.strictObject({ domain: Domain }),
  reply: settings,
})

export const verifySsoDomain = endpoint({
  method: 'POST',
  path: '/sso/domain/verify',
  summary: 'Looks for the DNS record of a domain. Only owners.',
  can: 'team.manage',
  apiKeys: 'refused',
  fails: ['domain_not_proved', 'not_found', 'role_too_high'],
  body: z.strictObject({ domain: Domain }),
  reply: settings,
})

export const removeSsoDomain = endpoint({
  method: 'DELETE',
  path: '/sso/domain',
  summary: 'Removes an email domain: its addresses can no longer log in through the identity provider. Only owners.',
  can: 'team.manage',
  apiKeys: 'refused',
  fails: ['not_found', 'role_too_high'],
  query: z.object({ domain: Domain }),
  reply: settings,
})

/** The single sign-on settings of an organization. */
export type SsoSettings = z.infer<typeof settings>['sso']
