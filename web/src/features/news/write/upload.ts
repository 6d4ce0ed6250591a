import { call } from '../../../shared/api/from-contract.ts'
import { sendBytes } from '../../../shared/api/send-bytes.ts'

/** Uploads a picture; the server makes it small. */
export function uploadPicture(file: File, token: string | null) {
  return sendBytes(
    { ...call('addNewsPicture', { query: { name: file.name.slice(0, 120) } }), name: 'addNewsPicture' },
    file,
    token,
  )
}

/** Uploads a file or a video; the server checks it. */
export function uploadFile(file: File, kind: 'file' | 'video', token: string | null) {
  return sendBytes(
    { ...call('addNewsFile', { query: { name: file.name.slice(0, 120), kind } }), name: 'addNewsFile' },
    file,
    token,
  )
}
