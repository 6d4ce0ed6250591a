import { createHmac, timingSafeEqual } from 'node:crypto'

/** Which of a file's two contents a link opens: the file itself, or the small picture of it. */
export type Variant = '' | 'thumb'

/** The end of a link's life, at least `lifeMs` from now; the same for everybody who asks within one step. */
export function expiryAfter(nowMs: number, stepMs: number, lifeMs: number): number {
  return Math.ceil(nowMs / stepMs) * stepMs + lifeMs
}

/** A path that opens a file until a moment, and no other file, no other content of it and not later. */
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

/** Whether a link was made with this key and is not too old; tells nothing by the time it takes. */
export function opens(
  linkKey: Buffer,
  link: { fileId: string; expiry: string; variant: string; signature: string },
  nowMs: number,
): boolean {
  const right = Buffer.from(sign(linkKey, link))
  const given = Buffer.from(link.signature)
  const fits = given.length === right.length && timingSafeEqual(given, right)
  return fits && /^\d{1,15}$/.test(link.expiry) && Number(link.expiry) > nowMs
}

function sign(
  linkKey: Buffer,
  { fileId, expiry, variant }: { fileId: string; expiry: string; variant: string },
): string {
  return createHmac('sha256', linkKey).update(`${fileId}|${expiry}|${variant}`).digest('base64url')
}

/** The name as it can stand in any address; carriers and phones look at its ending. */
function nameInPath(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
  return plain.slice(-60) || 'file'
}
