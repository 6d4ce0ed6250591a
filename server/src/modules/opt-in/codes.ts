import {
  CODE_DIGITS,
  CODE_MS,
  CODES_PER_ADDRESS_HOUR,
  CODES_PER_PHONE_10_MINUTES,
  CODES_PER_PHONE_DAY,
  PROOF_MS,
} from '@crewline/contract/limits'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { takeShared, type Effort } from '../../kernel/pages/work.ts'

const DAY_S = 86_400
/** Forms per address and hour: a break room shares one address. */
const FORMS_PER_ADDRESS_HOUR = 240
/** Codes texted because of one address in an hour. */
const PAGE_CODES_PER_ADDRESS_HOUR = 2 * CODES_PER_ADDRESS_HOUR
/** Forms per number and hour, by any page. */
const FORMS_PER_PHONE_HOUR = 5

/** Forms per organization and hour: the first day of a large plant, and far less than a flood. */
const FORMS_PER_ORGANIZATION_HOUR = 3000

/** What a form uses up. */
export interface Submission {
  address: string
  phone: string
  orgId: string
  /** Whether a code is texted. */
  asksCode: boolean
  effort: Effort
}

/**
 * Limits how often a form is sent from one address, for one number, and to one organization, and how many codes are texted.
 * Near a limit that strangers share, the form must come with work; throws `WorkNeeded` when the page can ask for it.
 */
export async function takeForm(kernel: Kernel, submission: Submission): Promise<void> {
  const { address, phone, orgId, asksCode, effort } = submission
  await takeShared(kernel, effort, [
    { name: 'opt-in-organization', key: orgId, points: FORMS_PER_ORGANIZATION_HOUR },
    { name: 'opt-in-address', key: address, points: FORMS_PER_ADDRESS_HOUR },
    ...(asksCode ? [{ name: 'opt-in-code-address', key: address, points: PAGE_CODES_PER_ADDRESS_HOUR }] : []),
  ])
  await makeLimit(kernel, 'opt-in-phone', FORMS_PER_PHONE_HOUR, 3600).take(phone)
  if (asksCode) await takePhoneCode(kernel, phone)
}

/** Limits how many codes one phone gets, because of whatever page. Fails with `slow_down`. */
export async function takePhoneCode(kernel: Kernel, phone: string): Promise<void> {
  await makeLimit(kernel, 'opt-in-code-phone', CODES_PER_PHONE_10_MINUTES, 600).take(phone)
  await makeLimit(kernel, 'opt-in-code-day', CODES_PER_PHONE_DAY, DAY_S).take(phone)
}

/**
 * Whether pages may cause texts to a country: that of the organization, and those where codes may go. Anyone can send a
 * form, and texts to far countries cost most. Fictional numbers belong to no country; only simulators answer them.
 */
export function isTextedFrom({ config }: Kernel, home: string, country: string | null): boolean {
  return country === null ? config.simulators : country === home || config.codeCountries.has(country)
}

/** When a code that is sent now ends. */
export function codeEnd(kernel: Kernel): Date {
  return new Date(kernel.world.now().getTime() + CODE_MS)
}

/** Makes a code: random digits without bias. */
export function makeCode(kernel: Kernel): string {
  let text = ''
  while (text.length < CODE_DIGITS)
    for (const byte of kernel.world.bytes(CODE_DIGITS)) if (byte < 250 && text.length < CODE_DIGITS) text += byte % 10
  return text
}

/** Returns the keyed hash of a code: a dump of the database cannot confirm a number. */
export function codeFingerprint(kernel: Kernel, joinId: string, code: string): Buffer {
  return kernel.encryption.fingerprint(`opt_in_code|${joinId}`, code.replace(/\D/g, ''))
}

/** Returns a proof, valid for ten minutes, that a person held a number when they confirmed its code. */
export function makeProof(kernel: Kernel, url: string, phone: string): string {
  const end = kernel.world.now().getTime() + PROOF_MS
  return `${end.toString(36)}.${signatureOf(kernel, { url, phone, end })}`
}

/** Whether a proof is ours, belongs to this page and number, and is not too old. */
export function isProof(kernel: Kernel, proof: string, url: string, phone: string): boolean {
  const [endText = '', signature] = proof.split('.')
  const end = Number.parseInt(endText, 36)
  if (!Number.isFinite(end) || end < kernel.world.now().getTime()) return false
  return signature === signatureOf(kernel, { url, phone, end })
}

function signatureOf(kernel: Kernel, { url, phone, end }: { url: string; phone: string; end: number }): string {
  return kernel.encryption.fingerprint('opt_in_proof', `${url}|${phone}|${end}`).toString('base64url')
}
