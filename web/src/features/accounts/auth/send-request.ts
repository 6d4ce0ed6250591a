import type { RouteName } from '@crewline/contract/routes.gen'
import { call, type Reply, type CallInput } from '../../../shared/api/from-contract.ts'
import { isRefusal, send, type Refusal } from '../../../shared/api/send.ts'
import { readSlice } from '../../../shared/lib/session/keep.ts'

export type CallResult<N extends RouteName> =
  | { reply: Reply<N>; refusal?: undefined }
  | { reply?: undefined; refusal: Refusal }

/** Makes one API call for the pages before login; never throws. */
export async function sendRequest<N extends RouteName>(
  name: N,
  input: CallInput<N>,
  token: string | null = null,
): Promise<CallResult<N>> {
  const answer = await send(call(name, input), token)
  if ('error' in answer && isRefusal(answer.error)) return { refusal: answer.error }
  return { reply: (answer as { data: unknown }).data as Reply<N> }
}

/** Returns the bearer tokens on this device: of a session, and of an unconfirmed registration. */
export function heldTokens(): { full: string | null; unverified: string | null } {
  const { token, unverifiedToken } = readSlice('auth')
  return { full: token, unverified: unverifiedToken }
}
