import { readStored, writeStored } from './storage.ts'

/** A path of the application on this site; undefined for anything that leads elsewhere. */
export function ownPath(wanted: unknown, origin: string): string | undefined {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || !URL.canParse(wanted, origin)) return undefined
  const url = new URL(wanted, origin)
  const isOurs = url.origin === origin && (url.pathname === '/dashboard' || url.pathname.startsWith('/dashboard/'))
  return isOurs ? url.pathname + url.search + url.hash : undefined
}

/** Remembers the page a member is on, so that coming back starts there. */
export function keepLastPath(path: string): void {
  writeStored('last-path', path)
}

/** The first page of a member: the inbox where they may read it, else the dashboard. */
export function firstPage(permissions: readonly string[] | undefined): string {
  return permissions?.includes('inbox.read') ? '/dashboard/inbox' : '/dashboard'
}

/** Where to go after log-in: the wanted page of ours, else the last one, else the member's first. */
export function pathAfterLogin(wanted: string | null, origin: string, permissions?: readonly string[]): string {
  return ownPath(wanted, origin) ?? ownPath(readStored('last-path'), origin) ?? firstPage(permissions)
}
