import type { Words } from '@crewline/contract/words'
import { PASSWORD_MAX, PASSWORD_MIN } from '@crewline/contract/limits'
import { dictionary } from '@zxcvbn-ts/language-common'
import { fail } from '../../kernel/failure.ts'

/** Passwords found in leaks, long enough to pass otherwise (about 50,000 most common, of which few are long). */
const leaked = new Set(dictionary['passwords-common'].filter((one) => one.length >= 6))

/** Who a password is for: their own name and address are easy to guess. */
export interface PasswordOwner {
  email: string
  firstname: string
  lastname: string
}

/** What is wrong with a password, in words; null when nothing is. Length and leaks count, characters do not (NIST SP 800-63B, 5.1.1.2). */
export function weakness(password: string, owner: PasswordOwner): Words | null {
  const text = password.normalize('NFKC')
  const length = Array.from(text).length
  if (length < PASSWORD_MIN)
    return { en: `Use ${PASSWORD_MIN} or more characters.`, es: `Usa ${PASSWORD_MIN} caracteres o más.` }
  if (length > PASSWORD_MAX)
    return { en: `Use ${PASSWORD_MAX} characters or fewer.`, es: `Usa ${PASSWORD_MAX} caracteres o menos.` }
  const low = text.toLowerCase()
  const bare = low.replace(/[^\p{Letter}]+$/u, '')
  if (leaked.has(low) || (bare.length >= 6 && leaked.has(bare) && low.length - bare.length <= 8))
    return {
      en: 'This password is in lists of leaked passwords. Choose another.',
      es: 'Esta contraseña está en listas de contraseñas filtradas. Elige otra.',
    }
  if (new Set(low).size < 4) return { en: 'Use more different characters.', es: 'Usa más caracteres distintos.' }
  const own = [owner.email, owner.email.split('@')[0] ?? '', `${owner.firstname}${owner.lastname}`]
  const isOwn = own.some((one) => one.length >= 4 && low.includes(one.toLowerCase()) && low.length - one.length < 6)
  return isOwn || low.startsWith('crewline')
    ? {
        en: 'This is easy to guess from your name or e-mail. Choose another.',
        es: 'Es fácil de adivinar por tu nombre o correo. Elige otra.',
      }
    : null
}

/** Refuses a weak password with words next to its field. */
export function refuseWeak(password: string, owner: PasswordOwner, field = 'password'): void {
  const words = weakness(password, owner)
  if (words) fail('password_weak', { words, fieldErrors: { [field]: words } })
}
