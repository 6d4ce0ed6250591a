import { CELEBRATION_OFFSET_DAYS_MAX } from '@crewline/contract/celebration-limits'
import { useLingui } from '@lingui/react/macro'
import { NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import { offsetChoice, offsetDaysOf, type OffsetChoice } from '../celebration-rules.ts'
import classes from '../Celebrations.module.css'

export interface OffsetFieldsProps {
  /** Days from the date to the text; negative before it. */
  days: number
  error: string | undefined
  isReadOnly: boolean
  onChange: (days: number) => void
}

/** Chooses whether the text is sent on the date, or some days or weeks before or after it. */
export function OffsetFields({ days, error, isReadOnly, onChange }: OffsetFieldsProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(() => offsetChoice(days))
  // Discarding, or what a teammate saved, replaces what was chosen here.
  const choice = offsetDaysOf(typed) === days ? typed : offsetChoice(days)
  const most = choice.unit === 'weeks' ? Math.floor(CELEBRATION_OFFSET_DAYS_MAX / 7) : CELEBRATION_OFFSET_DAYS_MAX
  const side: Record<OffsetChoice['side'], string> = {
    on: t`On the date`,
    before: t`Before the date`,
    after: t`After the date`,
  }
  const unit: Record<OffsetChoice['unit'], string> = { days: t`Days`, weeks: t`Weeks` }
  function change(changes: Partial<OffsetChoice>): void {
    const next = { ...choice, ...changes }
    if (next.side !== 'on' && choice.side === 'on') next.count = Math.max(1, next.count)
    setTyped(next)
    onChange(offsetDaysOf(next))
  }
  return (
    <div className={classes.offset} data-far={choice.side !== 'on' || undefined}>
      <Select
        label={t`Send the text`}
        data={Object.entries(side).map(([value, label]) => ({ value, label }))}
        value={choice.side}
        error={error}
        readOnly={isReadOnly}
        allowDeselect={false}
        onChange={(value) => value && change({ side: value as OffsetChoice['side'] })}
      />
      {choice.side !== 'on' && (
        <>
          <NumberInput
            label={t`How many`}
            // Empty while another number is typed.
            value={choice.count || ''}
            min={1}
            max={most}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            readOnly={isReadOnly}
            onChange={(count) => change({ count: Number(count) || 0 })}
            onBlur={() => setTyped(offsetChoice(days))}
          />
          <Select
            label={t`Days or weeks`}
            data={Object.entries(unit).map(([value, label]) => ({ value, label }))}
            value={choice.unit}
            readOnly={isReadOnly}
            allowDeselect={false}
            onChange={(value) => value && change({ unit: value as OffsetChoice['unit'] })}
          />
        </>
      )}
    </div>
  )
}
