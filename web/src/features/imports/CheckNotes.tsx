import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { StatePanel } from '../../shared/ui/StatePanel.tsx'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import type { RowsAsked } from './api.ts'
import classes from './Imports.module.css'

/** What stands where rows would be: nothing is wrong, or nothing is left in this list. */
export function NoRows({ show, onAll }: { show: RowsAsked['show']; onAll: () => void }) {
  const { t } = useLingui()
  const isFine = show === 'problems'
  return (
    <StatePanel
      kind={isFine ? 'done' : 'noMatch'}
      {...(isFine && { icon: IconCircleCheck })}
      title={isFine ? t`No row has a problem` : t`No rows are left here`}
      {...(isFine && { text: t`Go on, or look at every row.` })}
      action={
        <Button variant="default" onClick={onAll}>
          <Trans>Show all rows</Trans>
        </Button>
      }
    />
  )
}

/** Corrections that did not arrive: why, that they are kept, and the way to send them again. */
export function NotSaved({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const wordsFor = useRefusalWords()
  return (
    <div className={`${classes.problem} ${classes.notSaved}`} role="alert">
      <IconAlertCircle size={18} stroke={1.75} aria-hidden />
      <p>
        {wordsFor(failure)} <Trans>What you wrote is still here.</Trans>
      </p>
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}
