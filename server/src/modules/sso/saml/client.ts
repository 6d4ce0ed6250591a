import { SAML, SamlStatusError, ValidateInResponseTo, type Profile as SamlProfile } from '@node-saml/node-saml'
import { namesFrom, SsoRefused, textsOf, tidy, type Profile, type SsoProblem } from '../rules.ts'
import { isCurrent } from './certificates.ts'

/** An identity provider that speaks SAML 2.0, and who we are to it. */
export interface SamlProvider {
  /** Its entity id. */
  issuer: string
  /** The address where users log in. */
  entryPoint: string
  /** Certificates it may sign with, as PEM. */
  certificates: string[]
  groupsAttribute: string
  /** Our entity id, which is also the audience. */
  entityId: string
  acsUrl: string
}

/** The request of one log-in: its id comes back in the response. */
export interface SamlRequest {
  id: string
  /** When it was made, as ISO 8601. */
  at: string
}

/** How far the clocks of the identity provider and ours may differ, in ms. */
const CLOCK_TOLERANCE_MS = 60_000
/** The oldest assertion that is accepted, in ms; a log-in takes seconds after it was issued. */
const ASSERTION_AGE_MS = 10 * 60_000
/** How long a request may wait for its response, in ms. */
const REQUEST_MS = 15 * 60_000

/** Returns the address where the user logs in, and the request that its response must answer. */
export async function beginSaml(
  provider: SamlProvider,
  { id, state, mustProve, now }: { id: string; state: string; mustProve: boolean; now: Date },
): Promise<{ url: string; request: SamlRequest }> {
  let saved: SamlRequest | undefined
  const saml = serviceProvider(provider, now, {
    forceAuthn: mustProve,
    generateUniqueId: () => id,
    cacheProvider: {
      saveAsync: async (key, at) => {
        saved = { id: key, at }
        return null
      },
      getAsync: async () => null,
      removeAsync: async () => null,
    },
  })
  const url = await saml.getAuthorizeUrlAsync(state, undefined, {})
  if (!saved) throw new SsoRefused('response_invalid')
  return { url, request: saved }
}

/**
 * Checks a response: signature of the assertion, issuer, audience, recipient, times, and that it answers this request.
 * Throws `SsoRefused` with the reason otherwise. A response that no request asked for is refused.
 */
export async function finishSaml(
  provider: SamlProvider,
  { response, request, now }: { response: string; request: SamlRequest; now: Date },
): Promise<Profile> {
  if (!provider.certificates.some((pem) => isCurrent(pem, now))) throw new SsoRefused('certificate_expired')
  // A document type can define entities; no response needs one.
  if (/<!DOCTYPE/i.test(Buffer.from(response, 'base64').toString())) throw new SsoRefused('response_invalid')
  const saml = serviceProvider(provider, now, {
    cacheProvider: {
      saveAsync: async () => null,
      // Only the id of this log-in is known: a response to another one does not fit.
      getAsync: async (key) => (key === request.id ? request.at : null),
      removeAsync: async () => null,
    },
  })
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response }).catch((error: unknown) => {
    throw new SsoRefused(problemOf(error), { cause: error })
  })
  if (!profile) throw new SsoRefused('response_invalid')
  if (profile.issuer !== provider.issuer) throw new SsoRefused('issuer')
  // The library accepts a request id that stands only in the unsigned part of the response.
  const { inResponseTo, recipient, authenticatedAt } = signedPartsOf(profile)
  if (inResponseTo === undefined) throw new SsoRefused('not_requested')
  if (inResponseTo !== request.id) throw new SsoRefused('replayed')
  if (recipient !== provider.acsUrl) throw new SsoRefused('audience')
  return profileOf(profile, { groupsAttribute: provider.groupsAttribute, authenticatedAt })
}

/** Returns our metadata, which an identity provider can read instead of values entered by hand. */
export function metadataOf(provider: Pick<SamlProvider, 'entityId' | 'acsUrl'>): string {
  return serviceProvider(
    { ...provider, issuer: '', entryPoint: '', certificates: [], groupsAttribute: '' },
    new Date(0),
    {},
  ).generateServiceProviderMetadata(null, null)
}

function serviceProvider(
  provider: SamlProvider,
  now: Date,
  options: Partial<ConstructorParameters<typeof SAML>[0]>,
): SAML {
  return new SAML({
    issuer: provider.entityId,
    audience: provider.entityId,
    callbackUrl: provider.acsUrl,
    ...(provider.entryPoint ? { entryPoint: provider.entryPoint } : {}),
    // A certificate is required to build metadata too, where it is not used.
    idpCert: provider.certificates.length > 0 ? provider.certificates.filter((pem) => isCurrent(pem, now)) : ['unused'],
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    acceptedClockSkewMs: CLOCK_TOLERANCE_MS,
    maxAssertionAgeMs: ASSERTION_AGE_MS,
    requestIdExpirationPeriodMs: REQUEST_MS,
    validateInResponseTo: ValidateInResponseTo.always,
    ...options,
  })
}

interface Element {
  $?: Record<string, string>
}
interface Assertion {
  Assertion?: {
    Subject?: { SubjectConfirmation?: { SubjectConfirmationData?: Element[] }[] }[]
    AuthnStatement?: Element[]
  }
}

/** Reads from the signed assertion what it answers, for whom it is, and when the user proved who they are. */
function signedPartsOf(profile: SamlProfile): {
  inResponseTo: string | undefined
  recipient: string | undefined
  authenticatedAt: Date | undefined
} {
  const { Assertion: assertion } = (profile.getAssertion?.() ?? {}) as Assertion
  const confirmed = assertion?.Subject?.[0]?.SubjectConfirmation?.[0]?.SubjectConfirmationData?.[0]?.$
  const at = assertion?.AuthnStatement?.[0]?.$?.['AuthnInstant']
  const authenticatedAt = at !== undefined && !Number.isNaN(Date.parse(at)) ? new Date(at) : undefined
  return { inResponseTo: confirmed?.['InResponseTo'], recipient: confirmed?.['Recipient'], authenticatedAt }
}

/** The names under which identity providers send the same thing, in the order in which they are believed. */
const EMAIL = [
  'email',
  'mail',
  'emailaddress',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
]
const FIRST_NAME = [
  'firstName',
  'given_name',
  'givenName',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  'urn:oid:2.5.4.42',
]
const LAST_NAME = [
  'lastName',
  'family_name',
  'sn',
  'surname',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
  'urn:oid:2.5.4.4',
]
const FULL_NAME = ['name', 'displayName', 'urn:oid:2.16.840.1.113730.3.1.241']
const GROUPS = ['http://schemas.microsoft.com/ws/2008/06/identity/claims/groups', 'memberOf']

function profileOf(
  profile: SamlProfile,
  { groupsAttribute, authenticatedAt }: { groupsAttribute: string; authenticatedAt: Date | undefined },
): Profile {
  const attributes = (profile['attributes'] ?? {}) as Record<string, unknown>
  const first = (names: string[]): string => names.map((name) => textsOf(attributes[name])?.[0]).find(Boolean) ?? ''
  const subject = tidy(profile.nameID ?? '')
  if (!subject) throw new SsoRefused('response_invalid')
  const names = { firstname: first(FIRST_NAME), lastname: first(LAST_NAME) }
  const email = first(EMAIL) || (subject.includes('@') ? subject : '')
  return {
    subject,
    email: email || undefined,
    isEmailUnverified: false,
    ...(names.firstname || names.lastname ? names : namesFrom(first(FULL_NAME))),
    groups: [groupsAttribute, ...GROUPS].map((name) => textsOf(attributes[name])).find((list) => list !== undefined),
    authenticatedAt,
  }
}

/** Returns why the library refused a response, from its messages: it has no codes. */
function problemOf(error: unknown): SsoProblem {
  const { message } = error as Error
  if (error instanceof SamlStatusError)
    return /AuthnFailed|RequestDenied|denied/i.test(error.xmlStatus) ? 'denied' : 'provider_error'
  if (/InResponseTo is missing/.test(message)) return 'not_requested'
  if (/InResponseTo/.test(message)) return 'replayed'
  if (/audience|AudienceRestriction/i.test(message)) return 'audience'
  if (/not yet valid/.test(message)) return 'clock'
  if (/expired|subject confirmation/.test(message)) return 'response_expired'
  if (/signature|signed/i.test(message)) return 'signature'
  return 'response_invalid'
}
