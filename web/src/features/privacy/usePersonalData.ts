import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useStore } from 'react-redux'
import { download, saveAs } from '../../shared/api/download.ts'
import { call } from '../../shared/api/from-contract.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import { bearerOf } from '../../shared/lib/session/state.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'

/** Downloads all personal data of a contact as a file; a toast shows the file name or the reason of a failure. */
export function usePersonalData(): { take: (id: string, format: 'json' | 'pdf') => Promise<void>; isBusy: boolean } {
  const { t } = useLingui()
  const { getState } = useStore<SessionState>()
  const messageFor = useErrorText()
  const [isBusy, setBusy] = useState(false)

  async function take(id: string, format: 'json' | 'pdf'): Promise<void> {
    setBusy(true)
    const answer = await download(call('personalData', { query: { id, format } }), bearerOf(getState().auth))
    setBusy(false)
    if ('error' in answer) return toast.inApp({ type: 'error', message: messageFor(answer.error) })
    const file = `personal-data.${format}`
    saveAs(answer.file, file)
    toast.inApp({ type: 'success', message: t`Saved as ${file}` })
  }
  return { take, isBusy }
}
