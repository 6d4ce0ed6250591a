import { EMAIL_MAX, NAME_MAX } from '@crewline/contract/limits'
import { z } from 'zod'

/** The longest texts that a contact can have; what comes from outside is cut. */
export const EMPLOYEE_MAX = { name: NAME_MAX, email: EMAIL_MAX, phone: 40, id: 60, work: 80 } as const

/** One line of text without control characters, which the database does not take. */
export function lineFrom(value: string | null | undefined, max: number): string {
  const line = (value ?? '').normalize('NFC').replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
  return line
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    .slice(0, max)
    .trim()
    .toWellFormed()
}

/** A valid email address, or nothing. */
export function emailFrom(value: string | null | undefined): string {
  const email = lineFrom(value, EMPLOYEE_MAX.email)
  return z.email().safeParse(email).success ? email : ''
}
