import type { BulkAction } from '@crewline/contract/bulk'
import { BULK_AT_ONCE, TAGS_PER_CONVERSATION as most } from '@crewline/contract/limits'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useBulkMutation } from '../state/actions-api.ts'
import type { ConversationFilter } from '../state/list-filter.ts'
import { filterOf, inParts, type Selection } from './selection.ts'

export interface BulkActionOptions {
  filter: ConversationFilter
  selection: Selection
  /** The number of selected conversations, for messages. */
  count: number
  /** Called when the action succeeded and the selection is no longer needed. */
  onDone: () => void
}

interface BulkActions {
  run: (what: BulkAction) => Promise<void>
  isBusy: boolean
}

/** Runs one action on the selected conversations; archiving offers Undo when it was done at once. */
export function useBulkActions({ filter, selection, count, onDone }: BulkActionOptions): BulkActions {
  const { t } = useLingui()
  const [bulk, { isLoading }] = useBulkMutation()
  const messageFor = useErrorText()

  async function sendRequests(
    action: BulkAction,
  ): Promise<{ changedIds: string[]; full: number; running: boolean } | undefined> {
    const requests = selection.isAll
      ? [{ selectedAll: true, filter: filterOf(filter), excludedIds: [...selection.ids], do: action }]
      : inParts([...selection.ids], BULK_AT_ONCE).map((ids) => ({ ids, do: action }))
    const sum = { changedIds: [] as string[], full: 0, running: false }
    for (const request of requests) {
      const { data, error } = await bulk(request)
      if (error) {
        toast.failed(error, { title: t`Couldn't update all conversations`, message: messageFor(error) })
        return undefined
      }
      sum.changedIds.push(...data.changedIds)
      sum.full += data.full
      sum.running ||= data.running
    }
    return sum
  }

  async function run(action: BulkAction): Promise<void> {
    const result = await sendRequests(action)
    if (!result) return
    // Several tags may be added one after the other.
    if (action.act !== 'tag') onDone()
    const ids = result.changedIds
    const shown = result.running ? count : ids.length
    const message = plural(shown, { one: '# conversation updated.', other: '# conversations updated.' })
    if (result.running) {
      toast.inApp({
        type: 'info',
        message: t`This will continue in the background. We'll let you know when it's done.`,
      })
    } else if (action.act === 'archive' && ids.length > 0) {
      toast.undo({
        message,
        onUndo: () => {
          for (const part of inParts(ids, BULK_AT_ONCE))
            void bulk({ ids: part, do: { act: 'archive', archived: !action.archived } })
        },
      })
    } else if (result.full > 0) {
      const { full } = result
      const limited = plural(full, {
        one: `# would have more than ${most} tags and stayed as it was.`,
        other: `# would have more than ${most} tags and stayed as they were.`,
      })
      toast.inApp({ type: 'info', title: message, message: limited })
    } else toast.inApp({ type: 'success', message })
  }
  return { run, isBusy: isLoading }
}
