import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'react-redux'
import { useNavigate } from 'react-router'
import type { SessionState } from '../../shared/lib/session/select.ts'
import { bearerOf } from '../../shared/lib/session/state.ts'
import { fileProblem } from './file-rules.ts'
import { readPasted } from './pasted.ts'
import { uploadPeople, type Upload } from './upload.ts'

/** How the upload of a file of people stands, and how to begin one. */
export interface Uploading {
  /** The name and how much of it has travelled, from 0 to 1; undefined while nothing is under way. */
  now: { name: string; share: number } | undefined
  /** Why the last one was not taken. */
  problem: { name: string; code: string; words: string } | undefined
  take: (file: File) => void
  /** Takes cells copied out of a spreadsheet; words that are no table are a problem. */
  takeText: (text: string, name: string) => void
  cancel: () => void
}

/** Uploads one file of people at a time and goes on to its columns. */
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
      upload.current = uploadPeople({ bytes, name, token, onProgress: (share) => setNow({ name, share }) })
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
      if (code) setProblem({ name: file.name, code, words: '' })
      else void send(file, file.name)
    },
    [send],
  )
  const takeText = useCallback(
    (text: string, name: string) => {
      const table = readPasted(text)
      if (table) void send(new Blob([table.text], { type: 'text/tab-separated-values' }), name)
      else setProblem({ name, code: 'no_table', words: '' })
    },
    [send],
  )
  return { now, problem, take, takeText, cancel: () => upload.current?.cancel() }
}
