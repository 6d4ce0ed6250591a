import type { CustomField, Use } from '@crewline/contract/fields'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isRefusal } from '../../shared/api/send.ts'
import { toast } from '../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useDeleteCustomFieldMutation, useLazyCustomFieldRemovableQuery, useRestoreCustomFieldMutation } from './api.ts'

/** What deleting a field needs. */
export interface FieldDelete {
  /** Asks what uses the field and deletes it where nothing does; a way back is offered. */
  remove: (field: CustomField) => Promise<void>
  /** What was in the way of the last try. */
  blockers: Use[] | undefined
  isBusy: boolean
}

/** Deletes fields that nothing uses; what is deleted can come back for 30 days. */
export function useFieldDelete(onDeleted: () => void): FieldDelete {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const [ask, asked] = useLazyCustomFieldRemovableQuery()
  const [forget, forgotten] = useDeleteCustomFieldMutation()
  const [restore] = useRestoreCustomFieldMutation()
  const [blockers, setBlockers] = useState<Use[]>()

  function refused(error: unknown): void {
    const message = isRefusal(error) && error.code === 'field_in_use' ? error.message : wordsFor(error)
    toast.api({ title: t`Not deleted`, message }, 'ERROR')
  }
  async function takeBack(id: string): Promise<void> {
    const { error } = await restore(id)
    if (error) toast.api({ title: t`Not restored`, message: wordsFor(error) }, 'ERROR')
  }
  async function remove({ id, name }: CustomField): Promise<void> {
    setBlockers(undefined)
    const { data, error } = await ask(id)
    if (!data) return refused(error)
    if (data.usedBy.length > 0) return setBlockers(data.usedBy)
    const answer = await forget(id)
    if (answer.error) return refused(answer.error)
    onDeleted()
    toast.undo({ message: t`Field “${name}” deleted.`, onUndo: () => void takeBack(id) })
  }
  return { remove, blockers, isBusy: asked.isFetching || forgotten.isLoading }
}
