import type { Contact } from '@crewline/contract/contacts'
import { useLingui } from '@lingui/react/macro'
import { isRefusal } from '../../shared/api/send.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { toast } from '../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useMergeMutation, useUndoMergeMutation } from './api.ts'

/** Makes two contacts of one again; a toast says that they are, or why not. */
export function useUndoMerge(): { undo: (mergeId: string) => Promise<void>; isLoading: boolean } {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const [run, { isLoading }] = useUndoMergeMutation()
  async function undo(mergeId: string): Promise<void> {
    const { error } = await run(mergeId)
    // Whose the number is by now, only the server can say.
    const said = isRefusal(error) && error.status === 409 ? error.message : ''
    if (error) toast.inApp({ type: 'error', message: said || wordsFor(error) })
    else toast.inApp({ type: 'success', message: t`They are two contacts again.` })
  }
  return { undo, isLoading }
}

/** Makes two contacts one and offers the way back; answers why not in words, or nothing. */
export function useMerge(): {
  merge: (keep: Contact, other: Contact, take: string[]) => Promise<string | undefined>
  isLoading: boolean
} {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const [run, { isLoading }] = useMergeMutation()
  const { undo } = useUndoMerge()

  async function merge(keep: Contact, other: Contact, take: string[]): Promise<string | undefined> {
    const { data, error } = await run({ keepId: keep.id, otherId: other.id, take })
    if (error) return wordsFor(error)
    const name = fullName(data.contact)
    toast.undo({ message: t`Merged into ${name}.`, onUndo: () => void undo(data.mergeId) })
    return undefined
  }
  return { merge, isLoading }
}
