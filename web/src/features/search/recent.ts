import { readStored, writeStored } from '../../shared/lib/storage.ts'

/** Something opened from the palette, to be offered again. */
export interface Recent {
  label: string
  detail: string
  path: string
}

const most = 5

function isRecent(value: unknown): value is Recent {
  const one = value as Partial<Recent> | null
  return (
    typeof one === 'object' &&
    typeof one?.label === 'string' &&
    typeof one.detail === 'string' &&
    typeof one.path === 'string' &&
    one.path.startsWith('/dashboard')
  )
}

/** Kept for one member in one organization: another must not see who was looked for. */
function placeOf(userId: string, organizationId: string): string {
  return `palette/${userId}/${organizationId}`
}

/** What this member opened last from the palette, newest first. */
export function recentOf(userId: string, organizationId: string): Recent[] {
  const stored = readStored(placeOf(userId, organizationId))
  return Array.isArray(stored) ? stored.filter(isRecent).slice(0, most) : []
}

/** Remembers what was opened. */
export function remember(userId: string, organizationId: string, one: Recent): void {
  const others = recentOf(userId, organizationId).filter(({ path }) => path !== one.path)
  writeStored(placeOf(userId, organizationId), [one, ...others].slice(0, most))
}
