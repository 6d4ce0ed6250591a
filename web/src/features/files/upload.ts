import type { ApiError } from '@crewline/contract/envelope'
import type { MediaItem } from '@crewline/contract/messages'
import type { Reply } from '../../shared/api/from-contract.ts'
import { tellStatus } from '../../shared/api/dead.ts'
import { spoken } from '../../shared/api/spoken.ts'

/** An upload under way. */
export interface Upload {
  /** The stored file, or the code of why it was refused; `cancelled` when it was called off. Never rejects. */
  done: Promise<{ file: MediaItem } | { code: string; words: string }>
  cancel: () => void
}

export interface UploadAsked {
  bytes: Blob
  name: string
  token: string | null
  /** Told how much has travelled, from 0 to 1. */
  onProgress: (share: number) => void
}

const timeoutMs = 120_000

function answerOf(request: XMLHttpRequest): { file: MediaItem } | { code: string; words: string } {
  const body = (request.response ?? {}) as Partial<Reply<'uploadFile'>> & Partial<ApiError>
  if (request.status >= 200 && request.status < 300 && body.file) return { file: body.file }
  return { code: body.code ?? 'offline', words: body.message ?? '' }
}

/** Uploads one file as its bytes. The query library cannot tell how far an upload is; a request of the browser can. */
export function upload({ bytes, name, token, onProgress }: UploadAsked): Upload {
  const request = new XMLHttpRequest()
  const done = new Promise<{ file: MediaItem } | { code: string; words: string }>((resolve) => {
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    })
    request.addEventListener('load', () => {
      tellStatus(request.status, token)
      resolve(answerOf(request))
    })
    request.addEventListener('error', () => resolve({ code: 'offline', words: '' }))
    request.addEventListener('timeout', () => resolve({ code: 'offline', words: '' }))
    request.addEventListener('abort', () => resolve({ code: 'cancelled', words: '' }))
  })
  request.open('POST', `/api/file?${new URLSearchParams({ name: name.slice(0, 120) }).toString()}`)
  request.responseType = 'json'
  request.timeout = timeoutMs
  const headers = { 'content-type': 'application/octet-stream', ...spoken() }
  for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value)
  if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
  request.send(bytes)
  return { done, cancel: () => request.abort() }
}
