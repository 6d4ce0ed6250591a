import { readStored, writeStored } from '../../shared/lib/storage.ts'

/** An item opened from the palette, offered again later. */
export interface Recent {
  label: string
  detail: string
  path: string
}

const most = 5

function isRecent(value: unknown): value is Recent {
  const recent = value as Partial<Recent> | null
  return (
    typeof recent === 'object' &&
    typeof recent?.label === 'string' &&
    typeof recent.detail === 'string' &&
    typeof recent.path === 'string' &&
    recent.path.startsWith('/dashboard')
  )
}

/** Stored per member and organization, so that other members cannot see the searches. */
function storageKeyOf(userId: string, organizationId: string): string {
  return `palette/${userId}/${organizationId}`
}

/** Returns what this member last opened from the palette, newest first. */
export function recentOf(userId: string, organizationId: string): Recent[] {
  const stored = readStored(storageKeyOf(userId, organizationId))
  return Array.isArray(stored) ? stored.filter(isRecent).slice(0, most) : []
}

/** Stores an opened item. */
export function remember(userId: string, organizationId: string, recent: Recent): void {
  const others = recentOf(userId, organizationId).filter(({ path }) => path !== recent.path)
  writeStored(storageKeyOf(userId, organizationId), [recent, ...others].slice(0, most))
}
