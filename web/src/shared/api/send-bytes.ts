import type { RouteName } from '@crewline/contract/routes.gen'
import { reportStatus } from './dead.ts'
import type { Call, Reply } from './from-contract.ts'
import type { ErrorBody, Refusal } from './send.ts'
import { languageHeader } from './spoken.ts'

/**
 * Uploads a file as raw bytes with the bearer token and returns the result; returns a rejection instead of throwing.
 */
export async function sendBytes<N extends RouteName>(
  call: Call & { name: N },
  bytes: Blob,
  token: string | null,
): Promise<{ data: Reply<N> } | { error: Refusal }> {
  const headers: Record<string, string> = { 'content-type': 'application/octet-stream', ...languageHeader() }
  if (token) headers['authorization'] = `Bearer ${token}`
  try {
    const request = { method: call.method, headers, body: bytes, credentials: 'omit', cache: 'no-store' } as const
    const response = await fetch(`/api${call.url}`, request)
    reportStatus(response.status, token)
    const body: unknown = await response.json().catch(() => ({}))
    if (response.ok) return { data: body as Reply<N> }
    const { code = 'bug', message = '', fieldErrors } = body as ErrorBody
    return { error: { status: response.status, code, message, token, ...(fieldErrors && { fieldErrors }) } }
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    return { error: { status: 0, code: 'offline', message, token } }
  }
}
