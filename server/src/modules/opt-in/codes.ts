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

const DAY_S = 86_400
/** Forms per address and hour: a break room shares one address. */
const FORMS_PER_ADDRESS_HOUR = 120
/** Forms per number and hour, by any page. */
const FORMS_PER_PHONE_HOUR = 5

/** Forms per organization and hour: the first day of a large plant, and far less than a flood. */
const FORMS_PER_ORGANIZATION_HOUR = 3000

/** Limits how often a form is sent from one address, for one number, and to one organization. */
export async function takeForm(
  kernel: Kernel,
  { address, phone, orgId }: { address: string; phone: string; orgId: string },
): Promise<void> {
  await makeLimit(kernel, 'opt-in-organization', FORMS_PER_ORGANIZATION_HOUR, 3600).take(orgId)
  await makeLimit(kernel, 'opt-in-address', FORMS_PER_ADDRESS_HOUR, 3600).take(address)
  await makeLimit(kernel, 'opt-in-phone', FORMS_PER_PHONE_HOUR, 3600).take(phone)
}

/** Limits how many codes are texted to one number, and because of one address. */
export async function takeCode(kernel: Kernel, address: string, phone: string): Promise<void> {
  await makeLimit(kernel, 'opt-in-code-address', CODES_PER_ADDRESS_HOUR, 3600).take(address)
  await makeLimit(kernel, 'opt-in-code-phone', CODES_PER_PHONE_10_MINUTES, 600).take(phone)
  await makeLimit(kernel, 'opt-in-code-day', CODES_PER_PHONE_DAY, DAY_S).take(phone)
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
