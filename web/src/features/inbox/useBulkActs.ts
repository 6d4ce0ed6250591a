import type { BulkAct } from '@crewline/contract/bulk'
import { BULK_AT_ONCE } from '@crewline/contract/limits'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { toast } from '../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useBulkMutation } from './acts-api.ts'
import type { ListAsked } from './fold.ts'
import { filterOf, inParts, type Selection } from './selection.ts'

export interface BulkAsked {
  asked: ListAsked
  selection: Selection
  /** How many that is, for the words. */
  count: number
  /** Called when it was done and nothing needs to stay chosen. */
  onDone: () => void
}

interface BulkActs {
  act: (what: BulkAct) => Promise<void>
  isBusy: boolean
}

/** Does one thing to the chosen conversations; archiving can be undone where it was done at once. */
export function useBulkActs({ asked, selection, count, onDone }: BulkAsked): BulkActs {
  const { t } = useLingui()
  const [bulk, { isLoading }] = useBulkMutation()
  const wordsFor = useRefusalWords()

  async function tell(what: BulkAct): Promise<{ changedIds: string[]; running: boolean } | undefined> {
    const asks = selection.isAll
      ? [{ selectedAll: true, filter: filterOf(asked), excludedIds: [...selection.ids], do: what }]
      : inParts([...selection.ids], BULK_AT_ONCE).map((ids) => ({ ids, do: what }))
    const sum = { changedIds: [] as string[], running: false }
    for (const ask of asks) {
      const { data, error } = await bulk(ask)
      if (error) {
        toast.api({ title: t`Not everything was changed`, message: wordsFor(error) }, 'ERROR')
        return undefined
      }
      sum.changedIds.push(...data.changedIds)
      sum.running ||= data.running
    }
    return sum
  }

  async function act(what: BulkAct): Promise<void> {
    const done = await tell(what)
    if (!done) return
    // Tags may be put on one after the other.
    if (what.act !== 'tag') onDone()
    const ids = done.changedIds
    const shown = done.running ? count : ids.length
    const words = plural(shown, { one: '# conversation changed.', other: '# conversations changed.' })
    if (done.running) {
      toast.inApp({ type: 'info', message: t`This goes on in the background. We tell you when it is done.` })
    } else if (what.act === 'archive' && ids.length > 0) {
      toast.undo({
        message: words,
        onUndo: () => {
          for (const part of inParts(ids, BULK_AT_ONCE))
            void bulk({ ids: part, do: { act: 'archive', archived: !what.archived } })
        },
      })
    } else toast.inApp({ type: 'success', message: words })
  }
  return { act, isBusy: isLoading }
}
