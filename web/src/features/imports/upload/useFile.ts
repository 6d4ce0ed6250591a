import { useState } from 'react'
import { useStore } from 'react-redux'
import { download, saveAs } from '../../../shared/api/download.ts'
import type { Call } from '../../../shared/api/from-contract.ts'
import type { SessionState } from '../../../shared/lib/session/select.ts'
import { bearerOf } from '../../../shared/lib/session/state.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'

/** Downloads a file from the server; a refusal is shown as a toast. */
export function useFile(): { isBusy: boolean; fetchFile: (call: Call, name: string) => Promise<void> } {
  const { getState } = useStore<SessionState>()
  const messageFor = useErrorText()
  const [isBusy, setBusy] = useState(false)
  async function fetchFile(call: Call, name: string): Promise<void> {
    setBusy(true)
    const answer = await download(call, bearerOf(getState().auth))
    setBusy(false)
    if ('error' in answer) toast.inApp({ type: 'error', message: messageFor(answer.error) })
    else saveAs(answer.file, name)
  }
  return { isBusy, fetchFile }
}
