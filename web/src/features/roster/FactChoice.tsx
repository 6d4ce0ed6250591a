import { useLingui } from '@lingui/react/macro'
import { Radio } from '@mantine/core'
import classes from './Roster.module.css'

export interface FactChoiceProps {
  label: string
  /** What the contact that stays says; empty for nothing. */
  keep: string
  other: string
  /** Whose the fact is when another system keeps it: then it cannot be taken. */
  keeper: string | undefined
  isTaken: boolean
  onChange: (isTaken: boolean) => void
}

/** One fact of which two contacts say different things: which of both is right. */
export function FactChoice({ label, keep, other, keeper, isTaken, onChange }: FactChoiceProps) {
  const { t } = useLingui()
  return (
    <Radio.Group
      label={label}
      {...(keeper && { description: t`From ${keeper}. Edit it there.` })}
      value={isTaken ? 'take' : 'keep'}
      onChange={(next) => onChange(next === 'take')}
      className={classes.choice}
    >
      <div className={classes.values}>
        <Radio value="keep" label={<bdi>{keep || t`Nothing`}</bdi>} />
        <Radio value="take" label={<bdi>{other || t`Nothing`}</bdi>} disabled={keeper !== undefined} />
      </div>
    </Radio.Group>
  )
}
