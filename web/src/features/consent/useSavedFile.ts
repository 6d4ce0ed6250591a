import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useStore } from 'react-redux'
import { download, saveAs } from '../../shared/api/download.ts'
import type { Call } from '../../shared/api/from-contract.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import { bearerOf } from '../../shared/lib/session/state.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'

/** Downloads a file; a toast shows its name or why the download failed. */
export function useSavedFile(): { isSaving: boolean; save: (call: Call, name: string) => Promise<void> } {
  const { t } = useLingui()
  const { getState } = useStore<SessionState>()
  const describeError = useErrorText()
  const [isSaving, setSaving] = useState(false)
  async function save(call: Call, name: string): Promise<void> {
    setSaving(true)
    const answer = await download(call, bearerOf(getState().auth))
    setSaving(false)
    if ('error' in answer) return toast.inApp({ type: 'error', message: describeError(answer.error) })
    saveAs(answer.file, name)
    toast.inApp({ type: 'success', message: t`Saved as ${name}` })
  }
  return { isSaving, save }
}
