import type { Contact } from '@crewline/contract/contacts'
import { useLingui } from '@lingui/react/macro'
import { isRefusal } from '../../shared/api/send.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useMergeMutation, useUndoMergeMutation } from './api.ts'

/** Undoes a merge; a toast shows the result or the reason of a failure. */
export function useUndoMerge(): { undo: (mergeId: string) => Promise<void>; isLoading: boolean } {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [run, { isLoading }] = useUndoMergeMutation()
  async function undo(mergeId: string): Promise<void> {
    const { error } = await run(mergeId)
    // Only the server can tell which contact has the number now.
    const message = isRefusal(error) && error.status === 409 ? error.message : ''
    if (error) toast.inApp({ type: 'error', message: message || messageFor(error) })
    else toast.inApp({ type: 'success', message: t`Merge undone. These are separate contacts again.` })
  }
  return { undo, isLoading }
}

/** Merges two contacts and offers Undo; resolves to an error message, or undefined on success. */
export function useMerge(): {
  merge: (keep: Contact, other: Contact, take: string[]) => Promise<string | undefined>
  isLoading: boolean
} {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [run, { isLoading }] = useMergeMutation()
  const { undo } = useUndoMerge()

  async function merge(keep: Contact, otherContact: Contact, take: string[]): Promise<string | undefined> {
    const { data, error } = await run({ keepId: keep.id, otherId: otherContact.id, take })
    if (error) return messageFor(error)
    const name = fullName(data.contact)
    toast.undo({ message: t`Merged into ${name}.`, onUndo: () => void undo(data.mergeId) })
    return undefined
  }
  return { merge, isLoading }
}
