import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useStore } from 'react-redux'
import { download, saveAs } from '../../shared/api/download.ts'
import type { Call } from '../../shared/api/from-contract.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import { bearerOf } from '../../shared/lib/session/state.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'

/** Downloads a file under a name; a toast says that it was saved or why not. */
export function useFile(): { isBusy: boolean; save: (call: Call, name: string) => Promise<void> } {
  const { t } = useLingui()
  const { getState } = useStore<SessionState>()
  const messageFor = useErrorText()
  const [isBusy, setBusy] = useState(false)
  async function save(call: Call, name: string): Promise<void> {
    setBusy(true)
    const answer = await download(call, bearerOf(getState().auth))
    setBusy(false)
    if ('error' in answer)
      return toast.failed(answer.error, { title: t`Couldn't download`, message: messageFor(answer.error) })
    saveAs(answer.file, name)
    toast.inApp({ type: 'success', message: t`Saved as ${name}` })
  }
  return { isBusy, save }
}
