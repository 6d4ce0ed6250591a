import { createHmac, timingSafeEqual } from 'node:crypto'

/** Which content of a file a link opens: the file itself or its thumbnail. */
export type Variant = '' | 'thumb'

/** Returns the expiry of a link, at least `lifeMs` from now, and the same for all requests within one step. */
export function expiryAfter(nowMs: number, stepMs: number, lifeMs: number): number {
  return Math.ceil(nowMs / stepMs) * stepMs + lifeMs
}

/** Builds a path that opens exactly one content of one file until its expiry. */
export function linkPath(
  orgId: string,
  file: { id: string; name: string; linkKey: string },
  expiryMs: number,
  variant: Variant,
): string {
  const signature = sign(Buffer.from(file.linkKey, 'base64url'), { fileId: file.id, expiry: String(expiryMs), variant })
  const query = new URLSearchParams({ e: String(expiryMs), s: signature, ...(variant ? { v: variant } : {}) })
  return `/media/${orgId}/${file.id}/${nameInPath(file.name)}?${query.toString()}`
}

/** Returns whether a link was signed with this key and has not expired, in constant time. */
export function opens(
  linkKey: Buffer,
  link: { fileId: string; expiry: string; variant: string; signature: string },
  nowMs: number,
): boolean {
  const expected = Buffer.from(sign(linkKey, link))
  const actual = Buffer.from(link.signature)
  const fits = actual.length === expected.length && timingSafeEqual(actual, expected)
  return fits && /^\d{1,15}$/.test(link.expiry) && Number(link.expiry) > nowMs
}

function sign(
  linkKey: Buffer,
  { fileId, expiry, variant }: { fileId: string; expiry: string; variant: string },
): string {
  return createHmac('sha256', linkKey).update(`${fileId}|${expiry}|${variant}`).digest('base64url')
}

/** The name as a URL path segment; carriers and phones check its extension. */
function nameInPath(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
  return plain.slice(-60) || 'file'
}
