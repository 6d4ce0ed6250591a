import type { SignedIn } from '@crewline/contract/accounts'
import { SSO_STARTS_PER_MINUTE } from '@crewline/contract/sso-limits'
import { fail } from '../../kernel/failure.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { From, Guest } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Scope } from '../../kernel/scope.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { openSsoSession } from '../accounts/index.ts'
import { organizationBySlug, rememberedOrganization } from '../organizations/index.ts'
import { admit } from './admit.ts'
import { beginOidc, finishOidc, type OidcProvider } from './oidc/client.ts'
import { noteRefusal } from './note-refusal.ts'
import { PROBLEM_TEXTS } from './problem-texts.ts'
import { SsoRefused, tidy, type Profile, type SsoProblem } from './rules.ts'
import { beginSaml, finishSaml, type SamlProvider } from './saml/client.ts'
import { noteTested, readConnection, type Connection } from './store.ts'
import { addAttempt, saveJudgment, takeForAnswer, takeForFinish, type AnsweredAttempt } from './store/attempts.ts'
import { requestContextOf, secretContextOf, valuesOf } from './values.ts'
import { slugOfOrg } from './views.ts'

/** What a log-in keeps between its two halves, encrypted. */
type KeptRequest = { protocol: 'oidc'; nonce: string; verifier: string } | { protocol: 'saml'; id: string; at: string }

/** Who begins a log-in. */
export interface Beginning {
  purpose: 'login' | 'test'
  testedBy: string | null
  mustProve: boolean
  loginHint: string | undefined
}

/** Begins a log-in through the identity provider of the organization with this slug. */
export async function startLogin(
  guest: Guest,
  request: { slug: string; email?: string | undefined; mustProve: boolean },
): Promise<{ url: string; binder: string }> {
  const { kernel } = guest
  await countStart(kernel, guest)
  const system = kernel.database.asSystem('a log-in begins before the organization is known')
  const found = await organizationBySlug(system, request.slug)
  const connection = found && (await readConnection(system, found.id))
  if (!connection || connection.protocol === null || connection.state === 'off') return fail('sso_not_set_up')
  const { mustProve, email } = request
  return begin(kernel, connection, { purpose: 'login', testedBy: null, mustProve, loginHint: email }, request.slug)
}

/** Limits how often one address begins, because each start calls an identity provider. */
export async function countStart(kernel: Kernel, { address }: From): Promise<void> {
  await makeLimit(kernel, 'sso-start', SSO_STARTS_PER_MINUTE, 60).take(address)
}

/** Begins a log-in or a test. Fails with `sso_failed` when the identity provider cannot be reached. */
export async function begin(
  kernel: Kernel,
  connection: Connection,
  beginning: Beginning,
  slug: string,
): Promise<{ url: string; binder: string }> {
  const { world } = kernel
  const id = world.id()
  const state = world.bytes(32).toString('base64url')
  const binder = makeToken(world)
  const { mustProve } = beginning
  const { url, kept } = await (
    connection.protocol === 'saml'
      ? startSaml(kernel, connection, { id: `_${world.bytes(20).toString('hex')}`, state, mustProve, slug })
      : startOidc(kernel, connection, { state, mustProve, loginHint: beginning.loginHint })
  ).catch((error: unknown) => {
    if (!(error instanceof SsoRefused)) throw error
    kernel.log.info({ org: connection.orgId, problem: error.problem, err: error.cause }, 'sso: a login could not begin')
    return fail('sso_failed', { text: PROBLEM_TEXTS[error.problem] })
  })
  await addAttempt(kernel.database.asSystem('a log-in begins before the session exists'), {
    id,
    orgId: connection.orgId,
    connectionId: connection.id,
    purpose: beginning.purpose,
    testedBy: beginning.testedBy,
    stateHash: tokenHash(state),
    binderHash: tokenHash(binder),
    request: kernel.encryption.seal(requestContextOf(id), JSON.stringify(kept)),
    mustProve,
    now: world.now(),
  })
  return { url, binder }
}

async function startOidc(
  kernel: Kernel,
  connection: Connection,
  { state, mustProve, loginHint }: { state: string; mustProve: boolean; loginHint: string | undefined },
): Promise<{ url: string; kept: KeptRequest }> {
  const nonce = kernel.world.bytes(32).toString('base64url')
  const verifier = kernel.world.bytes(48).toString('base64url')
  const { redirectUri } = valuesOf(kernel, '')
  const request = { redirectUri, state, nonce, verifier, mustProve, loginHint }
  const url = await beginOidc(kernel, oidcProviderOf(kernel, connection), request)
  return { url, kept: { protocol: 'oidc', nonce, verifier } }
}

async function startSaml(
  kernel: Kernel,
  connection: Connection,
  { id, state, mustProve, slug }: { id: string; state: string; mustProve: boolean; slug: string },
): Promise<{ url: string; kept: KeptRequest }> {
  const { url, request } = await beginSaml(samlProviderOf(kernel, connection, slug), {
    id,
    state,
    mustProve,
    now: kernel.world.now(),
  })
  return { url, kept: { protocol: 'saml', ...request } }
}

function oidcProviderOf(kernel: Kernel, connection: Connection): OidcProvider {
  const { orgId, issuer, clientId, clientSecret, groupsClaim } = connection
  const secret = clientSecret === null ? null : kernel.encryption.open(secretContextOf(orgId), clientSecret)
  return { issuer, clientId, clientSecret: secret, groupsClaim }
}

function samlProviderOf(kernel: Kernel, connection: Connection, slug: string): SamlProvider {
  const { issuer, entryPoint, certificates, groupsClaim } = connection
  const { entityId, acsUrl } = valuesOf(kernel, slug)
  return { issuer, entryPoint, certificates, groupsAttribute: groupsClaim, entityId, acsUrl }
}

/** The response of an identity provider as it arrived. */
export type IdpResponse = { state: string; from: From } & (
  | { protocol: 'oidc'; returnUrl: URL }
  | { protocol: 'saml'; response: string; slug: string }
)

/** Where the browser goes after a response. */
export type Onward = { kind: 'unknown' } | { kind: 'ticket'; ticket: string } | { kind: 'tested' }

/**
 * Judges the response of an identity provider, once for each log-in, and returns where the browser goes: with a ticket, that
 * only the browser that began can use. A response without a log-in that waits for it changes nothing.
 */
export async function takeResponse(kernel: Kernel, response: IdpResponse): Promise<Onward> {
  const system = kernel.database.asSystem('a response of an identity provider arrives before the session exists')
  const now = kernel.world.now()
  const attempt = await takeForAnswer(system, tokenHash(response.state), now)
  if (!attempt) return { kind: 'unknown' }
  const scope = await scopeOf(kernel, attempt.orgId)
  const { profile, userId, problem } = await judge(kernel, scope, { attempt, response })
  const isProved = attempt.mustProve && profile?.authenticatedAt !== undefined
  const ticket = makeToken(kernel.world)
  await saveJudgment(system, attempt, {
    ticketHash: tokenHash(ticket),
    userId,
    provedAt: isProved ? (profile?.authenticatedAt ?? null) : null,
    email: tidy(profile?.email ?? ''),
    groups: profile?.groups ?? [],
    problem,
  })
  const isLogin = attempt.purpose === 'login'
  if (isLogin && problem && profile)
    await noteRefusal(kernel, scope, { ...attempt, profile, problem, from: response.from })
  if (isLogin) return { kind: 'ticket', ticket }
  if (problem === null) await noteTested(system, { orgId: attempt.orgId, id: attempt.connectionId }, now)
  return { kind: 'tested' }
}

interface Judged {
  profile: Profile | undefined
  userId: string | null
  problem: SsoProblem | null
}

async function judge(
  kernel: Kernel,
  scope: Scope,
  { attempt, response }: { attempt: AnsweredAttempt; response: IdpResponse },
): Promise<Judged> {
  let profile: Profile | undefined
  try {
    const connection = await readConnection(scope.db, attempt.orgId)
    // Replaced or turned off meanwhile.
    if (connection?.id !== attempt.connectionId) throw new SsoRefused('off')
    if (connection.state === 'off' && attempt.purpose === 'login') throw new SsoRefused('off')
    const slug = await slugOfOrg(scope.db, scope.orgId)
    profile = await readProfile(kernel, connection, { attempt, response, slug })
    if (attempt.mustProve && !isRecent(profile.authenticatedAt, kernel.world.now()))
      throw new SsoRefused('not_proved_again')
    const userId = await admit(kernel, scope, { connection, profile, isTest: attempt.purpose === 'test' })
    return { profile, userId, problem: null }
  } catch (error) {
    if (!(error instanceof SsoRefused)) throw error
    kernel.log.info({ org: attempt.orgId, problem: error.problem, err: error.cause }, 'sso: a login was refused')
    return { profile, userId: null, problem: error.problem }
  }
}

/** How old a proof may be that was asked for with this log-in, in ms. */
const PROOF_AGE_MS = 5 * 60_000

function isRecent(at: Date | undefined, now: Date): boolean {
  return at !== undefined && now.getTime() - at.getTime() < PROOF_AGE_MS
}

async function readProfile(
  kernel: Kernel,
  connection: Connection,
  { attempt, response, slug }: { attempt: AnsweredAttempt; response: IdpResponse; slug: string },
): Promise<Profile> {
  const kept = JSON.parse(kernel.encryption.open(requestContextOf(attempt.id), attempt.request)) as KeptRequest
  if (kept.protocol === 'oidc' && response.protocol === 'oidc') {
    const { returnUrl, state } = response
    const { nonce, verifier } = kept
    const request = { returnUrl, state, nonce, verifier, mustProve: attempt.mustProve }
    return finishOidc(kernel, oidcProviderOf(kernel, connection), request)
  }
  if (kept.protocol === 'saml' && response.protocol === 'saml' && response.slug === slug)
    return finishSaml(samlProviderOf(kernel, connection, slug), {
      response: response.response,
      request: kept,
      now: kernel.world.now(),
    })
  throw new SsoRefused('response_invalid')
}

/** Returns the scope of the product itself in an organization. */
async function scopeOf(kernel: Kernel, orgId: string): Promise<Scope> {
  const organization = await rememberedOrganization(kernel, orgId)
  return makeScope(kernel, organization, { kind: 'system', reason: 'single sign-on' }, `sso-${orgId.slice(0, 8)}`)
}

/** Opens the session of a log-in, in the browser that began it. Fails with `sso_failed` and the reason in words. */
export async function finishLogin(
  guest: Guest,
  { ticket, binder }: { ticket: string; binder: string },
): Promise<Omit<SignedIn, 'status'>> {
  const { kernel } = guest
  await countStart(kernel, guest)
  const system = kernel.database.asSystem('a log-in finishes before the session exists')
  const hashes = { ticketHash: tokenHash(ticket), binderHash: tokenHash(binder) }
  const attempt = (await takeForFinish(system, hashes, kernel.world.now())) ?? fail('link_invalid')
  const { orgId, connectionId, userId, provedAt } = attempt
  if (attempt.problem !== null || userId === null) {
    const text = PROBLEM_TEXTS[attempt.problem as SsoProblem] ?? PROBLEM_TEXTS.response_invalid
    return fail('sso_failed', { text, internal: attempt.problem ?? 'no user' })
  }
  return openSsoSession(guest, { userId, organizationId: orgId, connectionId, provedAt })
}
