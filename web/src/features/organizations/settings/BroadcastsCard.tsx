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
/** The limit that the switch suggests: that of a brand with a low trust score. */
const usualLimit = 2000
const limitPath = 'settings.dailyLimit'
const signOffPath = 'settings.broadcasts.signOff'

/** From how many people on broadcasts need an approval, how many leave in a day, and the line that ends each of them. */
export function BroadcastsCard({ form }: { form: TextingForm }) {
  const { t } = useLingui()
  const { values, change, errors, setError } = form
  const { approvalAbove, signOff } = values.broadcasts
  const { dailyLimit } = values
  // What was typed stays in the field while it is not a number.
  const [typed, setTyped] = useState('')
  const [typedLimit, setTypedLimit] = useState('')
  const keep = (part: Partial<typeof values.broadcasts>) => change({ broadcasts: { ...values.broadcasts, ...part } })
  const threshold = t`Number of people`
  const limit = t`Segments a day`

  function type(text: string): void {
    setTyped(text)
    if (/^\d{1,7}$/.test(text)) keep({ approvalAbove: Number(text) })
    else setError(thresholdPath, t`Enter a whole number, such as 500.`)
  }

  function typeLimit(text: string): void {
    setTypedLimit(text)
    if (/^[1-9]\d{0,7}$/.test(text)) change({ dailyLimit: Number(text) })
    else setError(limitPath, t`Enter a whole number, such as 2000.`)
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
        label={t`Limit texts per day`}
        help={t`Carriers take only so many from a brand each day, as its registration says. Broadcasts above the limit wait for the next day; replies don't.`}
      >
        <Switch
          aria-label={t`Limit texts per day`}
          checked={dailyLimit !== null}
          onChange={(event) => change({ dailyLimit: event.currentTarget.checked ? usualLimit : null })}
        />
      </Setting>
      {dailyLimit !== null && (
        <Setting label={limit} help={t`Shared with the organizations below yours. Days end at midnight Pacific time.`}>
          <TextInput
            aria-label={limit}
            value={errors[limitPath] ? typedLimit : String(dailyLimit)}
            onChange={(event) => typeLimit(event.currentTarget.value.trim())}
            error={errors[limitPath]}
            inputMode="numeric"
            maxLength={8}
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
