import type { RouteName } from '@crewline/contract/routes.gen'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useStore } from 'react-redux'
import { download, saveAs } from '../../../shared/api/download.ts'
import { call, type CallInput } from '../../../shared/api/from-contract.ts'
import type { SessionState } from '../../../shared/lib/session/select.ts'
import { bearerOf } from '../../../shared/lib/session/state.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'

/** Downloads a file under a name and shows a toast with the result. */
export function useDownload() {
  const { t } = useLingui()
  const { getState } = useStore<SessionState>()
  const describeError = useErrorText()
  const [isBusy, setBusy] = useState(false)

  async function save<N extends RouteName>(name: N, input: CallInput<N>, file: string): Promise<boolean> {
    setBusy(true)
    const answer = await download(call(name, input), bearerOf(getState().auth))
    setBusy(false)
    if ('error' in answer) {
      toast.failed(answer.error, { title: t`Couldn't export`, message: describeError(answer.error) })
      return false
    }
    saveAs(answer.file, file)
    toast.inApp({ type: 'success', message: t`Saved as ${file}` })
    return true
  }
  return { save, isBusy }
}
