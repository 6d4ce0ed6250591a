import type { SsoSettings } from '@crewline/contract/sso'
import type { Kernel } from '../../kernel/kernel.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { wordsFor } from './problem-texts.ts'
import { readCertificate } from './saml/certificates.ts'
import { readConnection } from './store.ts'
import { valuesOf } from './values.ts'
import { listAttempts, listDomains, listOwners, parentOf, slugOfOrg } from './views.ts'

/** What an organization without single sign-on shows. */
const NOTHING_YET = {
  protocol: null,
  issuer: '',
  clientId: '',
  clientSecret: null,
  entryPoint: '',
  certificates: [],
  groupsClaim: 'groups',
  state: 'off' as const,
  breakGlass: [],
  createsMembers: true,
  defaultRole: 'agent',
  groupRoles: [],
  trustsParent: false,
  testedAt: null,
}

/** The name of the DNS record that proves a domain. */
export function recordNameOf(domain: string): string {
  return `_crewline.${domain}`
}

/** What the DNS record must contain. */
export function recordValueOf(token: string): string {
  return `crewline-domain=${token}`
}

/** Returns everything about the single sign-on of the organization, without secrets. */
export async function readSettings(kernel: Kernel, scope: Scope): Promise<{ sso: SsoSettings }> {
  const system = kernel.database.asSystem('owners and the parent are outside what a member may read')
  const [stored, slug, domains, attempts, owners, parent] = await Promise.all([
    readConnection(scope.db, scope.orgId),
    slugOfOrg(scope.db, scope.orgId),
    listDomains(scope.db, scope.orgId),
    listAttempts(scope.db, scope.orgId),
    listOwners(system, scope.orgId),
    parentOf(system, scope.orgId),
  ])
  const connection = stored ?? NOTHING_YET
  const now = scope.world.now()
  const locale = languageOf(scope)
  const { protocol, issuer } = connection
  return {
    sso: {
      protocol,
      state: connection.state,
      oidc: {
        issuer: protocol === 'oidc' ? issuer : '',
        clientId: connection.clientId,
        hasSecret: connection.clientSecret !== null,
      },
      saml: {
        issuer: protocol === 'saml' ? issuer : '',
        entryPoint: connection.entryPoint,
        certificates: connection.certificates.flatMap((pem) => {
          const read = readCertificate(pem)
          if (!read) return []
          const { subject, expiresAt } = read
          return { pem, subject, expiresAt: expiresAt.toISOString(), isExpired: expiresAt <= now }
        }),
      },
      groupsClaim: connection.groupsClaim,
      values: valuesOf(kernel, slug),
      domains: domains.map(({ domain, token, verifiedAt }) => ({
        domain,
        recordName: recordNameOf(domain),
        recordValue: recordValueOf(token),
        verifiedAt: verifiedAt?.toISOString() ?? null,
      })),
      createsMembers: connection.createsMembers,
      defaultRole: connection.defaultRole,
      groupRoles: connection.groupRoles,
      testedAt: connection.testedAt?.toISOString() ?? null,
      breakGlassUserIds: connection.breakGlass,
      owners,
      parent: parent ? { name: parent.name, hasSso: parent.hasSso, isTrusted: connection.trustsParent } : null,
      attempts: attempts.map(({ at, problem, ...attempt }) => ({
        ...attempt,
        at: at.toISOString(),
        problem: problem && wordsFor(problem, locale),
      })),
    },
  }
}
