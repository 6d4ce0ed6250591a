import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useStore } from 'react-redux'
import { download, saveAs } from '../../shared/api/download.ts'
import { call } from '../../shared/api/from-contract.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import { bearerOf } from '../../shared/lib/session/state.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import type { AuditFilters } from './api.ts'

/** Downloads the shown entries; a toast shows the name of the file or why it failed. */
export function useAuditExport(filters: AuditFilters): { isBusy: boolean; save: () => Promise<void> } {
  const { t } = useLingui()
  const { getState } = useStore<SessionState>()
  const describeError = useErrorText()
  const [isBusy, setBusy] = useState(false)
  async function save(): Promise<void> {
    setBusy(true)
    const answer = await download(call('exportAudit', { query: filters }), bearerOf(getState().auth))
    setBusy(false)
    if ('error' in answer) {
      const isTooLong = answer.error.code === 'too_many'
      return toast.failed(answer.error, {
        title: t`Couldn't export`,
        message: isTooLong ? t`These are more than 100,000 entries. Choose fewer days.` : describeError(answer.error),
      })
    }
    const name = t({ message: 'audit-log.csv', comment: 'The name of a file.' })
    saveAs(answer.file, name)
    toast.inApp({ type: 'success', message: t`Saved as ${name}` })
  }
  return { isBusy, save }
}
