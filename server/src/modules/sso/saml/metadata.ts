import { SaxesParser } from 'saxes'

/** What the metadata of an identity provider says. */
export interface IdpMetadata {
  issuer: string
  /** Undefined: it offers no log-in by redirect. */
  entryPoint: string | undefined
  /** As bare base64. */
  certificates: string[]
}

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/**
 * Reads the metadata document of one identity provider. Entities are not expanded. Returns undefined when it is not one,
 * or describes several.
 */
export function readMetadata(xml: string): IdpMetadata | undefined {
  const parser = new SaxesParser({ xmlns: true })
  const path: string[] = []
  const issuers: string[] = []
  const certificates: string[] = []
  let entryPoint: string | undefined
  let isSigning = false
  let text: string | undefined
  let isBroken = false
  parser.on('error', () => {
    isBroken = true
  })
  // A document type can define entities; no metadata needs one.
  parser.on('doctype', () => {
    isBroken = true
  })
  parser.on('opentag', ({ local, attributes }) => {
    path.push(local)
    const attribute = (name: string) => Object.values(attributes).find((found) => found.local === name)?.value
    if (local === 'EntityDescriptor') issuers.push(attribute('entityID') ?? '')
    if (local === 'KeyDescriptor') isSigning = path.includes('IDPSSODescriptor') && attribute('use') !== 'encryption'
    if (local === 'SingleSignOnService' && attribute('Binding') === REDIRECT) entryPoint ??= attribute('Location')
    if (local === 'X509Certificate' && isSigning) text = ''
  })
  parser.on('text', (part) => {
    if (text !== undefined) text += part
  })
  parser.on('closetag', ({ local }) => {
    path.pop()
    if (local === 'KeyDescriptor') isSigning = false
    if (local !== 'X509Certificate' || text === undefined) return
    certificates.push(text.replace(/\s+/g, ''))
    text = undefined
  })
  try {
    parser.write(xml).close()
  } catch {
    return undefined
  }
  const [issuer] = issuers
  if (isBroken || issuers.length !== 1 || !issuer) return undefined
  return { issuer, entryPoint, certificates: [...new Set(certificates)] }
}
