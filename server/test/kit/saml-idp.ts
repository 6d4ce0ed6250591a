import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { certify } from './certificate.ts'

/** What a test response says, and how it is wrong. */
export interface SamlAnswer {
  issuer?: string
  audience?: string
  recipient?: string
  nameId?: string
  email?: string | null
  firstname?: string
  lastname?: string
  groups?: string[]
  /** Null leaves it out, as a login that begins at the identity provider does. */
  inResponseTo?: string | null
  /** The same for the unsigned response around the assertion. */
  responseTo?: string | null
  /** Seconds from now. */
  notBefore?: number
  notOnOrAfter?: number
  /** When it checked the person, in seconds from now. */
  authnInstant?: number
  /** Signs with the key of a stranger. */
  isForeign?: boolean
  isUnsigned?: boolean
  /** Changes the document after it was signed. */
  alter?: (xml: string) => string
}

/** A SAML 2.0 identity provider whose responses a test can spoil. */
export interface SamlIdp {
  issuer: string
  entryPoint: string
  certificate: string
  expiredCertificate: string
  metadata: string
  /** Reads the request at the address that our server made. */
  readRequest(url: string): { id: string; acsUrl: string; entityId: string; relayState: string; forceAuthn: boolean }
  /** Writes a response to it, as base64. */
  respond(url: string, answer?: SamlAnswer): string
}

const DAY_MS = 86_400_000
const NAMES = 'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"'

/** Makes an identity provider with a key and a certificate of its own, whose log-in page has this address. */
export function makeSamlIdp(entryPoint = 'https://idp.test/sso'): SamlIdp {
  const issuer = `https://idp.test/${randomUUID()}`
  const own = makeKey(new Date(Date.now() - DAY_MS), new Date(Date.now() + 30 * DAY_MS))
  const foreign = makeKey(new Date(Date.now() - DAY_MS), new Date(Date.now() + 30 * DAY_MS))
  const readRequest: SamlIdp['readRequest'] = (url) => {
    const query = new URL(url).searchParams
    const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString()
    const read = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? ''
    return {
      id: read(/ ID="([^"]+)"/),
      acsUrl: read(/AssertionConsumerServiceURL="([^"]+)"/),
      entityId: read(/<saml:Issuer[^>]*>([^<]+)</),
      relayState: query.get('RelayState') ?? '',
      forceAuthn: xml.includes('ForceAuthn="true"'),
    }
  }
  return {
    issuer,
    entryPoint,
    certificate: own.certificate,
    expiredCertificate: makeKey(new Date('2020-01-01'), new Date('2021-01-01')).certificate,
    metadata: metadataOf(issuer, entryPoint, own.certificate),
    readRequest,
    respond: (url, answer = {}) => {
      const xml = documentFor(issuer, readRequest(url), answer)
      const key = answer.isForeign ? foreign : own
      const signed = answer.isUnsigned ? xml : sign(xml, key)
      return Buffer.from(answer.alter ? answer.alter(signed) : signed).toString('base64')
    },
  }
}

function makeKey(from: Date, to: Date): { key: KeyObject; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { key: privateKey, certificate: certify({ privateKey, publicKey }, { name: 'Test IdP', from, to }) }
}

function documentFor(
  issuer: string,
  request: { id: string; acsUrl: string; entityId: string },
  answer: SamlAnswer,
): string {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
  const attribute = (name: string, values: (string | null | undefined)[]) => {
    const texts = values.flatMap((value) => (value ? `<saml:AttributeValue>${value}</saml:AttributeValue>` : []))
    return texts.length === 0 ? '' : `<saml:Attribute Name="${name}">${texts.join('')}</saml:Attribute>`
  }
  const reference = (id: string | null | undefined) => (id === null ? '' : ` InResponseTo="${id ?? request.id}"`)
  const { nameId = 'ann', email = 'ann@acme.test', notBefore = -5, notOnOrAfter = 300 } = answer
  const responseTo = answer.responseTo === undefined ? answer.inResponseTo : answer.responseTo
  const recipient = answer.recipient ?? request.acsUrl
  return (
    `<samlp:Response ${NAMES} ID="_r${randomUUID()}" Version="2.0" IssueInstant="${at(0)}"${reference(responseTo)} Destination="${request.acsUrl}">` +
    `<saml:Issuer>${answer.issuer ?? issuer}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>` +
    `<saml:Assertion ${NAMES} ID="_a${randomUUID()}" Version="2.0" IssueInstant="${at(Math.min(0, notBefore + 5))}">` +
    `<saml:Issuer>${answer.issuer ?? issuer}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${nameId}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
    `<saml:SubjectConfirmationData NotOnOrAfter="${at(notOnOrAfter)}" Recipient="${recipient}"${reference(answer.inResponseTo)}/>` +
    `</saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${at(notBefore)}" NotOnOrAfter="${at(notOnOrAfter)}"><saml:AudienceRestriction>` +
    `<saml:Audience>${answer.audience ?? request.entityId}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${at(answer.authnInstant ?? 0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `<saml:AttributeStatement>${attribute('email', [email])}${attribute('firstName', [answer.firstname ?? 'Ann'])}` +
    `${attribute('lastName', [answer.lastname ?? 'Fox'])}${attribute('groups', answer.groups ?? [])}</saml:AttributeStatement>` +
    `</saml:Assertion></samlp:Response>`
  )
}

const ASSERTION = "/*[local-name(.)='Response']/*[local-name(.)='Assertion']"

function sign(xml: string, { key }: { key: KeyObject }): string {
  const signer = new SignedXml({
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }),
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  })
  signer.addReference({
    xpath: ASSERTION,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
  })
  signer.computeSignature(xml, {
    location: { reference: `${ASSERTION}/*[local-name(.)='Issuer']`, action: 'after' },
  })
  return signer.getSignedXml()
}

function metadataOf(issuer: string, entryPoint: string, certificate: string): string {
  const base64 = certificate.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, '')
  return (
    `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${issuer}">` +
    `<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing">` +
    `<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>` +
    `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.test/post"/>` +
    `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${entryPoint}"/>` +
    `</md:IDPSSODescriptor></md:EntityDescriptor>`
  )
}
