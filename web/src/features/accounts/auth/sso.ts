import { keepInTab, readInTab } from '../../../shared/lib/tab-storage.ts'
import { sendRequest, type CallResult } from './send-request.ts'

/** A login at an identity provider that this tab began. */
export interface BegunSso {
  binder: string
  slug: string
  /** The page to open afterwards. */
  next: string | null
}

/** Begins a login and leaves for the identity provider. Returns the refusal when that did not work. */
export async function beginSso(
  slug: string,
  { email, mustProve }: { email?: string; mustProve?: boolean },
): Promise<CallResult<'startSso'>['refusal']> {
  const { reply, refusal } = await sendRequest('startSso', {
    body: { slug, ...(email && { email }), ...(mustProve && { mustProve }) },
  })
  if (refusal) return refusal
  const next = new URLSearchParams(location.search).get('next')
  keepInTab('sso', { binder: reply.binder, slug, next } satisfies BegunSso)
  location.assign(reply.url)
  return undefined
}

/** Returns the login that this tab began. */
export function begunSso(): BegunSso | undefined {
  const kept = readInTab('sso')
  if (typeof kept !== 'object' || kept === null || !('binder' in kept) || !('slug' in kept)) return undefined
  const next = 'next' in kept && typeof kept.next === 'string' ? kept.next : null
  return typeof kept.binder === 'string' && typeof kept.slug === 'string'
    ? { binder: kept.binder, slug: kept.slug, next }
    : undefined
}
