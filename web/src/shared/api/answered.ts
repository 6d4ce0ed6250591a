import type { RouteName } from '@crewline/contract/routes.gen'
import { isFulfilled, isRejected, type UnknownAction } from '@reduxjs/toolkit'
import type { Reply } from './from-contract.ts'

/** What is known about a request whatever came of it. */
export interface RequestMeta {
  /** The call's name in the contract. */
  name: string
  /** The token it was made with. */
  token: string | null
  /** What the server answered, before any endpoint made something else of it. */
  reply?: unknown
}

/** What is known about the request behind an action; undefined for actions that are not about a request that was made. */
export function requestMeta(action: UnknownAction): RequestMeta | undefined {
  if (!action.type.startsWith('api/')) return undefined
  return (action['meta'] as { baseQueryMeta?: RequestMeta } | undefined)?.baseQueryMeta
}

/** The successful answer to a call of this name, whichever feature asked; the first page where answers come in pages. */
export function answerTo<N extends RouteName>(name: N, action: UnknownAction): Reply<N> | undefined {
  return namedAnswer(name, action) as Reply<N> | undefined
}

/** The same for a call by any name. */
export function namedAnswer(name: string, action: UnknownAction): unknown {
  if (!isFulfilled(action) || requestMeta(action)?.name !== name) return undefined
  const { pages } = ((action as { payload?: unknown }).payload ?? {}) as { pages?: unknown[] }
  return Array.isArray(pages) ? pages[0] : requestMeta(action)?.reply
}

/** Whether a call of this name gave no answer: refused, or the server could not be reached. */
export function isRefused(name: RouteName, action: UnknownAction): boolean {
  return isRejected(action) && requestMeta(action)?.name === name
}
