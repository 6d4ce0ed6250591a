import * as oidc from 'openid-client'
import type { Kernel } from '../../../kernel/kernel.ts'
import { AddressRefused, makeEgress } from '../../../kernel/egress/send-outside.ts'
import { namesFrom, SsoRefused, textsOf, tidy, type Profile, type SsoProblem } from '../rules.ts'

/** An identity provider that speaks OpenID Connect. */
export interface OidcProvider {
  issuer: string
  clientId: string
  /** Null for a public client. */
  clientSecret: string | null
  groupsClaim: string
}

/** What one log-in keeps between its two halves. */
export interface OidcRequest {
  state: string
  nonce: string
  verifier: string
  mustProve: boolean
}

/** How far the clocks of the identity provider and ours may differ, in seconds. */
const CLOCK_TOLERANCE_S = 60
/** A proof that was asked for may be this old, in seconds. */
const PROOF_AGE_S = 300

/** Returns the address where the user logs in. Reads the configuration of the identity provider. */
export async function beginOidc(
  kernel: Kernel,
  provider: OidcProvider,
  { redirectUri, loginHint, ...request }: OidcRequest & { redirectUri: string; loginHint: string | undefined },
): Promise<string> {
  return connected(kernel, provider, async (configuration) => {
    const { state, nonce, verifier, mustProve } = request
    return oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(loginHint ? { login_hint: loginHint } : {}),
      ...(mustProve ? { prompt: 'login', max_age: '0' } : {}),
    }).href
  })
}

/**
 * Exchanges the code in the return address and checks the ID token: signature, issuer, audience, nonce, times. Throws
 * `SsoRefused` with the reason otherwise.
 */
export async function finishOidc(
  kernel: Kernel,
  provider: OidcProvider,
  { returnUrl, ...request }: OidcRequest & { returnUrl: URL },
): Promise<Profile> {
  return connected(kernel, provider, async (configuration) => {
    const tokens = await oidc.authorizationCodeGrant(configuration, returnUrl, {
      pkceCodeVerifier: request.verifier,
      expectedState: request.state,
      expectedNonce: request.nonce,
      idTokenExpected: true,
      ...(request.mustProve ? { maxAge: PROOF_AGE_S } : {}),
    })
    const claims: Record<string, unknown> & { sub?: string } = { ...tokens.claims() }
    const { sub } = claims
    if (!sub) throw new SsoRefused('response_invalid')
    const isComplete = claims['email'] !== undefined && claims[provider.groupsClaim] !== undefined
    // Some identity providers put only the subject into the token.
    const more =
      isComplete || !configuration.serverMetadata().userinfo_endpoint
        ? {}
        : await oidc.fetchUserInfo(configuration, tokens.access_token, sub)
    return profileOf({ ...more, ...claims }, provider.groupsClaim)
  })
}

function profileOf(claims: Record<string, unknown>, groupsClaim: string): Profile {
  const text = (name: string) => (typeof claims[name] === 'string' ? tidy(claims[name]) : '')
  const names = { firstname: text('given_name'), lastname: text('family_name') }
  // Entra ID sends the log-in name where a mailbox has none of its own.
  const email = text('email') || [text('preferred_username'), text('upn')].find((name) => name.includes('@'))
  const { auth_time: authTime } = claims
  return {
    subject: text('sub'),
    email: email || undefined,
    isEmailUnverified: claims['email_verified'] === false,
    ...(names.firstname || names.lastname ? names : namesFrom(text('name'))),
    groups: textsOf(claims[groupsClaim]),
    authenticatedAt: typeof authTime === 'number' ? new Date(authTime * 1000) : undefined,
  }
}

async function connected<T>(
  kernel: Kernel,
  { issuer, clientId, clientSecret }: OidcProvider,
  work: (configuration: oidc.Configuration) => Promise<T>,
): Promise<T> {
  const egress = makeEgress({ allowsPrivate: kernel.config.webhooksToPrivate })
  try {
    const metadata = { [oidc.clockTolerance]: CLOCK_TOLERANCE_S }
    const authentication = clientSecret ? oidc.ClientSecretPost(clientSecret) : oidc.None()
    const configuration = await oidc.discovery(new URL(issuer), clientId, metadata, authentication, {
      [oidc.customFetch]: (url, options) => egress.fetch(url, options),
      // The egress refuses plain HTTP, except in development. The library calls it deprecated to make it stand out.
      execute: new URL(issuer).protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
    })
    // Checks the signature of the ID token, which the library leaves to TLS otherwise.
    oidc.enableNonRepudiationChecks(configuration)
    return await work(configuration)
  } catch (error) {
    throw error instanceof SsoRefused ? error : new SsoRefused(problemOf(error), { cause: error })
  } finally {
    await egress.close()
  }
}

interface LibraryError {
  code?: string
  error?: string
  cause?: unknown
  message?: string
}

/** Returns why a call of the library failed, from its codes and those of the protocol. */
function problemOf(error: unknown): SsoProblem {
  const chain = [
    error,
    (error as LibraryError).cause,
    ((error as LibraryError).cause as LibraryError | undefined)?.cause,
  ]
  if (chain.some((link) => link instanceof AddressRefused)) return 'address_refused'
  const { code = '', error: protocolError = '' } = error as LibraryError
  if (error instanceof oidc.AuthorizationResponseError)
    return protocolError === 'access_denied' ? 'denied' : 'provider_error'
  if (protocolError === 'invalid_client' || protocolError === 'unauthorized_client') return 'client_refused'
  if (protocolError === 'invalid_grant') return 'code_refused'
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return timeProblemOf(chain)
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED') return claimProblemOf(chain)
  if (code === 'OAUTH_KEY_SELECTION_FAILED' || (code === 'OAUTH_INVALID_RESPONSE' && isAboutSignature(chain)))
    return 'signature'
  if (code.startsWith('OAUTH_') && code !== 'OAUTH_RESPONSE_IS_NOT_CONFORM') return 'response_invalid'
  return 'provider_unreachable'
}

/** Returns the claim that an error of the library is about. */
function claimIn(chain: unknown[]): string | undefined {
  for (const link of chain) {
    if (typeof link !== 'object' || link === null || !('claim' in link)) continue
    return typeof link.claim === 'string' ? link.claim : undefined
  }
  return undefined
}

function timeProblemOf(chain: unknown[]): SsoProblem {
  const claim = claimIn(chain)
  if (claim === 'exp') return 'response_expired'
  return claim === 'auth_time' ? 'not_proved_again' : 'clock'
}

function claimProblemOf(chain: unknown[]): SsoProblem {
  const claim = claimIn(chain)
  if (claim === 'aud' || claim === 'azp') return 'audience'
  return claim === 'iss' ? 'issuer' : 'response_invalid'
}

function isAboutSignature(chain: unknown[]): boolean {
  return chain.some((link) => /signature/i.test((link as LibraryError | undefined)?.message ?? ''))
}
