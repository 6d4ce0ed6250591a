// Codes by text for pages of other modules. What people do on the page of an organization proves that they hold a phone, by
// the same codes, limits and rules as joining an opt-in page. Nothing is stored: the token that the page carries is
// encrypted, and what was used is counted with the limits.
import { timingSafeEqual } from 'node:crypto'
import { CODE_ATTEMPTS_MAX, CODE_MS } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { optedOutAmong } from '../consent/index.ts'
import { queueCodeText } from '../mail/index.ts'
import { codeEnd, codeFingerprint, makeCode, takePhoneCode } from './codes.ts'

/** The length to which numbers are filled up, so that a token says nothing about one. */
const PHONE_LENGTH = 17
/** A token is longer than this only if it is not ours. */
const TOKEN_MAX = 500

/** What a token holds, encrypted. */
interface Asked {
  id: string
  phone: string
  fingerprint: string
  end: number
}

/**
 * Texts a code to a phone and returns the token that `provePhone` takes with it. `place` names what the code opens, and no
 * other place takes it. A number that opted out, and no number at all, get no text and the same answer. Fails with
 * `slow_down` when the number got too many codes, by whatever page.
 */
export async function textPhoneCode(
  kernel: Kernel,
  {
    orgId,
    place,
    phone,
    textOf,
  }: { orgId: string; place: string; phone: string | null; textOf: (code: string) => string },
): Promise<string> {
  const id = kernel.world.id()
  const code = makeCode(kernel)
  const asked: Asked = {
    id,
    phone: (phone ?? '').padEnd(PHONE_LENGTH),
    fingerprint: codeFingerprint(kernel, id, code).toString('base64url'),
    end: codeEnd(kernel).getTime(),
  }
  if (phone !== null) {
    await takePhoneCode(kernel, phone)
    const db = kernel.database.ofOrg(orgId)
    const optedOut = await optedOutAmong(db, { fingerprinter: kernel.encryption, orgId, phones: [phone] })
    if (!optedOut.has(phone))
      await queueCodeText(kernel, kernel.database.asSystem('codes wait in a queue that belongs to no organization'), {
        to: phone,
        body: textOf(code),
      })
  }
  return kernel.encryption.seal(placeOf(orgId, place), JSON.stringify(asked))
}

/**
 * Returns the phone that a code proves, once. Fails with `code_wrong`, or with `code_dead` when the code is used, too old,
 * or was tried too often.
 */
export async function provePhone(
  kernel: Kernel,
  { orgId, place, token, code }: { orgId: string; place: string; token: string; code: string },
): Promise<string> {
  const asked = opened(kernel, placeOf(orgId, place), token)
  if (!asked || asked.end <= kernel.world.now().getTime()) return fail('code_dead')
  const seconds = CODE_MS / 1000
  const used = makeLimit(kernel, 'phone-code-used', 1, seconds)
  if (await used.isExhausted(asked.id)) return fail('code_dead')
  const tries = await makeLimit(kernel, 'phone-code-tries', CODE_ATTEMPTS_MAX, seconds).count(asked.id)
  if (tries.isRefused) return fail('code_dead')
  const [sent, expected] = [codeFingerprint(kernel, asked.id, code), Buffer.from(asked.fingerprint, 'base64url')]
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected))
    return fail(tries.remaining > 0 ? 'code_wrong' : 'code_dead')
  // Two at the same moment, such as by a double tap: one is the first.
  return (await used.count(asked.id)).isRefused ? fail('code_dead') : asked.phone.trim()
}

function opened({ encryption }: Kernel, place: string, token: string): Asked | undefined {
  if (token === '' || token.length > TOKEN_MAX) return undefined
  try {
    return JSON.parse(encryption.open(place, token)) as Asked
  } catch {
    return undefined
  }
}

function placeOf(orgId: string, place: string): string {
  return `phone_code|${orgId}|${place}`
}
