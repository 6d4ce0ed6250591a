import { formatDate } from '@crewline/contract/formats'
import type { OrganizationSettings } from '@crewline/contract/organizations'
import { Trans, useLingui } from '@lingui/react/macro'
import { Radio, Stack, Switch, TextInput } from '@mantine/core'
import { Setting, SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from './Texting.module.css'
import type { TextingForm } from './useTextingForm.ts'

type Day = keyof OrganizationSettings['businessHours']

const usual = { from: '08:00', to: '17:00' }
const days: readonly Day[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
// A Monday, used to format the weekday names.
const monday = Date.UTC(2024, 0, 1)
const dayMs = 24 * 3_600_000

function TimeField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      className={classes.time ?? ''}
      type="time"
      aria-label={label}
      value={value}
      // An incomplete time field is ignored.
      onChange={(event) => /^\d\d:\d\d$/.test(event.currentTarget.value) && onChange(event.currentTarget.value)}
    />
  )
}

/** The quiet hours that messages wait for, and the business hours. */
export function HoursCards({ form: { values, change } }: { form: TextingForm }) {
  const { t, i18n } = useLingui()
  const { quietHours: quiet, businessHours: open } = values
  const nameOf = (at: number) => formatDate(monday + at * dayMs, 'longWeekday', i18n.locale, 'UTC')
  return (
    <>
      <SettingsCard id="quiet-hours" title={t`Quiet hours`} text={t`Based on each contact's time zone.`}>
        <Setting label={t`During quiet hours`}>
          <Radio.Group
            aria-label={t`During quiet hours`}
            value={quiet.mode}
            onChange={(mode) =>
              change({ quietHours: { ...quiet, mode: mode === 'warn' || mode === 'off' ? mode : 'hold' } })
            }
          >
            <Stack gap={8}>
              <Radio value="hold" label={t`Hold until morning`} />
              <Radio value="warn" label={t`Ask me first`} />
              <Radio value="off" label={t`Send anytime`} />
            </Stack>
          </Radio.Group>
        </Setting>
        {quiet.mode !== 'off' && (
          <Setting label={t`Hours`}>
            <span className={classes.times}>
              <TimeField
                label={t({ message: 'From', context: 'time' })}
                value={quiet.start}
                onChange={(start) => change({ quietHours: { ...quiet, start } })}
              />
              <Trans>to</Trans>
              <TimeField
                label={t({ message: 'To', context: 'time' })}
                value={quiet.end}
                onChange={(end) => change({ quietHours: { ...quiet, end } })}
              />
            </span>
          </Setting>
        )}
      </SettingsCard>
      <SettingsCard
        id="business-hours"
        title={t`Business hours`}
        text={t`When your team is available, in your organization's time zone.`}
      >
        <div className={classes.days}>
          {days.map((day, at) => {
            const hours = open[day]
            const name = nameOf(at)
            const set = (next: typeof usual | undefined) => {
              const { [day]: _before, ...others } = open
              change({ businessHours: next ? { ...others, [day]: next } : others })
            }
            return (
              <div key={day} className={classes.day}>
                <Switch
                  label={name}
                  checked={hours !== undefined}
                  onChange={(event) => set(event.currentTarget.checked ? usual : undefined)}
                />
                {hours ? (
                  <span className={classes.times}>
                    <TimeField
                      label={t`${name}, from`}
                      value={hours.from}
                      onChange={(from) => set({ ...hours, from })}
                    />
                    <Trans>to</Trans>
                    <TimeField label={t`${name}, to`} value={hours.to} onChange={(to) => set({ ...hours, to })} />
                  </span>
                ) : (
                  <span className={classes.closed}>
                    <Trans>Closed</Trans>
                  </span>
                )}
              </div>
            )
          })}
        </div>
      </SettingsCard>
    </>
  )
}
