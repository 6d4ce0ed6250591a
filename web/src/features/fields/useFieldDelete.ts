import type { CustomField, Use } from '@crewline/contract/fields'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { refusalOf } from '../../shared/api/send.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useDeleteCustomFieldMutation, useLazyCustomFieldRemovableQuery, useRestoreCustomFieldMutation } from './api.ts'

export interface FieldDelete {
  /** Checks what uses the field and deletes it when nothing does; offers Undo. */
  remove: (field: CustomField) => Promise<void>
  /** What blocked the last attempt. */
  blockers: Use[] | undefined
  isBusy: boolean
}

/** Deletes fields that nothing uses; a deleted field can be restored for 30 days. */
export function useFieldDelete(onDeleted: () => void): FieldDelete {
  const { t } = useLingui()
  const describeError = useErrorText()
  const [checkRemovable, removableCheck] = useLazyCustomFieldRemovableQuery()
  const [deleteField, deletion] = useDeleteCustomFieldMutation()
  const [restore] = useRestoreCustomFieldMutation()
  const [blockers, setBlockers] = useState<Use[]>()

  function refused(error: unknown): void {
    const refusal = refusalOf<'deleteCustomField'>(error)
    const message = refusal?.code === 'field_in_use' ? refusal.message : describeError(error)
    toast.failed(error, { title: t`Couldn't delete`, message })
  }
  async function takeBack(id: string): Promise<void> {
    const { error } = await restore(id)
    if (error) toast.failed(error, { title: t`Couldn't restore`, message: describeError(error) })
  }
  async function remove({ id, name }: CustomField): Promise<void> {
    setBlockers(undefined)
    const { data, error } = await checkRemovable(id)
    if (!data) return refused(error)
    if (data.usedBy.length > 0) return setBlockers(data.usedBy)
    const answer = await deleteField(id)
    if (answer.error) return refused(answer.error)
    onDeleted()
    toast.undo({ message: t`Field “${name}” deleted.`, onUndo: () => void takeBack(id) })
  }
  return { remove, blockers, isBusy: removableCheck.isFetching || deletion.isLoading }
}
