import { PASSWORD_MIN } from '@crewline/contract/limits'

/** The easily guessed details of the password's owner. */
export interface PasswordOwner {
  email: string
  firstname: string
  lastname: string
}

/** Returns whether a password is long enough; counts code points, so that an emoji is one character. */
export function isLongEnough(password: string): boolean {
  return Array.from(password.normalize('NFKC')).length >= PASSWORD_MIN
}

/** Returns whether a password is little more than its owner’s name or address. */
export function isOwnName(password: string, { email, firstname, lastname }: PasswordOwner): boolean {
  const low = password.normalize('NFKC').toLowerCase()
  const ownNames = [email, email.split('@')[0] ?? '', `${firstname}${lastname}`].map((value) =>
    value.trim().toLowerCase(),
  )
  return ownNames.some((ownName) => ownName.length >= 4 && low.includes(ownName) && low.length - ownName.length < 6)
}
