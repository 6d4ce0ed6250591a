import type { RouteName } from '@crewline/contract/routes.gen'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useStore } from 'react-redux'
import { download, saveAs } from '../../shared/api/download.ts'
import { call, type Saying } from '../../shared/api/from-contract.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import { bearerOf } from '../../shared/lib/session/state.ts'
import { toast } from '../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'

/** Asks for a file and gives it to the reader under a name; tells how it went. */
export function useDownload() {
  const { t } = useLingui()
  const { getState } = useStore<SessionState>()
  const wordsFor = useRefusalWords()
  const [isBusy, setBusy] = useState(false)

  async function save<N extends RouteName>(name: N, saying: Saying<N>, file: string): Promise<boolean> {
    setBusy(true)
    const answer = await download(call(name, saying), bearerOf(getState().auth))
    setBusy(false)
    if ('error' in answer) {
      toast.api({ title: t`Not exported`, message: wordsFor(answer.error) }, 'ERROR')
      return false
    }
    saveAs(answer.file, file)
    toast.inApp({ type: 'success', message: t`Saved as ${file}` })
    return true
  }
  return { save, isBusy }
}
