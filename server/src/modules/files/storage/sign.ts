import { createHash, createHmac } from 'node:crypto'

/** Credentials and region for signing. */
export interface Signer {
  key: string
  secret: string
  region: string
}

/** A request to sign, including its headers. */
export interface Unsigned {
  method: 'GET' | 'PUT' | 'DELETE'
  url: URL
  headers: Record<string, string>
  body: Buffer
  at: Date
}

/**
 * Returns the headers of a request to an S3-compatible store with its signature (AWS Signature Version 4, signed
 * payload). Our paths and queries contain nothing that needs escaping.
 */
export function signed(
  { key, secret, region }: Signer,
  { method, url, headers, body, at }: Unsigned,
): Record<string, string> {
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const payload = sha256(body)
  const sent: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': payload,
    'x-amz-date': time,
  }
  const names = Object.keys(sent).sort()
  const request = [
    method,
    url.pathname,
    url.search.slice(1),
    ...names.map((name) => `${name}:${(sent[name] ?? '').trim()}`),
    '',
    names.join(';'),
    payload,
  ].join('\n')
  const credentialScope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, credentialScope, sha256(request)].join('\n')
  const signingKey = ['s3', 'aws4_request'].reduce<Buffer>(
    (made, part) => hmac(made, part),
    hmac(hmac(`AWS4${secret}`, day), region),
  )
  const signature = createHmac('sha256', signingKey).update(text).digest('hex')
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${key}/${credentialScope},SignedHeaders=${names.join(';')},Signature=${signature}`,
  }
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
