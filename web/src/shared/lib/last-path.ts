import { readStored, writeStored } from './storage.ts'

/** Returns a path of the application on this site; undefined for anything that leads elsewhere. */
export function toAppPath(path: unknown, origin: string): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/') || !URL.canParse(path, origin)) return undefined
  const url = new URL(path, origin)
  const isOurs = url.origin === origin && (url.pathname === '/dashboard' || url.pathname.startsWith('/dashboard/'))
  return isOurs ? url.pathname + url.search + url.hash : undefined
}

/** Stores the current page of a member, so that the next visit starts there. */
export function keepLastPath(path: string): void {
  writeStored('last-path', path)
}

/** Returns the first page of a member: the inbox if they may read it, else the dashboard. */
export function firstPage(permissions: readonly string[] | undefined): string {
  return permissions?.includes('inbox.read') ? '/dashboard/inbox' : '/dashboard'
}

/**
 * Returns the page after login: the requested page if it is on this site, else the last one, else the member's first.
 */
export function pathAfterLogin(requestedPath: string | null, origin: string, permissions?: readonly string[]): string {
  return toAppPath(requestedPath, origin) ?? toAppPath(readStored('last-path'), origin) ?? firstPage(permissions)
}
