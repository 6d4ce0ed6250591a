import type { RouteName } from '@crewline/contract/routes.gen'
import type { Refusal } from './send.ts'

/** Calls that a past-due account may still make: their answers say nothing about the block. */
const pastDueAllowed = new Set<string>(['me', 'login', 'logout'] satisfies RouteName[])

/** The part of a request that decides. */
export interface Request {
  type?: 'query' | 'mutation'
  endpointName?: string
}

/** What a refusal or an answer means for the past-due flag: true sets it, false clears it, undefined leaves it. */
export function pastDueVerdict(
  { type, endpointName }: Request,
  refusal: Pick<Refusal, 'status' | 'message'> | undefined,
): boolean | undefined {
  if (type !== 'query') return undefined
  if (refusal?.status === 401 && refusal.message === 'past_due') return true
  // No answer at all is not a result, and a call that is never blocked proves nothing.
  if (refusal?.status === 0 || pastDueAllowed.has(endpointName ?? '')) return undefined
  return false
}
