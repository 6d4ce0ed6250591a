import type { ContactAct, ContactRun } from '@crewline/contract/roster'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import { api } from '../../shared/api/base.ts'
import { listOf } from '../../shared/api/tags.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import { toast } from '../../shared/ui/toast.tsx'
import { resultOf, undoableOf, type ActResult } from './act-words.ts'
import { askContactRun } from './acts-api.ts'

const askEveryMs = 1000
const mayFail = 10

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Says why people stayed as they were, in the language of the page; a reason without words is said as the server did. */
export function useSkipWords(): (reason: string) => string {
  const { t } = useLingui()
  return useCallback(
    (reason) => {
      const words: Record<string, string> = {
        not_found: t`not in sight`,
        changed_since: t`changed since`,
        same: t`already so`,
        managed_elsewhere: t`kept by another system`,
        invalid: t`value does not fit`,
        phone_taken: t`number taken`,
        employee_id_taken: t`employee ID taken`,
        value_taken: t`value taken`,
        no_mobile: t`no number`,
        opted_out: t`opted out already`,
      }
      return words[reason] ?? reason
    },
    [t],
  )
}

function doneWords(act: ContactAct, changed: number): string {
  if (act.act === 'archive')
    return act.archived
      ? plural(changed, { one: '# archived', other: '# archived' })
      : plural(changed, { one: '# brought back', other: '# brought back' })
  if (act.act === 'opt_out') return plural(changed, { one: '# opted out', other: '# opted out' })
  return plural(changed, { one: '# changed', other: '# changed' })
}

/** Says what an act did: "312 changed, 4 skipped: number taken (3), not in sight (1)." */
export function useResultWords(): (act: ContactAct, result: ActResult) => string {
  const { t, i18n } = useLingui()
  const skipWords = useSkipWords()
  return useCallback(
    (act, { changed, skipped }) => {
      const left = skipped.reduce((sum, { count }) => sum + count, 0)
      const done = doneWords(act, changed)
      if (left === 0) return t`${done}.`
      const why = skipped.map(({ reason, count }) => `${skipWords(reason)} (${i18n.number(count)})`).join(', ')
      const stayed = plural(left, { one: '# skipped', other: '# skipped' })
      return t`${done}, ${stayed}: ${why}.`
    },
    [t, i18n, skipWords],
  )
}

/** How followed acts ended. */
export interface Followed extends ActResult {
  /** Those that can be taken back. */
  undoable: string[]
  /** False when nobody could say how they went on. */
  isOver: boolean
  /** The key of the toast that said how far they were, when there was one. */
  key?: string
}

/** Follows acts that go on in the background to their end, with a toast that says how far they are; lists load again after. */
export function useRuns(): (runs: readonly ContactRun[]) => Promise<Followed> {
  const { t, i18n } = useLingui()
  const dispatch = useDispatch<ThunkDispatch<SessionState, unknown, UnknownAction>>()
  return useCallback(
    async (started) => {
      // The server tells of it under the same key, so that there is one toast.
      const key = `contacts|${started.find(({ state }) => state === 'running')?.id ?? ''}`
      const runs = [...started]
      let failed = 0
      const isRunning = () => runs.some(({ state }) => state === 'running')
      const wasRunning = isRunning()
      while (isRunning() && failed < mayFail) {
        const total = i18n.number(runs.reduce((sum, run) => sum + run.total, 0))
        const seen = i18n.number(runs.reduce((sum, run) => sum + run.seen, 0))
        toast.inApp({ type: 'info', key, loading: true, timeout: false, message: t`${seen} of ${total} done` })
        await wait(askEveryMs)
        const at = runs.findIndex(({ state }) => state === 'running')
        const asked = runs[at]
        if (!asked) break
        const { data } = await dispatch(askContactRun(asked.id, { forceRefetch: true, subscribe: false }))
        if (data) runs[at] = data
        else failed += 1
      }
      dispatch(api.util.invalidateTags(['Contact', listOf('Group')]))
      if (isRunning()) toast.inApp({ type: 'info', key, message: t`This goes on in the background.` })
      return { ...resultOf(runs), undoable: undoableOf(runs), isOver: !isRunning(), ...(wasRunning && { key }) }
    },
    [dispatch, t, i18n],
  )
}
