import type { Words } from '@crewline/contract/words'
import {
  APP_TRIES_PER_HOUR,
  CODE_DIGITS,
  CODE_FAILURES_LOCK,
  CODE_GAP_S,
  CODE_TRIES,
  CODE_TRIES_PER_HOUR,
  CODES_PER_ADDRESS_HOUR,
  CODES_PER_HOUR,
  CODES_PER_NETWORK_DAY,
  CODES_PER_PERSON_HOUR,
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
import { codeWords } from './letters.ts'
import { networkOf } from './places.ts'
import { addCode, tryCode, spendCode } from './store/codes.ts'
import { noteCode, type Person } from './store/people.ts'

const DAY_S = 86_400

/** A number that codes may go to, from what people type; refuses landlines, costly numbers and countries nobody expects. */
export function codePhone(kernel: Kernel, text: string, country: string): string {
  const phone = parsePhone(text, country)
  if (!phone)
    return fail('phone_invalid', {
      fieldErrors: {
        phone: {
          en: 'Enter a mobile number with its area code.',
          es: 'Escribe un número móvil con su código de área.',
        },
      },
    })
  const isKnown = phone.country === country || kernel.config.codeCountries.has(phone.country ?? '')
  // Fictional numbers belong to no country, and only simulators answer at them.
  const isReachable = phone.textable && (isKnown || (phone.country === null && kernel.config.simulators))
  if (!isReachable)
    fail('phone_unsupported', {
      fieldErrors: {
        phone: {
          en: 'We cannot send codes to this number. Use a mobile number.',
          es: 'No podemos enviar códigos a este número. Usa un número móvil.',
        },
      },
    })
  return phone.e164
}

/** Texts a code to a number of a person; answers the seconds until another may be asked for. */
export async function sendCode(
  kernel: Kernel,
  system: Db,
  person: Pick<Person, 'id' | 'locale'>,
  what: { phone: string; source: string; from: From },
): Promise<number> {
  await takeCodePlaces(kernel, person.id, what)
  const code = digits(kernel, CODE_DIGITS)
  const id = kernel.world.id()
  const asker = askerOf(person, what.source)
  await system.transaction().execute(async (db) => {
    const mark = kernel.seal.mark(place(asker), code)
    await addCode(db, { id, asker, phone: what.phone, source: what.source, mark, now: kernel.world.now() })
    const host = new URL(kernel.config.publicUrl).hostname
    await queueCodeText(kernel, db, { to: what.phone, words: codeWords(code, person.locale, host) })
  })
  return CODE_GAP_S
}

async function takeCodePlaces(
  kernel: Kernel,
  personId: string,
  { phone, source, from }: { phone: string; source: string; from: From },
): Promise<void> {
  // Whose phone it is nobody has shown yet, except at a log-in: strangers must not use up the codes its owner logs in with,
  // neither those of the number nor all of the hour.
  const isOwn = source === 'mfa'
  const number = isOwn ? `log-in ${phone}` : phone
  await makeLimit(kernel, 'code-gap', 1, CODE_GAP_S).take(number)
  await makeLimit(kernel, 'code-person', CODES_PER_PERSON_HOUR, 3600).take(personId)
  await makeLimit(kernel, 'code-address', CODES_PER_ADDRESS_HOUR, 3600).take(from.address)
  await makeLimit(kernel, 'code-network', CODES_PER_NETWORK_DAY, DAY_S).take(networkOf(from.address))
  await makeLimit(kernel, 'code-phone', CODES_PER_PHONE_10_MINUTES, 600).take(number)
  await makeLimit(kernel, 'code-phone-day', CODES_PER_PHONE_DAY, DAY_S).take(number)
  if (!isOwn) await makeLimit(kernel, 'code-unproven', CODES_PER_HOUR / 2, 3600).take('all')
  await makeLimit(kernel, 'code-all', CODES_PER_HOUR, 3600).take('all')
}

/** Takes one of the tries a person has in an hour, whatever they try; refuses accounts locked by too many wrong ones. */
export async function takeTry(kernel: Kernel, person: Person, isApp = false): Promise<void> {
  if (person.codeFailures >= CODE_FAILURES_LOCK) fail('codes_locked')
  if (isApp) await makeLimit(kernel, 'app-try', APP_TRIES_PER_HOUR, 3600).take(person.id)
  await makeLimit(kernel, 'code-try', CODE_TRIES_PER_HOUR, 3600).take(person.id)
}

/** Whether this is the code texted to a person for this; answers the number it went to. A right one works once. */
export async function checkCode(
  kernel: Kernel,
  system: Db,
  person: Person,
  { code, source }: { code: string; source: 'mfa' | 'settings' },
): Promise<string> {
  await takeTry(kernel, person)
  const now = kernel.world.now()
  const asker = askerOf(person, source)
  const tried = await tryCode(system, asker, now)
  if (!tried)
    return fail('code_dead', {
      fieldErrors: {
        code: { en: 'This code is old. Ask for a new one.', es: 'Este código es antiguo. Pide uno nuevo.' },
      },
    })
  const isRight = tried.mark.equals(kernel.seal.mark(place(asker), code)) && (await spendCode(system, tried.id, now))
  await noteCode(system, person.id, isRight)
  if (!isRight) refuseCode(CODE_TRIES - tried.tries)
  return tried.phone
}

/** Refuses a wrong code in words that say how many tries are left, where they are counted. */
export function refuseCode(left?: number): never {
  const words: Words =
    left === undefined
      ? { en: 'That code is not right.', es: 'Ese código no es correcto.' }
      : left <= 0
        ? { en: 'That code is not right. Ask for a new one.', es: 'Ese código no es correcto. Pide uno nuevo.' }
        : {
            en: `That code is not right. ${left} ${left === 1 ? 'try' : 'tries'} left.`,
            es: `Ese código no es correcto. ${left === 1 ? 'Queda 1 intento.' : `Quedan ${left} intentos.`}`,
          }
  return fail('code_wrong', { words, fieldErrors: { code: words } })
}

/** A code for the second step and one for a new number are two things: neither opens what the other does. */
function askerOf({ id }: Pick<Person, 'id'>, source: string): string {
  return source === 'mfa' ? `second-step:${id}` : `person:${id}`
}

function place(asker: string): string {
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
