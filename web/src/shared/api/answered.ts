import type { RouteName } from '@crewline/contract/routes.gen'
import { isFulfilled, isRejected, type UnknownAction } from '@reduxjs/toolkit'
import type { Reply } from './from-contract.ts'

/** What is recorded about a request, whatever its result. */
export interface RequestMeta {
  /** The call's name in the contract. */
  name: string
  /** The token it was made with. */
  token: string | null
  /** The server's response before an endpoint transformed it. */
  reply?: unknown
}

/** Returns what is recorded about the request behind an action; undefined for actions without a request. */
export function requestMeta(action: UnknownAction): RequestMeta | undefined {
  if (!action.type.startsWith('api/')) return undefined
  return (action['meta'] as { baseQueryMeta?: RequestMeta } | undefined)?.baseQueryMeta
}

/**
 * Returns the successful response to a call of this name, whichever feature made it; the first page of paged responses.
 */
export function answerTo<N extends RouteName>(name: N, action: UnknownAction): Reply<N> | undefined {
  return namedAnswer(name, action) as Reply<N> | undefined
}

/** Like `answerTo`, for a call with any name. */
export function namedAnswer(name: string, action: UnknownAction): unknown {
  if (!isFulfilled(action) || requestMeta(action)?.name !== name) return undefined
  const { pages } = ((action as { payload?: unknown }).payload ?? {}) as { pages?: unknown[] }
  return Array.isArray(pages) ? pages[0] : requestMeta(action)?.reply
}

/** Returns whether a call of this name failed: it was rejected, or the server was unreachable. */
export function isRefused(name: RouteName, action: UnknownAction): boolean {
  return isRejected(action) && requestMeta(action)?.name === name
}
