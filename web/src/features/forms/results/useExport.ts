import type { Form } from '@crewline/contract/forms'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useStore } from 'react-redux'
import { download, saveAs } from '../../../shared/api/download.ts'
import { call } from '../../../shared/api/from-contract.ts'
import type { SessionState } from '../../../shared/lib/session/select.ts'
import { bearerOf } from '../../../shared/lib/session/state.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'

/** Downloads the answers of a form; a toast shows the name of the file or why it failed. */
export function useExport(form: Form): { isBusy: boolean; save: (format: 'csv' | 'xlsx' | 'zip') => Promise<void> } {
  const { t } = useLingui()
  const { getState } = useStore<SessionState>()
  const describeError = useErrorText()
  const [isBusy, setBusy] = useState(false)
  async function save(format: 'csv' | 'xlsx' | 'zip'): Promise<void> {
    setBusy(true)
    const request = call('exportForm', { params: { id: form.id }, body: { format } })
    const answer = await download(request, bearerOf(getState().auth))
    setBusy(false)
    if ('error' in answer)
      return toast.failed(answer.error, { title: t`Couldn't export`, message: describeError(answer.error) })
    const clean = form.name.replace(/[^\p{L}\p{N} _-]+/gu, ' ').trim()
    const name = `${clean || 'form'}.${format}`
    saveAs(answer.file, name)
    toast.inApp({ type: 'success', message: t`Saved as ${name}` })
  }
  return { isBusy, save }
}
