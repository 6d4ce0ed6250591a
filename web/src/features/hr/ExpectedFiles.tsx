import { formatDate } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Switch, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { announce } from '../../shared/ui/feedback/announce.ts'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import settingsClasses from '../../shared/ui/settings/SettingsCard.module.css'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useConnectHrMutation, type HrSettings } from './api.ts'
import classes from './Hr.module.css'
import { useChanges } from './useChanges.ts'

/** When a file is expected, so that its absence is reported. */
export function ExpectedFiles({ settings }: { settings: HrSettings }) {
  const { t, i18n } = useLingui()
  const messageFor = useErrorText()
  const saved = settings.expectsFile
  const { changes, change, markSaved } = useChanges<{ isOn: boolean; weekdays: number[]; time: string }>(settings)
  const {
    isOn = saved !== null,
    weekdays = saved?.weekdays ?? [1, 2, 3, 4, 5],
    time = saved?.time ?? '06:00',
  } = changes
  const [save, { isLoading }] = useConnectHrMutation()
  // January 1, 2024 was a Monday.
  const dayOf = (weekday: number) => formatDate(Date.UTC(2024, 0, weekday), 'longWeekday', i18n.locale, 'UTC')
  const hasNoDay = isOn && weekdays.length === 0
  const hasNoTime = isOn && !/^\d\d:\d\d$/.test(time)
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (hasNoDay || hasNoTime) return
    const expectsFile = isOn ? { weekdays: weekdays.toSorted((a, b) => a - b), time } : null
    const { error } = await save({ settings: { expectsFile }, connect: false })
    if (error) return toast.failed(error, { title: t`Couldn't save`, message: messageFor(error) })
    markSaved()
    announce(t`Saved`)
    const message = isOn ? t`Saved. A missing file is reported from now on.` : t`Saved. Missing files aren't reported.`
    toast.api({ title: t`Files`, message }, 'OK')
  }
  return (
    <SettingsCard
      id="hr-expected"
      title={t`When a file doesn't arrive`}
      text={t`Everyone who manages the organization gets a notice and an email, once for each file that is missing.`}
    >
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <Switch
          label={t`Report a missing file`}
          checked={isOn}
          onChange={(event) => change({ isOn: event.currentTarget.checked })}
        />
        {isOn && (
          <>
            <Checkbox.Group
              label={t`Days`}
              value={weekdays.map(String)}
              onChange={(days) => change({ weekdays: days.map(Number) })}
              error={hasNoDay ? t`Choose at least one day.` : undefined}
            >
              <div className={classes.days}>
                {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
                  <Checkbox key={weekday} value={String(weekday)} label={dayOf(weekday)} />
                ))}
              </div>
            </Checkbox.Group>
            <TextInput
              type="time"
              label={t`Expected by`}
              description={t`In the organization's time zone. Any file since the previous expected time counts.`}
              className={classes.filter ?? ''}
              value={time}
              onChange={(event) => change({ time: event.currentTarget.value })}
              error={hasNoTime ? t`Enter a time.` : undefined}
            />
          </>
        )}
        <div className={settingsClasses.line}>
          <Button type="submit" loading={isLoading}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </SettingsCard>
  )
}
