import type { LocalizedText } from '@crewline/contract/words'
import { PASSWORD_MAX, PASSWORD_MIN } from '@crewline/contract/limits'
import { dictionary } from '@zxcvbn-ts/language-common'
import { fail } from '../../kernel/failure.ts'

/** Leaked passwords that are otherwise long enough (from about 50,000 most common passwords, of which few are long). */
const leaked = new Set(dictionary['passwords-common'].filter((password) => password.length >= 6))

/** The owner of a password: their own name and address are easy to guess. */
export interface PasswordOwner {
  email: string
  firstname: string
  lastname: string
}

/**
 * Returns why a password is too weak, or null when it is acceptable. Checks length and leaks but not character classes
 * (NIST SP 800-63B, 5.1.1.2).
 */
export function weakness(password: string, owner: PasswordOwner): LocalizedText | null {
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
  const ownNames = [owner.email, owner.email.split('@')[0] ?? '', `${owner.firstname}${owner.lastname}`]
  const isPersonal = ownNames.some(
    (ownName) => ownName.length >= 4 && low.includes(ownName.toLowerCase()) && low.length - ownName.length < 6,
  )
  return isPersonal || low.startsWith('crewline')
    ? {
        en: 'This is easy to guess from your name or email. Choose another.',
        es: 'Es fácil de adivinar por tu nombre o correo. Elige otra.',
      }
    : null
}

/** Fails with a field error when the password is weak. */
export function refuseWeak(password: string, owner: PasswordOwner, field = 'password'): void {
  const text = weakness(password, owner)
  if (text) fail('password_weak', { text, fieldErrors: { [field]: text } })
}
