import { formatDate } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Switch } from '@mantine/core'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { InheritedNotice } from './InheritedNotice.tsx'
import classes from './Texting.module.css'
import { TimeField } from './TimeField.tsx'
import { useInherited } from './useInherited.ts'
import type { TextingForm } from './useTextingForm.ts'
import { weekdayName, weekdays } from './weekdays.ts'

const usual = { from: '08:00', to: '17:00' }

/** When the team is available. */
export function BusinessHoursCard({ form: { values, change } }: { form: TextingForm }) {
  const { t, i18n } = useLingui()
  const { businessHours: open } = values
  const { inherited, isLoading } = useInherited('hours')
  const isFixed = inherited?.isOwn === false
  return (
    <SettingsCard
      id="business-hours"
      title={t`Business hours`}
      text={t`When your team is available, in your organization's time zone.`}
    >
      {inherited && <InheritedNotice kind="hours" inherited={inherited} />}
      {isLoading ? (
        <SkeletonRows count={weekdays.length} />
      ) : (
        <div className={classes.days}>
          {weekdays.map((day) => {
            const hours = open[day]
            const name = weekdayName(day, i18n.locale)
            const set = (next: typeof usual | undefined) => {
              const { [day]: _before, ...others } = open
              change({ businessHours: next ? { ...others, [day]: next } : others })
            }
            if (isFixed) return <FixedDay key={day} name={name} hours={hours} />
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
      )}
    </SettingsCard>
  )
}

/** A day whose hours the parent organization sets. */
function FixedDay({ name, hours }: { name: string; hours: typeof usual | undefined }) {
  const { t, i18n } = useLingui()
  const clock = (time: string) => formatDate(Date.parse(`2024-01-01T${time}:00Z`), 'time', i18n.locale, 'UTC')
  const [from, to] = hours ? [clock(hours.from), clock(hours.to)] : ['', '']
  return (
    <div className={classes.day}>
      <span>{name}</span>
      <span className={classes.closed}>{hours ? t`${from} to ${to}` : t`Closed`}</span>
    </div>
  )
}
