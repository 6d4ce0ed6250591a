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

/** The path on show, without a slash at its end; the page before stays until the next one is loaded. */
export function usePath(): string {
  const [path, setPath] = useState(pathNow)
  useEffect(() => subscribe(() => startTransition(() => setPath(pathNow()))), [])
  return path
}

/** The address of another page before log-in; where the person wanted to go stays in it. */
export function pageUrl(path: string): string {
  const url = new URL(path, location.origin)
  const next = new URLSearchParams(location.search).get('next')
  if (next && !url.searchParams.has('next')) url.searchParams.set('next', next)
  return url.pathname + url.search
}

/** Shows another page before log-in without loading anew; `replace` where Back would only lead here again. */
export function go(path: string, how: 'push' | 'replace' = 'push'): void {
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', pageUrl(path))
  window.scrollTo(0, 0)
  for (const listener of listeners) listener()
}

/** The pages that are reached by a mailed link. */
export type LinkPage = 'token' | 'verify' | 'reset-password' | 'accept-invitation' | 'unsubscribe'

/** The address without the secret of a mailed link, and the secret; undefined when there is none. */
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

/** Takes the secret of a mailed link out of the address bar and the history, and keeps it for this tab alone. */
export function takeLink(): void {
  const link = partLink(location.href)
  if (!link) return
  keepInTab(`link-${link.page}`, link.token)
  history.replaceState(null, '', link.rest)
}

/** The secret of the mailed link that opened this page; empty when it was opened without one. */
export function linkToken(page: LinkPage): string {
  return textInTab(`link-${page}`)
}
