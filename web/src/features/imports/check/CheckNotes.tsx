import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import type { ImportRowsQuery } from '../api.ts'
import classes from '../Imports.module.css'

/** Replaces the rows when there are none: nothing is wrong, or no row is left in this list. */
export function NoRows({ show, onAll }: { show: ImportRowsQuery['show']; onAll: () => void }) {
  const { t } = useLingui()
  const isFine = show === 'problems'
  return (
    <StatePanel
      kind={isFine ? 'done' : 'noMatch'}
      {...(isFine && { icon: IconCircleCheck })}
      title={isFine ? t`No rows have errors` : t`No rows left here`}
      {...(isFine && { text: t`Continue, or review every row.` })}
      action={
        <Button variant="default" onClick={onAll}>
          <Trans>Show all rows</Trans>
        </Button>
      }
    />
  )
}

/** Shows why corrections could not be saved, that they are kept, and a retry button. */
export function NotSaved({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const messageFor = useErrorText()
  return (
    <div className={`${classes.problem} ${classes.notSaved}`} role="alert">
      <IconAlertCircle size={18} stroke={1.75} aria-hidden />
      <p>
        {messageFor(failure)} <Trans>Your changes are still here.</Trans>
      </p>
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}
