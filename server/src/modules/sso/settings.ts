import type { BodyOf } from '@crewline/contract/endpoint'
import { msg, type LocalizedText } from '@crewline/contract/localized-text'
import type { editSso, editSsoRules, setSsoState, SsoSettings } from '@crewline/contract/sso'
import { changeOf } from '../../kernel/audit-change.ts'
import { urlProblemOf } from '../../kernel/egress/send-outside.ts'
import { fail } from '../../kernel/failure.ts'
import type { From } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { announceRulesChange } from '../../kernel/realtime/revoked.ts'
import type { Actor, Scope } from '../../kernel/scope.ts'
import { memberSessions, requireGroups, requireRole } from '../team/index.ts'
import { begin, countStart } from './log-in.ts'
import { secretContextOf } from './values.ts'
import { readSettings } from './read-settings.ts'
import { readCertificate } from './saml/certificates.ts'
import { readMetadata } from './saml/metadata.ts'
import { deleteIdentities, lockConnection, readConnection, saveConnection, type Connection } from './store.ts'
import { listDomains, listOwners, organizationsUnderRulesOf, parentOf, slugOfOrg } from './views.ts'

type Answer = Promise<{ sso: SsoSettings }>

/** Returns the acting owner. A person who sets the identity provider can log in as any member, owners included. */
export function requireOwner({ actor }: Scope): Extract<Actor, { kind: 'member' }> {
  if (actor.kind === 'member' && actor.role === 'owner') return actor
  return fail('role_too_high', { text: msg({ message: 'Only an owner can change this.' }) })
}

async function requireProvenOwner(kernel: Kernel, scope: Scope): Promise<void> {
  await memberSessions.get().requireProof(kernel, requireOwner(scope))
}

/**
 * Sets the identity provider. Another issuer or client is another connection: its subjects mean something else, so links
 * to users are forgotten, sessions through the one before end, and single sign-on is off until a test worked.
 */
export async function setProvider(kernel: Kernel, scope: Scope, request: BodyOf<typeof editSso>): Answer {
  await requireProvenOwner(kernel, scope)
  const wanted = request.protocol === 'oidc' ? oidcFields(kernel, request) : samlFields(kernel, request)
  const isReplaced = await scope.tx(async (tx) => {
    const before = await lockConnection(tx)
    const sealed =
      wanted.clientSecret === undefined
        ? before.clientSecret
        : wanted.clientSecret === ''
          ? null
          : kernel.encryption.seal(secretContextOf(tx.orgId), wanted.clientSecret)
    const after: Connection = {
      ...before,
      ...wanted,
      clientSecret: request.protocol === 'oidc' ? sealed : null,
      protocol: request.protocol,
      groupsClaim: request.groupsClaim,
    }
    const isOther = identityOf(before) !== identityOf(after)
    // The secret of one identity provider is not sent to another one.
    if (isOther && before.clientSecret !== null && wanted.clientSecret === undefined)
      fail('invalid', {
        fieldErrors: { 'oidc.clientSecret': msg({ message: 'Enter the secret of the new identity provider.' }) },
      })
    const isChanged = JSON.stringify(after) !== JSON.stringify(before)
    if (!isChanged) return false
    if (isOther) await deleteIdentities(tx)
    await saveConnection(tx, {
      ...after,
      testedAt: null,
      ...(isOther ? { id: tx.world.id(), state: 'off' as const } : {}),
    })
    const { protocol, issuer, clientId, entryPoint, groupsClaim, certificates } = after
    const shown = { protocol, issuer, clientId, entryPoint, groupsClaim, certificates }
    tx.audit('sso.changed', tx.orgId, {
      ...changeOf(before, shown, { without: ['certificates'] }),
      secretChanged: wanted.clientSecret !== undefined,
    })
    return isOther
  })
  if (isReplaced) await announceChange(kernel, scope.orgId)
  return readSettings(kernel, scope)
}

/** What makes an identity provider another one. */
function identityOf({ protocol, issuer, clientId }: Connection): string {
  return JSON.stringify([protocol, issuer, clientId])
}

interface ProviderFields {
  issuer: string
  clientId: string
  /** Undefined: unchanged. */
  clientSecret: string | undefined
  entryPoint: string
  certificates: string[]
}

const FILL_IN: LocalizedText = msg({ message: 'Fill this in.' })

function oidcFields(kernel: Kernel, { oidc }: BodyOf<typeof editSso>): ProviderFields {
  if (!oidc) return fail('invalid', { fieldErrors: { oidc: FILL_IN } })
  refuseAddress(kernel, 'oidc.issuer', oidc.issuer)
  const { issuer, clientId, clientSecret } = oidc
  return { issuer, clientId, clientSecret, entryPoint: '', certificates: [] }
}

function samlFields(kernel: Kernel, { saml }: BodyOf<typeof editSso>): ProviderFields {
  if (!saml) return fail('invalid', { fieldErrors: { saml: FILL_IN } })
  const metadata = saml.metadata === undefined ? undefined : readMetadata(saml.metadata)
  if (saml.metadata !== undefined && !metadata)
    return fail('invalid', {
      fieldErrors: {
        'saml.metadata': msg({
          message: 'This is not the metadata of one identity provider. Paste the whole XML document.',
        }),
      },
    })
  const issuer = metadata?.issuer ?? saml.issuer ?? ''
  const entryPoint = metadata?.entryPoint ?? saml.entryPoint ?? ''
  const field = metadata ? 'saml.metadata' : undefined
  if (!issuer) return fail('invalid', { fieldErrors: { [field ?? 'saml.issuer']: FILL_IN } })
  if (!entryPoint)
    return fail('invalid', {
      fieldErrors: {
        [field ?? 'saml.entryPoint']: metadata
          ? msg({ message: 'This metadata has no login address for redirects (HTTP-Redirect).' })
          : FILL_IN,
      },
    })
  refuseAddress(kernel, field ?? 'saml.entryPoint', entryPoint)
  const texts = metadata?.certificates ?? saml.certificates ?? []
  const certificates = texts.map((text) => readCertificate(text))
  if (certificates.length === 0 || certificates.includes(undefined))
    return fail('invalid', {
      fieldErrors: {
        [field ?? 'saml.certificates']: msg({
          message: 'Paste the signing certificate (X.509), including the lines BEGIN and END.',
        }),
      },
    })
  const pems = certificates.flatMap((certificate) => certificate?.pem ?? [])
  return { issuer, clientId: '', clientSecret: '', entryPoint, certificates: pems }
}

function refuseAddress(kernel: Kernel, field: string, url: string): void {
  if (urlProblemOf(url, { allowsPrivate: kernel.config.webhooksToPrivate }))
    fail('invalid', {
      fieldErrors: {
        [field]: msg({ message: 'Use an address that begins with https:// and is on the public internet.' }),
      },
    })
}

/** Sets who becomes a member and which role they get. A role that gives ownership is refused. */
export async function setRules(kernel: Kernel, scope: Scope, request: BodyOf<typeof editSsoRules>): Answer {
  requireOwner(scope)
  const noOwner = msg({ message: 'Owners are made by an owner on the team page. Choose another role.' })
  if (request.defaultRole === 'owner') fail('invalid', { fieldErrors: { defaultRole: noOwner } })
  for (const [index, { role, groupIds }] of request.groupRoles.entries()) {
    if (role === 'owner') fail('invalid', { fieldErrors: { [`groupRoles.${index}.role`]: noOwner } })
    await requireRole(scope.db, role)
    await requireGroups(scope, groupIds)
  }
  await requireRole(scope.db, request.defaultRole)
  await scope.tx(async (tx) => {
    const { createsMembers, defaultRole, groupRoles, ...rest } = await lockConnection(tx)
    await saveConnection(tx, { ...rest, ...request })
    tx.audit('sso.rules_changed', tx.orgId, { before: { createsMembers, defaultRole, groupRoles }, after: request })
  })
  return readSettings(kernel, scope)
}

/** Begins a test log-in. It checks everything that a log-in checks, and changes nothing. */
export async function startTest(kernel: Kernel, scope: Scope, from: From): Promise<{ url: string }> {
  const { userId } = requireOwner(scope)
  await countStart(kernel, from)
  const connection = await readConnection(scope.db, scope.orgId)
  if (!connection || connection.protocol === null) return fail('sso_not_set_up')
  const slug = await slugOfOrg(scope.db, scope.orgId)
  const beginning = { purpose: 'test' as const, testedBy: userId, mustProve: false, loginHint: undefined }
  return { url: (await begin(kernel, connection, beginning, slug)).url }
}

/** Turns single sign-on off or on, or requires it. Sessions that this forbids end within a second. */
export async function setState(kernel: Kernel, scope: Scope, request: BodyOf<typeof setSsoState>): Answer {
  requireOwner(scope)
  const { state } = request
  const system = kernel.database.asSystem('who has a password and a second step is outside what a member may read')
  const [owners, parent, domains] = await Promise.all([
    listOwners(system, scope.orgId),
    parentOf(system, scope.orgId),
    listDomains(scope.db, scope.orgId),
  ])
  const breakGlass = [...new Set(request.breakGlassUserIds)].toSorted()
  if (breakGlass.some((id) => !owners.some(({ userId }) => userId === id))) fail('not_found')
  await requireProvenOwner(kernel, scope)
  if (state === 'required') refuseLockout(owners, breakGlass)
  await scope.tx(async (tx) => {
    const before = await lockConnection(tx)
    if (state !== 'off') {
      const isByParent = before.trustsParent && parent?.hasSso === true
      if (before.protocol === null && !isByParent) fail('sso_not_set_up')
      if (before.protocol !== null && before.testedAt === null && before.state === 'off') fail('sso_not_tested')
      const isProved = isByParent || domains.some(({ verifiedAt }) => verifiedAt !== null)
      if (!isProved) fail('sso_not_set_up', { text: msg({ message: 'Verify an email domain first.' }) })
      if (state === 'required' && before.protocol !== null && before.testedAt === null) fail('sso_not_tested')
    }
    const kept = state === 'required' ? breakGlass : before.breakGlass
    await saveConnection(tx, { ...before, state, breakGlass: kept })
    tx.audit('sso.state_changed', tx.orgId, { before: before.state, after: state, breakGlass: kept })
  })
  await announceChange(kernel, scope.orgId)
  return readSettings(kernel, scope)
}

/** At least one owner must be able to log in when the identity provider does not work, with a password and a second step. */
function refuseLockout(owners: { userId: string; canBreakGlass: boolean }[], breakGlass: string[]): void {
  const able = new Set(owners.filter(({ canBreakGlass }) => canBreakGlass).map(({ userId }) => userId))
  if (breakGlass.length > 0 && breakGlass.every((userId) => able.has(userId))) return
  fail('invalid', {
    fieldErrors: {
      breakGlassUserIds: msg({
        message:
          'Choose at least one owner who has a password and two-step login, in case the identity provider fails.',
      }),
    },
  })
}

/** Sets whether log-ins through the identity provider of the parent open this organization. */
export async function trustParent(kernel: Kernel, scope: Scope, isTrusted: boolean): Answer {
  await requireProvenOwner(kernel, scope)
  const parent = await parentOf(kernel.database.asSystem('a child may ask about its parent'), scope.orgId)
  if (!parent) return fail('not_found')
  if (isTrusted && !parent.hasSso)
    fail('sso_not_set_up', {
      text: msg({ message: '{name} has no single sign-on yet.', values: { name: parent.name } }),
    })
  await scope.tx(async (tx) => {
    const before = await lockConnection(tx)
    const isStranded = !isTrusted && before.protocol === null
    await saveConnection(tx, { ...before, trustsParent: isTrusted, ...(isStranded ? { state: 'off' as const } : {}) })
    tx.audit('sso.parent_trust_changed', tx.orgId, { before: before.trustsParent, after: isTrusted, parent: parent.id })
  })
  await announceChange(kernel, scope.orgId)
  return readSettings(kernel, scope)
}

/** Has every process check again which sockets may stay, here and in children to which it applies. */
async function announceChange(kernel: Kernel, orgId: string): Promise<void> {
  const system = kernel.database.asSystem('sockets in children follow the identity provider of their parent')
  for (const id of await organizationsUnderRulesOf(system, orgId)) announceRulesChange(kernel, id)
}
