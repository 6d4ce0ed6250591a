import type { ContactAct, ContactRun } from '@crewline/contract/roster'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { toast } from '../../shared/ui/toast.tsx'
import type { Picks } from '../../shared/ui/picks.ts'
import { selectionsOf, type SelectionSaid } from './act-words.ts'
import { useActOnContactsMutation } from './acts-api.ts'
import type { ContactsAsked } from './contacts-url.ts'
import { useFactRefusal } from './useFactEditing.ts'
import { useResultWords, useRuns } from './useRuns.ts'
import { useUndoRuns } from './useUndoRuns.ts'

export interface ContactActsAsked {
  asked: ContactsAsked
  picks: Picks
  /** Called when the act has begun and nothing needs to stay chosen. */
  onDone: () => void
}

/** Does one thing to the chosen people, tells what came of it, and offers the way back where there is one. */
export function useContactActs({ asked, picks, onDone }: ContactActsAsked) {
  const { t } = useLingui()
  const [ask] = useActOnContactsMutation()
  const [isBusy, setBusy] = useState(false)
  const refusalOf = useFactRefusal()
  const follow = useRuns()
  const resultWords = useResultWords()
  const undo = useUndoRuns()

  async function begin(selections: SelectionSaid[], act: ContactAct): Promise<ContactRun[] | string> {
    const runs: ContactRun[] = []
    for (const selection of selections) {
      const { data, error } = await ask({ ...selection, do: act })
      if (!data) return refusalOf(error, 'value').words
      runs.push(data)
    }
    return runs
  }
  /** Resolves to why it was refused, or to nothing. */
  async function act(what: ContactAct): Promise<string | undefined> {
    setBusy(true)
    const runs = await begin(selectionsOf(picks, asked), what)
    setBusy(false)
    if (typeof runs === 'string') return runs
    onDone()
    // What goes on in the background outlives the bar.
    void follow(runs).then((result) => {
      if (!result.isOver) return
      const message = resultWords(what, result)
      const type = result.changed > 0 ? 'success' : 'info'
      const { undoable, key } = result
      if (key !== undefined) toast.inApp({ type, message, key })
      // What went on in the background is told by the server, too, without a way back.
      if (undoable.length > 0)
        toast.undo({ message: key === undefined ? message : t`Undo this change?`, onUndo: () => void undo(undoable) })
      else if (key === undefined) toast.inApp({ type, message })
    })
    return undefined
  }
  return { act, isBusy }
}
