import type { ContactAction, ContactRun } from '@crewline/contract/contact-lists'
import { formatNumber } from '@crewline/contract/formats'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { useStore } from 'react-redux'
import { api } from '../../../shared/api/base.ts'
import { listOf } from '../../../shared/api/tags.ts'
import type { SessionState } from '../../../shared/lib/session/select.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { resultOf, undoableOf, type BulkActionResult } from './bulk-action-rules.ts'
import { followRun, type RunStore } from './follow-run.ts'

/**
 * Returns a function that explains why contacts were skipped, in the language of the page; an unknown reason is shown
 * as the server sent it.
 */
export function useSkipReasonText(): (reason: string) => string {
  const { t } = useLingui()
  return useCallback(
    (reason) => {
      const texts: Record<string, string> = {
        not_found: t`not found`,
        changed_since: t`changed since then`,
        same: t`no change needed`,
        managed_elsewhere: t`managed by another system`,
        invalid: t`invalid value`,
        phone_taken: t`number already in use`,
        employee_id_taken: t`employee ID already in use`,
        value_taken: t`value already in use`,
        no_mobile: t`no mobile number`,
        opted_out: t`already opted out`,
        shift_deleted: t`shift was deleted`,
      }
      return texts[reason] ?? reason
    },
    [t],
  )
}

function describeChanged(action: ContactAction, changed: number): string {
  if (action.act === 'archive')
    return action.archived
      ? plural(changed, { one: '# archived', other: '# archived' })
      : plural(changed, { one: '# restored', other: '# restored' })
  if (action.act === 'opt_out') return plural(changed, { one: '# opted out', other: '# opted out' })
  if (action.act === 'attest')
    return plural(changed, { one: 'Consent recorded for # contact', other: 'Consent recorded for # contacts' })
  return plural(changed, { one: '# changed', other: '# changed' })
}

/** Returns a function that describes a result: "312 changed, 4 skipped: number taken (3), not in sight (1)." */
export function useBulkResultText(): (act: ContactAction, result: BulkActionResult) => string {
  const { t, i18n } = useLingui()
  const skipReasonText = useSkipReasonText()
  return useCallback(
    (action, { changed, skipped }) => {
      const left = skipped.reduce((sum, { count }) => sum + count, 0)
      const done = describeChanged(action, changed)
      if (left === 0) return t`${done}.`
      const why = skipped
        .map(({ reason, count }) => `${skipReasonText(reason)} (${formatNumber(count, i18n.locale)})`)
        .join(', ')
      const stayed = plural(left, { one: '# skipped', other: '# skipped' })
      return t`${done}, ${stayed}: ${why}.`
    },
    [t, i18n, skipReasonText],
  )
}

/** The result of followed runs. */
export interface Followed extends BulkActionResult {
  /** The ids of runs that can be undone. */
  undoable: string[]
  /** False when their progress could not be read to the end. */
  isOver: boolean
  /** The key of the progress toast, if there was one. */
  key?: string
}

/** Follows background runs to their end with a progress toast, then reloads the lists. */
export function useRuns(): (runs: readonly ContactRun[]) => Promise<Followed> {
  const { t, i18n } = useLingui()
  const store = useStore<SessionState>() as RunStore
  return useCallback(
    async (started) => {
      // The server's notification uses the same key, so that only one toast shows.
      const key = `contacts|${started.find(({ state }) => state === 'running')?.id ?? ''}`
      const runs = [...started]
      const isRunning = () => runs.some(({ state }) => state === 'running')
      const wasRunning = isRunning()
      function showProgress(): void {
        if (!isRunning()) return
        const total = formatNumber(
          runs.reduce((sum, run) => sum + run.total, 0),
          i18n.locale,
        )
        const seen = formatNumber(
          runs.reduce((sum, run) => sum + run.seen, 0),
          i18n.locale,
        )
        toast.inApp({ type: 'info', key, loading: true, timeout: false, message: t`${seen} of ${total} done` })
      }
      showProgress()
      for (const [at, { id, state }] of runs.entries()) {
        if (state !== 'running') continue
        await followRun(store, id, (run) => {
          runs[at] = run
          showProgress()
        })
      }
      store.dispatch(api.util.invalidateTags(['Contact', listOf('Group')]))
      if (isRunning()) toast.inApp({ type: 'info', key, message: t`This is still running in the background.` })
      return { ...resultOf(runs), undoable: undoableOf(runs), isOver: !isRunning(), ...(wasRunning && { key }) }
    },
    [store, t, i18n],
  )
}
