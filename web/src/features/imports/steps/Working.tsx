import { formatNumber } from '@crewline/contract/formats'
import type { Import } from '@crewline/contract/imports'
import { Trans, useLingui } from '@lingui/react/macro'
import { Progress } from '@mantine/core'
import classes from '../Imports.module.css'
import { StepHeader } from './StepHeader.tsx'

function useTitle(): (state: Import['state']) => string {
  const { t } = useLingui()
  return (state) => {
    if (state === 'reading') return t`Reading file`
    if (state === 'checking') return t`Checking rows`
    return state === 'undoing' ? t`Undoing import` : t`Adding contacts`
  }
}

/** Shows the background job and its progress, and that the user does not have to wait. */
export function Working({ contactImport }: { contactImport: Import }) {
  const { t, i18n } = useLingui()
  const title = useTitle()(contactImport.state)
  const { progress, rows } = contactImport
  const share = rows > 0 ? Math.min(1, progress / rows) : 0
  const shown = formatNumber(progress, i18n.locale)
  const all = formatNumber(rows, i18n.locale)
  return (
    <section className={classes.card} data-narrow>
      <StepHeader title={title} />
      <Progress.Root size={8}>
        <Progress.Section value={share * 100} aria-label={title} />
      </Progress.Root>
      <p className={classes.tabular} role="status">
        {rows > 0 ? t`${shown} of ${all}` : t`This will take a moment.`}
      </p>
      <p className={classes.quiet}>
        <Trans>You can leave this page. We'll keep going.</Trans>
      </p>
    </section>
  )
}
