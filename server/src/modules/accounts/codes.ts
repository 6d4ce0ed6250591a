import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import {
  APP_CODE_ATTEMPTS_PER_HOUR,
  CODE_DIGITS,
  CODE_FAILURES_LOCK,
  CODE_GAP_S,
  CODE_ATTEMPTS_MAX,
  CODE_ATTEMPTS_PER_HOUR,
  CODES_PER_ADDRESS_HOUR,
  CODES_PER_HOUR,
  CODES_PER_NETWORK_DAY,
  CODES_PER_USER_HOUR,
  CODES_PER_PHONE_10_MINUTES,
  CODES_PER_PHONE_DAY,
} from '@crewline/contract/limits'
import { parsePhone } from '@crewline/contract/phone'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { From } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { queueCodeText } from '../mail/index.ts'
import { codeText } from './emails.ts'
import { networkOf } from './places.ts'
import { addCode, tryCode, spendCode } from './store/codes.ts'
import { noteCode, type UserAccount } from './store/people.ts'

const DAY_S = 86_400

/**
 * Parses a phone number and checks that it can receive codes. Refuses landlines, premium numbers and countries that are
 * not configured.
 */
export function codePhone(kernel: Kernel, text: string, country: string): string {
  const phone = parsePhone(text, country)
  if (!phone)
    return fail('phone_invalid', {
      fieldErrors: {
        phone: msg({ message: 'Enter a mobile number with its area code.' }),
      },
    })
  const isAllowedCountry = phone.country === country || kernel.config.codeCountries.has(phone.country ?? '')
  // Fictional numbers belong to no country. Only simulators answer them.
  const isReachable = phone.textable && (isAllowedCountry || (phone.country === null && kernel.config.simulators))
  if (!isReachable)
    fail('phone_unsupported', {
      fieldErrors: {
        phone: msg({ message: "We can't send codes to this number. Use a mobile number." }),
      },
    })
  return phone.e164
}

/** Texts a code to a user's number. Returns the seconds until the next code may be requested. */
export async function sendCode(
  kernel: Kernel,
  system: Db,
  account: Pick<UserAccount, 'id' | 'locale'>,
  request: { phone: string; source: string; from: From },
): Promise<number> {
  await consumeCodeLimits(kernel, account.id, request)
  const code = digits(kernel, CODE_DIGITS)
  const id = kernel.world.id()
  const asker = askerOf(account, request.source)
  await system.transaction().execute(async (db) => {
    const fingerprint = kernel.encryption.fingerprint(codeContextOf(asker), code)
    await addCode(db, { id, asker, phone: request.phone, source: request.source, fingerprint, now: kernel.world.now() })
    const host = new URL(kernel.config.publicUrl).hostname
    await queueCodeText(kernel, db, { to: request.phone, body: codeText(code, account.locale, host) })
  })
  return CODE_GAP_S
}

async function consumeCodeLimits(
  kernel: Kernel,
  userId: string,
  { phone, source, from }: { phone: string; source: string; from: From },
): Promise<void> {
  // Only at log-in has the user proved that the phone is theirs. Other requests use separate limits, so that a stranger
  // cannot use up the codes that the owner logs in with: neither the per-number limit nor the whole hourly limit.
  const isLogIn = source === 'mfa'
  const number = isLogIn ? `log-in ${phone}` : phone
  await makeLimit(kernel, 'code-gap', 1, CODE_GAP_S).take(number)
  await makeLimit(kernel, 'code-person', CODES_PER_USER_HOUR, 3600).take(userId)
  await makeLimit(kernel, 'code-address', CODES_PER_ADDRESS_HOUR, 3600).take(from.address)
  await makeLimit(kernel, 'code-network', CODES_PER_NETWORK_DAY, DAY_S).take(networkOf(from.address))
  await makeLimit(kernel, 'code-phone', CODES_PER_PHONE_10_MINUTES, 600).take(number)
  await makeLimit(kernel, 'code-phone-day', CODES_PER_PHONE_DAY, DAY_S).take(number)
  if (!isLogIn) await makeLimit(kernel, 'code-unproven', CODES_PER_HOUR / 2, 3600).take('all')
  await makeLimit(kernel, 'code-all', CODES_PER_HOUR, 3600).take('all')
}

/**
 * Consumes one of the user's hourly code tries, for any kind of code. Fails with `codes_locked` after too many wrong
 * codes.
 */
export async function takeTry(kernel: Kernel, account: UserAccount, isApp = false): Promise<void> {
  if (account.codeFailures >= CODE_FAILURES_LOCK) fail('codes_locked')
  if (isApp) await makeLimit(kernel, 'app-try', APP_CODE_ATTEMPTS_PER_HOUR, 3600).take(account.id)
  await makeLimit(kernel, 'code-try', CODE_ATTEMPTS_PER_HOUR, 3600).take(account.id)
}

/** Checks a texted code and returns the phone number it was sent to. A correct code works once. */
export async function checkCode(
  kernel: Kernel,
  system: Db,
  account: UserAccount,
  { code, source }: { code: string; source: 'mfa' | 'settings' },
): Promise<string> {
  await takeTry(kernel, account)
  const now = kernel.world.now()
  const asker = askerOf(account, source)
  const activeCode = await tryCode(system, asker, now)
  if (!activeCode)
    return fail('code_dead', {
      fieldErrors: {
        code: msg({ message: 'This code has expired. Request a new one.' }),
      },
    })
  const isCorrect =
    activeCode.fingerprint.equals(kernel.encryption.fingerprint(codeContextOf(asker), code)) &&
    (await spendCode(system, activeCode.id, now))
  await noteCode(system, account.id, isCorrect)
  if (!isCorrect) refuseCode(CODE_ATTEMPTS_MAX - activeCode.tries)
  return activeCode.phone
}

/** Fails with `code_wrong`. The message includes the number of tries left when it is known. */
export function refuseCode(triesLeft?: number): never {
  const text: LocalizedText =
    triesLeft === undefined
      ? msg({ message: 'Incorrect code.' })
      : triesLeft <= 0
        ? msg({ message: 'Incorrect code. Request a new one.' })
        : msg({
            message: 'Incorrect code. {triesLeft, plural, one {# try} other {# tries}} left.',
            values: { triesLeft },
          })
  return fail('code_wrong', { text, fieldErrors: { code: text } })
}

/** Separates codes for the second step from codes for a new number: neither works in place of the other. */
function askerOf({ id }: Pick<UserAccount, 'id'>, source: string): string {
  return source === 'mfa' ? `second-step:${id}` : `person:${id}`
}

function codeContextOf(asker: string): string {
  return `phone_code|${asker}`
}

/** Random digits without bias. */
function digits(kernel: Kernel, count: number): string {
  let text = ''
  while (text.length < count) {
    for (const byte of kernel.world.bytes(count)) if (byte < 250 && text.length < count) text += byte % 10
  }
  return text
}
