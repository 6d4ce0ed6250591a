import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import classes from './Numbers.module.css'

/** Folds technical fields that have a sensible default; opens when one of them has an error. */
export function AdvancedFields({ hasError = false, children }: { hasError?: boolean; children: ReactNode }) {
  return (
    <details className={classes.advanced} open={hasError || undefined}>
      <summary>
        <Trans>Advanced</Trans>
      </summary>
      <div className={classes.form}>{children}</div>
    </details>
  )
}
