import { useState } from 'react'
import { useStore } from 'react-redux'
import { download, saveAs } from '../../shared/api/download.ts'
import type { Call } from '../../shared/api/from-contract.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import { bearerOf } from '../../shared/lib/session/state.ts'
import { toast } from '../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'

/** Fetches a file of the server and gives it to the reader; a refusal is told as a toast. */
export function useFile(): { isBusy: boolean; fetchFile: (call: Call, name: string) => Promise<void> } {
  const { getState } = useStore<SessionState>()
  const wordsFor = useRefusalWords()
  const [isBusy, setBusy] = useState(false)
  async function fetchFile(call: Call, name: string): Promise<void> {
    setBusy(true)
    const answer = await download(call, bearerOf(getState().auth))
    setBusy(false)
    if ('error' in answer) toast.inApp({ type: 'error', message: wordsFor(answer.error) })
    else saveAs(answer.file, name)
  }
  return { isBusy, fetchFile }
}
