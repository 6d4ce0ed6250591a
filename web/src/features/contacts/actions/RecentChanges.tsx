import type { ContactRun } from '@crewline/contract/contact-lists'
import { formatNumber } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { useContactRunsQuery } from './actions-api.ts'
import classes from './RecentChanges.module.css'
import { useAttributes } from '../contact/useAttributes.ts'
import { useWorkStatusLabels } from '../contact/useAttributeText.ts'
import { useBulkResultText } from './useRuns.ts'
import { useUndoRuns } from './useUndoRuns.ts'

/** Describes a bulk action in the past tense. */
function useActionText(): (run: ContactRun) => string {
  const { t } = useLingui()
  const work = useWorkStatusLabels()
  const attributes = useAttributes()
  function actionText(action: ContactRun['do']): string {
    switch (action.act) {
      case 'edit': {
        const field =
          attributes.find(({ name }) => name === (action.field === 'status' ? 'work' : action.field))?.label ??
          action.field
        return t`Edited: ${field}`
      }
      case 'status':
        return t`Status: ${work[action.work]}`
      case 'shift':
        return t`Working hours set`
      case 'archive':
        return action.archived ? t({ message: 'Archived', context: 'contacts' }) : t`Restored`
      case 'groups':
        return t`Groups changed`
      case 'opt_out':
        return t`Opted out`
      case 'attest':
        return t`Consent recorded`
    }
  }
  return (run) => {
    const words = actionText(run.do)
    return run.undoes === null ? words : t`Undone: ${words}`
  }
}

function Change({ run, onUndo }: { run: ContactRun; onUndo: (id: string) => Promise<void> }) {
  const { t, i18n } = useLingui()
  const actionText = useActionText()
  const resultText = useBulkResultText()
  const [isBusy, setBusy] = useState(false)
  const words = actionText(run)
  const [seen, total] = [formatNumber(run.seen, i18n.locale), formatNumber(run.total, i18n.locale)]
  async function undo(): Promise<void> {
    setBusy(true)
    await onUndo(run.id)
    setBusy(false)
  }
  return (
    <li className={classes.change}>
      <div className={classes.said}>
        <b>{words}</b>
        <p>
          {run.state === 'running' ? t`${seen} of ${total} done` : resultText(run.do, run)} ·{' '}
          <RelativeTime at={run.startedAt} />
        </p>
      </div>
      {run.undoUntil !== null && (
        <Button variant="default" size="xs" loading={isBusy} aria-label={t`Undo: ${words}`} onClick={() => void undo()}>
          <Trans>Undo</Trans>
        </Button>
      )}
    </li>
  )
}

/** Lists the user's bulk actions of the last 24 hours, each with Undo where possible. */
export default function RecentChanges({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { data: runs, isError, refetch } = useContactRunsQuery(undefined, { refetchOnMountOrArgChange: true })
  const undo = useUndoRuns()
  async function takeBack(id: string): Promise<void> {
    await undo([id])
    await refetch()
  }
  return (
    <Dialog opened onClose={onClose} title={t`Recent changes`} size={520} closeButtonProps={{ 'aria-label': t`Close` }}>
      <p className={classes.lead}>
        <Trans>Your bulk changes. You can undo them for 24 hours. Contacts changed since then stay as they are.</Trans>
      </p>
      {isError && !runs && <StatePanel kind="error" compact onRetry={() => void refetch()} />}
      {!isError && !runs && <SkeletonRows count={3} height={56} />}
      {runs?.length === 0 && (
        <StatePanel
          kind="done"
          compact
          icon={IconHistory}
          title={t`No changes in the last 24 hours`}
          text={t`Select contacts in the list to change many at once.`}
        />
      )}
      {runs && runs.length > 0 && (
        <ul className={classes.list}>
          {runs.map((run) => (
            <Change key={run.id} run={run} onUndo={takeBack} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}
