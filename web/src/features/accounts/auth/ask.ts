import type { RouteName } from '@crewline/contract/routes.gen'
import { call, type Reply, type Saying } from '../../../shared/api/from-contract.ts'
import { isRefusal, send, type Refusal } from '../../../shared/api/send.ts'
import { readSlice } from '../../../shared/lib/session/keep.ts'

/** Either the answer or why there is none. */
export type Asked<N extends RouteName> =
  | { reply: Reply<N>; refusal?: undefined }
  | { reply?: undefined; refusal: Refusal }

/** Makes one call of the pages before log-in; never throws. */
export async function ask<N extends RouteName>(
  name: N,
  saying: Saying<N>,
  token: string | null = null,
): Promise<Asked<N>> {
  const answer = await send(call(name, saying), token)
  if ('error' in answer && isRefusal(answer.error)) return { refusal: answer.error }
  return { reply: (answer as { data: unknown }).data as Reply<N> }
}

/** The bearer tokens this device holds: of a session, and of a registration that is not confirmed. */
export function heldTokens(): { full: string | null; unverified: string | null } {
  const { token, unverifiedToken } = readSlice('auth')
  return { full: token, unverified: unverifiedToken }
}
