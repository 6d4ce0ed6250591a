import { PASSWORD_MIN } from '@crewline/contract/limits'

/** Whose password it is to be: what is easy to guess about them. */
export interface PasswordOwner {
  email: string
  firstname: string
  lastname: string
}

/** Whether a password is long enough; characters as people count them. */
export function isLongEnough(password: string): boolean {
  return Array.from(password.normalize('NFKC')).length >= PASSWORD_MIN
}

/** Whether a password is little more than its owner’s name or address. */
export function isOwnName(password: string, { email, firstname, lastname }: PasswordOwner): boolean {
  const low = password.normalize('NFKC').toLowerCase()
  const own = [email, email.split('@')[0] ?? '', `${firstname}${lastname}`].map((one) => one.trim().toLowerCase())
  return own.some((one) => one.length >= 4 && low.includes(one) && low.length - one.length < 6)
}
