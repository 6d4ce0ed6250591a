import type { Import } from '@crewline/contract/imports'
import { Trans, useLingui } from '@lingui/react/macro'
import { Progress } from '@mantine/core'
import classes from './Imports.module.css'
import { StepHead } from './StepHead.tsx'

function useTitle(): (state: Import['state']) => string {
  const { t } = useLingui()
  return (state) => {
    if (state === 'reading') return t`Reading the file`
    if (state === 'checking') return t`Checking every row`
    return state === 'undoing' ? t`Taking the import back` : t`Adding your people`
  }
}

/** What goes on in the background now, how far it is, and that nobody has to wait for it. */
export function Working({ one }: { one: Import }) {
  const { t, i18n } = useLingui()
  const title = useTitle()(one.state)
  const { progress, rows } = one
  const share = rows > 0 ? Math.min(1, progress / rows) : 0
  const shown = i18n.number(progress)
  const all = i18n.number(rows)
  return (
    <section className={classes.card} data-narrow>
      <StepHead title={title} />
      <Progress.Root size={8}>
        <Progress.Section value={share * 100} aria-label={title} />
      </Progress.Root>
      <p className={classes.tabular} role="status">
        {rows > 0 ? t`${shown} of ${all}` : t`This takes a moment.`}
      </p>
      <p className={classes.quiet}>
        <Trans>You can leave this page. We go on.</Trans>
      </p>
    </section>
  )
}
