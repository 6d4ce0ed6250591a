import type { ContactAction, ContactRun } from '@crewline/contract/contact-lists'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import type { Picks } from '../../../shared/ui/table/selection.ts'
import { selectionsOf, type PartialSelection } from './bulk-action-rules.ts'
import { useActOnContactsMutation } from './actions-api.ts'
import type { ContactListQuery } from '../table/contacts-url.ts'
import { useAttributeRefusal } from '../contact/useAttributeEditing.ts'
import { useBulkResultText, useRuns } from './useRuns.ts'
import { useUndoRuns } from './useUndoRuns.ts'

export interface ContactBulkActionOptions {
  listQuery: ContactListQuery
  picks: Picks
  /** Called when the runs have started and the selection can be cleared. */
  onDone: () => void
}

/** Why an action was rejected, also in words. */
interface Rejection {
  error: unknown
  message: string
}

/** Runs a bulk action on the selected contacts, shows its result, and offers Undo where possible. */
export function useContactBulkAction({ listQuery, picks, onDone }: ContactBulkActionOptions) {
  const { t } = useLingui()
  const [startAction] = useActOnContactsMutation()
  const [isBusy, setBusy] = useState(false)
  const refusalOf = useAttributeRefusal()
  const follow = useRuns()
  const resultText = useBulkResultText()
  const undo = useUndoRuns()

  async function begin(selections: PartialSelection[], action: ContactAction): Promise<ContactRun[] | Rejection> {
    const runs: ContactRun[] = []
    for (const selection of selections) {
      const { data, error } = await startAction({ ...selection, do: action })
      if (!data) return { error, message: refusalOf(error, 'value').message }
      runs.push(data)
    }
    return runs
  }
  /** Resolves to the reason when it was rejected, else to undefined. */
  async function runAction(action: ContactAction): Promise<Rejection | undefined> {
    setBusy(true)
    const runs = await begin(selectionsOf(picks, listQuery), action)
    setBusy(false)
    if ('error' in runs) return runs
    onDone()
    // The run continues after the selection bar closes.
    void follow(runs).then((result) => {
      if (!result.isOver) return
      const message = resultText(action, result)
      const type = result.changed > 0 ? 'success' : 'info'
      const { undoable, key } = result
      if (key !== undefined) toast.inApp({ type, message, key })
      // The server also notifies about a background run, but without Undo.
      if (undoable.length > 0)
        toast.undo({ message: key === undefined ? message : t`Undo this change?`, onUndo: () => void undo(undoable) })
      else if (key === undefined) toast.inApp({ type, message })
    })
    return undefined
  }
  return { act: runAction, isBusy }
}
