import { openWhenPastDue } from '@crewline/contract/routes.gen'
import type { Refusal } from './send.ts'

/** The part of a request that decides. */
export interface Request {
  type?: 'query' | 'mutation'
  /** The name of the call in the contract. */
  name?: string | undefined
}

/** What a refusal or an answer means for the past-due flag: true sets it, false clears it, undefined leaves it. */
export function pastDueVerdict(
  { type, name }: Request,
  refusal: Pick<Refusal, 'status' | 'message'> | undefined,
): boolean | undefined {
  if (type !== 'query') return undefined
  if (refusal?.status === 401 && refusal.message === 'past_due') return true
  // No answer at all is not a result, and a call that is never blocked proves nothing.
  if (refusal?.status === 0 || name === undefined || openWhenPastDue.has(name)) return undefined
  return false
}
