import { Trans, useLingui } from '@lingui/react/macro'
import { Radio, Stack, Title } from '@mantine/core'
import classes from '../Imports.module.css'
import type { ColumnChoice } from './targets.ts'

export interface DateOrdersProps {
  /** The columns with mixed dates. */
  choices: readonly ColumnChoice[]
  headerOf: (index: number) => string
  onChoose: (choice: ColumnChoice) => void
}

/** Asks once per column how dates are meant that can be read both ways; renders nothing when no column has any. */
export function DateOrders({ choices, headerOf, onChoose }: DateOrdersProps) {
  const { t } = useLingui()
  if (choices.length === 0) return null
  return (
    <section className={classes.card} aria-labelledby="date-orders">
      <Title order={3} id="date-orders">
        <Trans>Mixed dates</Trans>
      </Title>
      {choices.map((choice) => (
        <Radio.Group
          key={choice.index}
          label={t`How are dates written in “${headerOf(choice.index)}”?`}
          description={t`Some begin with the month, others with the day. Others, like 3/4, could be either.`}
          value={choice.dateOrder ?? ''}
          onChange={(value) => onChoose({ ...choice, dateOrder: value === 'dmy' ? 'dmy' : 'mdy' })}
        >
          <Stack gap={8} mt={8}>
            <Radio value="mdy" label={t`Month first: 3/4 is March 4`} />
            <Radio value="dmy" label={t`Day first: 3/4 is April 3`} />
          </Stack>
        </Radio.Group>
      ))}
    </section>
  )
}
