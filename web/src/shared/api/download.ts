import { reportStatus } from './dead.ts'
import type { Call } from './from-contract.ts'
import type { ErrorBody, Refusal } from './send.ts'
import { languageHeader } from './spoken.ts'

/** Downloads a file with the bearer token; returns a rejection instead of throwing. */
export async function download(call: Call, token: string | null): Promise<{ file: Blob } | { error: Refusal }> {
  const headers: Record<string, string> = { accept: '*/*', ...languageHeader() }
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
    reportStatus(response.status, token)
    if (response.ok) return { file: await response.blob() }
    const body = (await response.json().catch(() => ({}))) as ErrorBody
    const { code = 'bug', message = '', fieldErrors } = body
    return { error: { status: response.status, code, message, token, ...(fieldErrors && { fieldErrors }) } }
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    return { error: { status: 0, code: 'offline', message, token } }
  }
}

/** Saves a file in the browser under a name. */
export function saveAs(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser needs the URL until it has started to read.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
