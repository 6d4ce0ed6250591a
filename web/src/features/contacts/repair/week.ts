import { readStored, writeStored } from '../../../shared/lib/storage.ts'

const KEY = 'contacts-checked'
const weekMs = 7 * 24 * 3_600_000

interface Checked {
  organizationId: string
  at: number
}

function storedChecks(): Checked[] {
  const stored = readStored(KEY)
  if (!Array.isArray(stored)) return []
  return (stored as unknown[]).filter(
    (entry): entry is Checked =>
      typeof entry === 'object' &&
      entry !== null &&
      typeof (entry as Checked).organizationId === 'string' &&
      typeof (entry as Checked).at === 'number',
  )
}

/** Returns whether the member put the weekly check of an organization off on this device within the last week. */
export function isCheckedThisWeek(organizationId: string, now: number): boolean {
  return storedChecks().some((entry) => entry.organizationId === organizationId && now - entry.at < weekMs)
}

/** Puts the weekly check of an organization off for a week on this device. */
export function checkNextWeek(organizationId: string, now: number): void {
  const others = storedChecks().filter((entry) => entry.organizationId !== organizationId && now - entry.at < weekMs)
  writeStored(KEY, [...others, { organizationId, at: now }])
}
