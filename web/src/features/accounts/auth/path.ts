import { startTransition, useEffect, useState } from 'react'
import { keepInTab, textInTab } from '../../../shared/lib/tab-storage.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

function pathNow(): string {
  return location.pathname.replace(/(?<=.)\/+$/, '')
}

/** Returns the current path without a trailing slash; the previous page stays until the next one is loaded. */
export function usePath(): string {
  const [path, setPath] = useState(pathNow)
  useEffect(() => subscribe(() => startTransition(() => setPath(pathNow()))), [])
  return path
}

/** The pages that begin a login at the identity provider of an organization: its slug follows. */
export const ssoPath = '/auth/sso/'

/** Builds the URL of another page before login; keeps the `next` parameter. */
export function pageUrl(path: string): string {
  const url = new URL(path, location.origin)
  const next = new URLSearchParams(location.search).get('next')
  if (next && !url.searchParams.has('next')) url.searchParams.set('next', next)
  return url.pathname + url.search
}

/** Opens another page before login without a page load; use `replace` where Back would only return here. */
export function go(path: string, how: 'push' | 'replace' = 'push'): void {
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', pageUrl(path))
  window.scrollTo(0, 0)
  for (const listener of listeners) listener()
}

/** The pages opened by emailed links. */
export type LinkPage = 'token' | 'verify' | 'reset-password' | 'accept-invitation' | 'unsubscribe'

/** Splits an emailed link into its URL without the secret, and the secret; undefined when there is none. */
export function partLink(href: string): { page: LinkPage; token: string; rest: string } | undefined {
  const url = new URL(href)
  const inPath = /^\/auth\/(verify|reset-password|accept-invitation)\/([^/]+)\/?$/.exec(url.pathname)
  const inQuery = /^\/auth\/(token|unsubscribe)\/?$/.exec(url.pathname)
  const page = (inPath?.[1] ?? inQuery?.[1]) as LinkPage | undefined
  const token = inPath?.[2] ?? url.searchParams.get('token')
  if (!page || !token) return undefined
  url.searchParams.delete('token')
  return { page, token: inPath ? decoded(token) : token, rest: `/auth/${page}${url.search}` }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Moves the secret of an emailed link from the address bar and the history to the storage of this tab. */
export function takeLink(): void {
  const link = partLink(location.href)
  if (!link) return
  keepInTab(`link-${link.page}`, link.token)
  history.replaceState(null, '', link.rest)
}

/** Returns the secret of the emailed link that opened this page; empty when it was opened without one. */
export function linkToken(page: LinkPage): string {
  return textInTab(`link-${page}`)
}
