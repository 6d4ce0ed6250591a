import { Trans, useLingui } from '@lingui/react/macro'
import { NumberInput, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '../tree/FilterBuilder.module.css'
import { asTyped, lookOf, type ValueProps } from './value-props.ts'

function Pair({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <div className={classes.pair}>
      {first}
      <span className={classes.and}>
        <Trans>and</Trans>
      </span>
      {second}
    </div>
  )
}

function pairOf<T>(value: ValueProps['value'], empty: T): [T, T] {
  const [first, second] = (Array.isArray(value) ? value : []) as T[]
  return [first ?? empty, second ?? empty]
}

// An empty number is NaN; it never leaves the builder, because such a rule is incomplete.
const asNumber = (typed: number | string) => (typed === '' ? Number.NaN : Number(typed))

/** Inputs for the minimum and maximum number of a range. */
export function NumbersInput({ field, value, onChange, isFirst }: ValueProps) {
  const { t } = useLingui()
  const { label } = field
  const [first, second] = pairOf(value, Number.NaN)
  const problem = first > second && t`Start with the smaller number.`
  return (
    <Pair
      first={
        <NumberInput
          {...lookOf({ isFirst })}
          aria-label={t`Lowest ${label}`}
          value={asTyped(first)}
          onChange={(typed) => onChange([asNumber(typed), second])}
        />
      }
      second={
        <NumberInput
          {...lookOf({})}
          aria-label={t`Highest ${label}`}
          value={asTyped(second)}
          error={problem}
          onChange={(typed) => onChange([first, asNumber(typed)])}
        />
      }
    />
  )
}

/** Inputs for the first and the last day of a range. */
export function DatesInput({ field, value, onChange, isFirst }: ValueProps) {
  const { t } = useLingui()
  const { label } = field
  const [first, second] = pairOf(value, '')
  const problem = first !== '' && second !== '' && first > second && t`Start with the earlier date.`
  return (
    <Pair
      first={
        <TextInput
          {...lookOf({ isFirst })}
          type="date"
          max="9999-12-31"
          aria-label={t`Earliest ${label}`}
          value={first}
          onChange={(event) => onChange([event.currentTarget.value, second])}
        />
      }
      second={
        <TextInput
          {...lookOf({})}
          type="date"
          max="9999-12-31"
          aria-label={t`Latest ${label}`}
          value={second}
          error={problem}
          onChange={(event) => onChange([first, event.currentTarget.value])}
        />
      }
    />
  )
}
