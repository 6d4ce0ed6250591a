import { HR_COLUMN_MAX, HR_TEXT_MAX } from '@crewline/contract/hr-limits'
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

/** The most further values of one person. */
const EXTRA_MAX = 100

/** Reads what a source says beyond the standard fields: texts, numbers and lists of them. */
export function extraFrom(entries: readonly (readonly [name: string, value: unknown])[]): Record<string, string> {
  const extra = new Map<string, string>()
  for (const [given, value] of entries) {
    const name = lineFrom(given, HR_COLUMN_MAX)
    const text = lineFrom(textOf(value), HR_TEXT_MAX)
    if (name !== '' && text !== '' && !extra.has(name) && extra.size < EXTRA_MAX) extra.set(name, text)
  }
  return Object.fromEntries(extra)
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('; ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** A valid email address, or nothing. */
export function emailFrom(value: string | null | undefined): string {
  const email = lineFrom(value, EMPLOYEE_MAX.email)
  return z.email().safeParse(email).success ? email : ''
}
