import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Title } from '@mantine/core'
import classes from '../Imports.module.css'

/** Shown while no column holds mobile numbers: importing contacts who cannot be texted is an explicit choice. */
export function NoPhones({ isChosen, onChange }: { isChosen: boolean; onChange: (isChosen: boolean) => void }) {
  const { t } = useLingui()
  return (
    <section className={classes.card} aria-labelledby="no-phones">
      <Title order={3} id="no-phones">
        <Trans>No phone numbers</Trans>
      </Title>
      <p>
        <Trans>No column is imported as Mobile. Choose the column with phone numbers above.</Trans>
      </p>
      <Checkbox
        label={t`Import without phone numbers`}
        description={t`You can't text these contacts until someone adds a number.`}
        checked={isChosen}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </section>
  )
}
