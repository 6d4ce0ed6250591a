import type { Group } from '@crewline/contract/groups'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useAddToGroupMutation, useRemoveFromGroupMutation, useUnpinContactsMutation } from './members-api.ts'
import { selectionOf, type PickedContacts } from './picked-contacts.ts'
import { useGroupRefusal } from '../edit/useGroupRefusal.ts'

/** Removes contacts from a group; a removal by id has Undo, which in a smart group returns them to its rules. */
export function useRemoveMembers(group: Group, onDone: () => void) {
  const { t } = useLingui()
  const describeError = useGroupRefusal()
  const [removeContacts, { isLoading }] = useRemoveFromGroupMutation()
  const [addContacts] = useAddToGroupMutation()
  const [unpin] = useUnpinContactsMutation()

  async function takeBack(ids: string[]): Promise<void> {
    const { error } = await (group.type === 'dynamic'
      ? unpin({ id: group.id, contacts: ids })
      : addContacts({ id: group.id, selection: { contacts: ids } }))
    if (error) toast.inApp({ type: 'error', title: t`Couldn't undo`, message: describeError(error) })
  }
  async function remove(selection: PickedContacts): Promise<void> {
    const { data, error } = await removeContacts({ id: group.id, selection: selectionOf(selection) })
    if (!data) return toast.inApp({ type: 'error', title: t`Couldn't remove`, message: describeError(error) })
    onDone()
    const message = plural(data.removed, { one: 'Removed # contact.', other: 'Removed # contacts.' })
    if (selection.picks.isAll) toast.inApp({ type: 'success', message })
    else toast.undo({ message, onUndo: () => void takeBack([...selection.picks.ids]) })
  }
  return { remove, isBusy: isLoading }
}
