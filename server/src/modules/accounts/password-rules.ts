import { msg } from '@crewline/contract/localized-text'
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
    return msg({ message: 'Use {passwordMin} or more characters.', values: { passwordMin: PASSWORD_MIN } })
  if (length > PASSWORD_MAX) return msg({ message: 'Use {most} characters or fewer.', values: { most: PASSWORD_MAX } })
  const low = text.toLowerCase()
  const bare = low.replace(/[^\p{Letter}]+$/u, '')
  if (leaked.has(low) || (bare.length >= 6 && leaked.has(bare) && low.length - bare.length <= 8))
    return msg({ message: 'This password is in lists of leaked passwords. Choose another.' })
  if (new Set(low).size < 4) return msg({ message: 'Use more different characters.' })
  const ownNames = [owner.email, owner.email.split('@')[0] ?? '', `${owner.firstname}${owner.lastname}`]
  const isPersonal = ownNames.some(
    (ownName) => ownName.length >= 4 && low.includes(ownName.toLowerCase()) && low.length - ownName.length < 6,
  )
  return isPersonal || low.startsWith('crewline')
    ? msg({ message: 'This is easy to guess from your name or email. Choose another.' })
    : null
}

/** Fails with a field error when the password is weak. */
export function refuseWeak(password: string, owner: PasswordOwner, field = 'password'): void {
  const text = weakness(password, owner)
  if (text) fail('password_weak', { text, fieldErrors: { [field]: text } })
}
