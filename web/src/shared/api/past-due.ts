import { openWhenPastDue } from '@crewline/contract/routes.gen'
import type { Refusal } from './send.ts'

/** The relevant part of a request. */
export interface Request {
  type?: 'query' | 'mutation'
  /** The name of the call in the contract. */
  name?: string | undefined
}

/** Returns the effect of a result on the past-due flag: true sets it, false clears it, undefined keeps it. */
export function derivePastDue(
  { type, name }: Request,
  refusal: Pick<Refusal, 'status' | 'message'> | undefined,
): boolean | undefined {
  if (type !== 'query') return undefined
  if (refusal?.status === 401 && refusal.message === 'past_due') return true
  // A missing response is not a result, and a call that is never blocked proves nothing.
  if (refusal?.status === 0 || name === undefined || openWhenPastDue.has(name)) return undefined
  return false
}
