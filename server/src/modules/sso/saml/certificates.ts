import { X509Certificate } from 'node:crypto'

/** What people see of a certificate. */
export interface CertificateInfo {
  pem: string
  subject: string
  expiresAt: Date
}

/**
 * Reads a certificate as PEM, or as the bare base64 of a metadata document. Returns undefined when it is none.
 */
export function readCertificate(text: string): CertificateInfo | undefined {
  const base64 = text.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+=*$/.test(base64)) return undefined
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'))
    const subject = /CN=([^\n]+)/.exec(certificate.subject)?.[1] ?? certificate.subject
    return {
      pem: certificate.toString().trim(),
      subject: subject.replace(/\s+/g, ' ').slice(0, 200),
      expiresAt: new Date(certificate.validTo),
    }
  } catch {
    return undefined
  }
}

/** Returns whether a certificate is valid at a time. */
export function isCurrent(pem: string, now: Date): boolean {
  const certificate = readCertificate(pem)
  return certificate !== undefined && certificate.expiresAt > now
}
