import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useStore } from 'react-redux'
import { download, saveAs } from '../../shared/api/download.ts'
import type { Call } from '../../shared/api/from-contract.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import { bearerOf } from '../../shared/lib/session/state.ts'
import { toast } from '../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'

/** Fetches a file and gives it to the reader; a toast says under which name, or why not. */
export function useSavedFile(): { isSaving: boolean; save: (call: Call, name: string) => Promise<void> } {
  const { t } = useLingui()
  const { getState } = useStore<SessionState>()
  const wordsFor = useRefusalWords()
  const [isSaving, setSaving] = useState(false)
  async function save(call: Call, name: string): Promise<void> {
    setSaving(true)
    const answer = await download(call, bearerOf(getState().auth))
    setSaving(false)
    if ('error' in answer) return toast.inApp({ type: 'error', message: wordsFor(answer.error) })
    saveAs(answer.file, name)
    toast.inApp({ type: 'success', message: t`Saved as ${name}` })
  }
  return { isSaving, save }
}
