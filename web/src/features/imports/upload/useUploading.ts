import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'react-redux'
import { useNavigate } from 'react-router'
import type { SessionState } from '../../../shared/lib/session/select.ts'
import { bearerOf } from '../../../shared/lib/session/state.ts'
import { fileProblem } from './file-rules.ts'
import { readPasted } from './pasted.ts'
import { uploadContacts, type Upload } from './upload.ts'

/** The state of a contact file upload and the functions to start one. */
export interface Uploading {
  /** The file name and the uploaded share, from 0 to 1; undefined while no upload runs. */
  now: { name: string; share: number } | undefined
  /** Why the last upload was rejected. */
  problem: { name: string; code: string; message: string } | undefined
  take: (file: File) => void
  /** Uploads cells copied from a spreadsheet; text that is no table sets `problem`. */
  takeText: (text: string, name: string) => void
  cancel: () => void
}

/** Uploads one contact file at a time and then opens its column matching. */
export function useUploading(): Uploading {
  const navigate = useNavigate()
  const { getState } = useStore<SessionState>()
  const upload = useRef<Upload>(undefined)
  const [now, setNow] = useState<Uploading['now']>()
  const [problem, setProblem] = useState<Uploading['problem']>()
  useEffect(() => () => upload.current?.cancel(), [])

  const send = useCallback(
    async (bytes: Blob, name: string) => {
      if (upload.current) return
      setProblem(undefined)
      setNow({ name, share: 0 })
      const token = bearerOf(getState().auth)
      upload.current = uploadContacts({ bytes, name, token, onProgress: (share) => setNow({ name, share }) })
      const answer = await upload.current.done
      upload.current = undefined
      setNow(undefined)
      if ('import' in answer) void navigate(`/dashboard/contacts/import/${answer.import.id}`)
      else if (answer.code !== 'cancelled') setProblem({ name, ...answer })
    },
    [getState, navigate],
  )

  const take = useCallback(
    (file: File) => {
      const code = fileProblem(file)
      if (code) setProblem({ name: file.name, code, message: '' })
      else void send(file, file.name)
    },
    [send],
  )
  const takeText = useCallback(
    (text: string, name: string) => {
      const table = readPasted(text)
      if (table) void send(new Blob([table.text], { type: 'text/tab-separated-values' }), name)
      else setProblem({ name, code: 'no_table', message: '' })
    },
    [send],
  )
  return { now, problem, take, takeText, cancel: () => upload.current?.cancel() }
}
