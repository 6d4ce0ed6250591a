import { useLingui } from '@lingui/react/macro'
import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Setting, SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'
import type { TextingForm } from './useTextingForm.ts'

const signOffMax = 60
/** The threshold that the switch suggests. */
const usualThreshold = 500
const thresholdPath = 'settings.broadcasts.approvalAbove'
const signOffPath = 'settings.broadcasts.signOff'

/** From how many people on broadcasts need an approval, and the line that ends each of them. */
export function BroadcastsCard({ form }: { form: TextingForm }) {
  const { t } = useLingui()
  const { values, change, errors, setError } = form
  const { approvalAbove, signOff } = values.broadcasts
  // What was typed stays in the field while it is not a number.
  const [typed, setTyped] = useState('')
  const keep = (part: Partial<typeof values.broadcasts>) => change({ broadcasts: { ...values.broadcasts, ...part } })
  const threshold = t`Number of people`

  function type(text: string): void {
    setTyped(text)
    if (/^\d{1,7}$/.test(text)) keep({ approvalAbove: Number(text) })
    else setError(thresholdPath, t`Enter a whole number, such as 500.`)
  }

  return (
    <SettingsCard id="broadcasts" title={t`Broadcasts`}>
      <Setting
        label={t`Approve large broadcasts`}
        help={t`Managers then need an owner's or admin's approval. Authors always need it.`}
      >
        <Switch
          aria-label={t`Approve large broadcasts`}
          checked={approvalAbove !== null}
          onChange={(event) => keep({ approvalAbove: event.currentTarget.checked ? usualThreshold : null })}
        />
      </Setting>
      {approvalAbove !== null && (
        <Setting label={threshold} help={t`Broadcasts to more people than this need approval.`}>
          <TextInput
            aria-label={threshold}
            value={errors[thresholdPath] ? typed : String(approvalAbove)}
            onChange={(event) => type(event.currentTarget.value.trim())}
            error={errors[thresholdPath]}
            inputMode="numeric"
            maxLength={7}
          />
        </Setting>
      )}
      <Setting
        label={t`Sign-off`}
        help={t`The last line of every broadcast, such as your company's name. Leave blank for none.`}
      >
        <TextInput
          className={classes.wide ?? ''}
          aria-label={t`Sign-off`}
          value={signOff}
          onChange={(event) => keep({ signOff: event.currentTarget.value })}
          error={errors[signOffPath]}
          maxLength={signOffMax}
          dir="auto"
        />
      </Setting>
    </SettingsCard>
  )
}
