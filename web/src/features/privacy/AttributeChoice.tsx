import { useLingui } from '@lingui/react/macro'
import { Radio } from '@mantine/core'
import classes from './Privacy.module.css'

export interface AttributeChoiceProps {
  label: string
  /** The value of the contact that is kept; empty when it has none. */
  keep: string
  otherValue: string
  /** The external system that owns the value; it cannot be changed then. */
  keeper: string | undefined
  isTaken: boolean
  onChange: (isTaken: boolean) => void
}

/** Lets the user choose between the different values that two contacts have for one field. */
export function AttributeChoice({ label, keep, otherValue, keeper, isTaken, onChange }: AttributeChoiceProps) {
  const { t } = useLingui()
  return (
    <Radio.Group
      label={label}
      {...(keeper && { description: t`Managed by ${keeper}. Edit it there.` })}
      value={isTaken ? 'take' : 'keep'}
      onChange={(next) => onChange(next === 'take')}
      className={classes.choice}
    >
      <div className={classes.values}>
        <Radio value="keep" label={<bdi>{keep || t`Empty`}</bdi>} />
        <Radio value="take" label={<bdi>{otherValue || t`Empty`}</bdi>} disabled={keeper !== undefined} />
      </div>
    </Radio.Group>
  )
}
