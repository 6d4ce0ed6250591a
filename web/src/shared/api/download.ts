import type { ApiError } from '@crewline/contract/envelope'
import { tellStatus } from './dead.ts'
import type { Call } from './from-contract.ts'
import type { Refusal } from './send.ts'
import { spoken } from './spoken.ts'

/** Asks for a file with the bearer token; a refusal is told as any other, never thrown. */
export async function download(call: Call, token: string | null): Promise<{ file: Blob } | { error: Refusal }> {
  const headers: Record<string, string> = { accept: '*/*', ...spoken() }
  if (token) headers['authorization'] = `Bearer ${token}`
  if (call.body !== undefined) headers['content-type'] = 'application/json'
  try {
    const response = await fetch(`/api${call.url}`, {
      method: call.method,
      headers,
      credentials: 'omit',
      cache: 'no-store',
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    })
    tellStatus(response.status, token)
    if (response.ok) return { file: await response.blob() }
    const body = (await response.json().catch(() => ({}))) as Partial<ApiError>
    const { code = 'bug', message = '', fieldErrors } = body
    return { error: { status: response.status, code, message, token, ...(fieldErrors && { fieldErrors }) } }
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    return { error: { status: 0, code: 'offline', message, token } }
  }
}

/** Gives a file to the reader under a name. */
export function saveAs(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser needs the address until it has begun to read.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
