import type { ContactRun } from '@crewline/contract/roster'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { toast } from '../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useUndoContactRunMutation } from './acts-api.ts'
import { useRuns, useSkipWords } from './useRuns.ts'

/** Takes acts on many people back and tells how many are as they were, and why others are not. */
export function useUndoRuns(): (ids: readonly string[]) => Promise<void> {
  const { t, i18n } = useLingui()
  const [undo] = useUndoContactRunMutation()
  const refusalOf = useRefusalWords()
  const skipWords = useSkipWords()
  const follow = useRuns()
  return useCallback(
    async (ids) => {
      const runs: ContactRun[] = []
      for (const id of ids) {
        const { data, error } = await undo(id)
        if (!data) return toast.api({ title: t`Not undone`, message: refusalOf(error) }, 'ERROR')
        runs.push(data)
      }
      const { changed, skipped, isOver, key } = await follow(runs)
      if (!isOver) return
      const left = skipped.reduce((sum, { count }) => sum + count, 0)
      const done = plural(changed, { one: '# is as before', other: '# are as before' })
      const why = skipped.map(({ reason, count }) => `${skipWords(reason)} (${i18n.number(count)})`).join(', ')
      const stayed = plural(left, { one: '# left alone', other: '# left alone' })
      const message = left === 0 ? t`${done}.` : t`${done}, ${stayed}: ${why}.`
      toast.inApp({ type: changed > 0 ? 'success' : 'info', message, ...(key !== undefined && { key }) })
    },
    [undo, follow, refusalOf, skipWords, t, i18n],
  )
}
