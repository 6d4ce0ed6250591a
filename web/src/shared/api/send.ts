import type { ApiError, Notification } from '@crewline/contract/envelope'
import type { FailureCode } from '@crewline/contract/failures'
import type { RouteName } from '@crewline/contract/routes.gen'
import type { Call, FailureCodeOf } from './from-contract.ts'
import { languageHeader } from './spoken.ts'

const base = '/api'
const timeoutMs = 30_000

/** Codes that the client itself gives to a failed call. */
export type ClientCode = 'offline' | 'other_session'

/** Why a call failed. Status 0 means that no response arrived: offline, disconnected or timed out. */
export interface Refusal<Code extends string = FailureCode | ClientCode> {
  status: number
  code: Code
  message: string
  notification?: Notification
  fieldErrors?: Record<string, string>
  requestId?: string
  /** Seconds until the call may be retried, when the server sends them. */
  retryAfterS?: number
  /** The token of the call, so that a late rejection cannot end a newer session. */
  token: string | null
}

/** Any successful response. */
export interface Success {
  status: 'OK'
  notification?: Notification
}

export type Answer = { data: Success } | { error: Refusal }

/** The body of a refusal, as far as it is known. */
export type ErrorBody = Partial<Omit<ApiError, 'code'>> & { code?: FailureCode }

function refused(status: number, body: ErrorBody, token: string | null): Refusal {
  const { code = status === 0 ? 'offline' : 'bug', message = '', notification, fieldErrors, requestId } = body
  return {
    status,
    code,
    message,
    token,
    ...(notification && { notification }),
    ...(fieldErrors && { fieldErrors }),
    ...(requestId && { requestId }),
  }
}

/** Sends one call with the bearer token and reads its envelope; never throws. */
export async function send(call: Call, token: string | null, signal?: AbortSignal): Promise<Answer> {
  const headers: Record<string, string> = { accept: 'application/json', ...languageHeader() }
  if (token) headers['authorization'] = `Bearer ${token}`
  if (call.body !== undefined) headers['content-type'] = 'application/json'
  const late = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(base + call.url, {
      method: call.method,
      headers,
      credentials: 'omit',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, late]) : late,
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    })
    const body = (await response.json().catch(() => ({}))) as ErrorBody & Partial<Success>
    if (response.ok && body.status === 'OK') return { data: body as Success }
    // A proxy may answer 200 with an HTML page, which is not a response of our server.
    const refusal = refused(response.ok ? 502 : response.status, body, token)
    const retryAfterS = Number(response.headers.get('retry-after'))
    return { error: retryAfterS > 0 ? { ...refusal, retryAfterS } : refusal }
  } catch (error) {
    return { error: refused(0, { message: error instanceof Error ? error.message : '' }, token) }
  }
}

/**
 * Returns whether the page explains a refusal without its caller: by a toast with the server's notification, or by the
 * login page after a dead session.
 */
export function isExplained({ status, notification }: Refusal): boolean {
  return notification !== undefined || status === 403
}

/** Returns whether an RTK Query error is a rejected call. */
export function isRefusal(error: unknown): error is Refusal {
  return typeof error === 'object' && error !== null && 'status' in error && 'code' in error && 'token' in error
}

/**
 * Returns the refusal of a call of these endpoints. Its code is typed by their contract: comparing it with a code that
 * none of them declares does not compile.
 */
export function refusalOf<N extends RouteName>(error: unknown): Refusal<FailureCodeOf<N> | ClientCode> | undefined {
  return isRefusal(error) ? (error as Refusal<FailureCodeOf<N> | ClientCode>) : undefined
}
