import type { Group } from '@crewline/contract/groups'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { toast } from '../../shared/ui/toast.tsx'
import { useAddToGroupMutation, useRemoveFromGroupMutation, useUnpinPeopleMutation } from './people-api.ts'
import { selectionOf, type PickedPeople } from './picked-people.ts'
import { useGroupRefusal } from './useGroupRefusal.ts'

/** Takes people out of a group; named ones come back with Undo, in a smart group as its rules say. */
export function useRemovePeople(group: Group, onDone: () => void) {
  const { t } = useLingui()
  const wordsFor = useGroupRefusal()
  const [removePeople, { isLoading }] = useRemoveFromGroupMutation()
  const [addPeople] = useAddToGroupMutation()
  const [unpin] = useUnpinPeopleMutation()

  async function takeBack(ids: string[]): Promise<void> {
    const { error } = await (group.type === 'dynamic'
      ? unpin({ id: group.id, contacts: ids })
      : addPeople({ id: group.id, people: { contacts: ids } }))
    if (error) toast.inApp({ type: 'error', title: t`Not undone`, message: wordsFor(error) })
  }
  async function remove(people: PickedPeople): Promise<void> {
    const { data, error } = await removePeople({ id: group.id, people: selectionOf(people) })
    if (!data) return toast.inApp({ type: 'error', title: t`Not removed`, message: wordsFor(error) })
    onDone()
    const message = plural(data.removed, { one: 'Removed # person.', other: 'Removed # people.' })
    if (people.picks.isAll) toast.inApp({ type: 'success', message })
    else toast.undo({ message, onUndo: () => void takeBack([...people.picks.ids]) })
  }
  return { remove, isBusy: isLoading }
}
