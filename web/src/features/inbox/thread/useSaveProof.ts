import { useLingui } from '@lingui/react/macro'
import { useStore } from 'react-redux'
import { download, saveAs } from '../../../shared/api/download.ts'
import { call } from '../../../shared/api/from-contract.ts'
import type { SessionState } from '../../../shared/lib/session/select.ts'
import { bearerOf } from '../../../shared/lib/session/state.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'

/** Returns a function that saves the proof of a conversation as a PDF; a toast says so, or why not. */
export function useSaveProof(): (contactId: string) => Promise<void> {
  const { t } = useLingui()
  const { getState } = useStore<SessionState>()
  const messageFor = useErrorText()
  return async (contactId) => {
    const answer = await download(call('conversationProof', { query: { contactId } }), bearerOf(getState().auth))
    if ('error' in answer)
      return toast.failed(answer.error, { title: t`Couldn't download`, message: messageFor(answer.error) })
    const name = 'proof.pdf'
    saveAs(answer.file, name)
    toast.inApp({ type: 'success', message: t`Saved as ${name}` })
  }
}
