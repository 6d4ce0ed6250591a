// Personal links: the address of a public page with a signed mark that names one contact and ends at a time. The mark is
// valid for one page of one organization; it opens nothing else, and no session follows from it.
import { timingSafeEqual } from 'node:crypto'
import type { Kernel } from '../kernel.ts'

const ID_BYTES = 16
const TIME_BYTES = 6
const SIGNATURE_BYTES = 20

/** The page and the contact of a personal link. */
export interface PersonalLink {
  orgId: string
  /** The path of the page. */
  path: string
  contactId: string
  until: Date
}

/** Returns the mark of a personal link: 56 characters for the query of its address. */
export function personalMark(kernel: Pick<Kernel, 'encryption'>, link: PersonalLink): string {
  const plain = Buffer.alloc(ID_BYTES + TIME_BYTES)
  plain.write(link.contactId.replaceAll('-', ''), 'hex')
  plain.writeUIntBE(link.until.getTime(), ID_BYTES, TIME_BYTES)
  return Buffer.concat([plain, signatureOf(kernel, link)]).toString('base64url')
}

/** Returns the contact of a mark; undefined when it is not ours, is of another page, or has ended. */
export function readPersonalMark(
  kernel: Pick<Kernel, 'encryption'>,
  mark: string,
  { orgId, path, now }: { orgId: string; path: string; now: Date },
): string | undefined {
  if (!/^[A-Za-z0-9_-]{56}$/.test(mark)) return undefined
  const bytes = Buffer.from(mark, 'base64url')
  if (bytes.length !== ID_BYTES + TIME_BYTES + SIGNATURE_BYTES) return undefined
  const contactId = bytes.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const until = new Date(bytes.readUIntBE(ID_BYTES, TIME_BYTES))
  const signature = bytes.subarray(ID_BYTES + TIME_BYTES)
  const isOurs = timingSafeEqual(signature, signatureOf(kernel, { orgId, path, contactId, until }))
  return isOurs && until > now ? contactId : undefined
}

function signatureOf(
  { encryption }: Pick<Kernel, 'encryption'>,
  { orgId, path, contactId, until }: PersonalLink,
): Buffer {
  const text = `${orgId}|${path}|${contactId}|${until.getTime()}`
  return encryption.fingerprint('personal_link', text).subarray(0, SIGNATURE_BYTES)
}
