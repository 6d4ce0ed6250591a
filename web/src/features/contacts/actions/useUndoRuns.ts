import type { ContactRun } from '@crewline/contract/contact-lists'
import { formatNumber } from '@crewline/contract/formats'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useUndoContactRunMutation } from './actions-api.ts'
import { useRuns, useSkipReasonText } from './useRuns.ts'

/** Undoes bulk actions and shows how many contacts were restored, and why others were not. */
export function useUndoRuns(): (ids: readonly string[]) => Promise<void> {
  const { t, i18n } = useLingui()
  const [undo] = useUndoContactRunMutation()
  const refusalOf = useErrorText()
  const skipReasonText = useSkipReasonText()
  const follow = useRuns()
  return useCallback(
    async (ids) => {
      const runs: ContactRun[] = []
      for (const id of ids) {
        const { data, error } = await undo(id)
        if (!data) return toast.failed(error, { title: t`Couldn't undo`, message: refusalOf(error) })
        runs.push(data)
      }
      const { changed, skipped, isOver, key } = await follow(runs)
      if (!isOver) return
      const left = skipped.reduce((sum, { count }) => sum + count, 0)
      const done = plural(changed, { one: '# contact changed back', other: '# contacts changed back' })
      const why = skipped
        .map(({ reason, count }) => `${skipReasonText(reason)} (${formatNumber(count, i18n.locale)})`)
        .join(', ')
      const stayed = plural(left, { one: '# left as is', other: '# left as is' })
      const message = left === 0 ? t`${done}.` : t`${done}, ${stayed}: ${why}.`
      toast.inApp({ type: changed > 0 ? 'success' : 'info', message, ...(key !== undefined && { key }) })
    },
    [undo, follow, refusalOf, skipReasonText, t, i18n],
  )
}
