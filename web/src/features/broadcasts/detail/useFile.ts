import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useStore } from 'react-redux'
import { download, saveAs } from '../../../shared/api/download.ts'
import type { Call } from '../../../shared/api/from-contract.ts'
import type { SessionState } from '../../../shared/lib/session/select.ts'
import { bearerOf } from '../../../shared/lib/session/state.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'

/** Returns the name of a file of a broadcast, without characters that file systems refuse. */
export function fileNameOf(name: string, fallback: string, ending: string): string {
  const clean = name
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return `${clean || fallback}.${ending}`
}

/** Downloads a file of a broadcast; a toast shows its name or why it failed. */
export function useFile(): { isBusy: boolean; save: (call: Call, name: string) => Promise<void> } {
  const { t } = useLingui()
  const { getState } = useStore<SessionState>()
  const describeError = useErrorText()
  const [isBusy, setBusy] = useState(false)
  async function save(call: Call, name: string): Promise<void> {
    setBusy(true)
    const answer = await download(call, bearerOf(getState().auth))
    setBusy(false)
    if ('error' in answer)
      return toast.failed(answer.error, { title: t`Couldn't export`, message: describeError(answer.error) })
    saveAs(answer.file, name)
    toast.inApp({ type: 'success', message: t`Saved as ${name}` })
  }
  return { isBusy, save }
}
