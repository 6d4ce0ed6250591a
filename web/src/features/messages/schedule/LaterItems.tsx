import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Menu } from '@mantine/core'
import { IconCalendarClock, IconClock } from '@tabler/icons-react'
import classes from './Later.module.css'
import { useDue, useMyZone } from '../../../shared/ui/text/useDue.ts'
import { useQuietHours } from './useNight.ts'
import { laterTimes, type LaterTime } from './zone-time.ts'

export interface LaterItemsProps {
  /** First name of the contact. */
  name: string
  /** The time zone of the contact. */
  zone: string
  now: Date
  /** When the shift of the contact starts, while they are off shift. */
  shiftStart: Date | null
  cancelsIfReply: boolean
  onCancelIfReply: (cancels: boolean) => void
  onPick: (at: Date) => void
  /** Opens the fields for a custom time. */
  onCustomTime: () => void
}

/** Lists the times to send later, in the time zone of the contact. Items of a Menu. */
export default function LaterItems(props: LaterItemsProps) {
  const { name, zone, now, shiftStart, cancelsIfReply, onCancelIfReply, onPick, onCustomTime } = props
  const { t } = useLingui()
  const due = useDue()
  const mine = useMyZone()
  const night = useQuietHours()
  const labels: Record<LaterTime['key'] | 'shift', string> = {
    shift: t`At the start of their shift`,
    hour: t`In 1 hour`,
    morning: t`After quiet hours`,
    tomorrow: t`Tomorrow`,
    monday: t`Monday`,
  }
  const usual = laterTimes(zone, now, night)
  const times = shiftStart
    ? [{ key: 'shift' as const, at: shiftStart }, ...usual.filter(({ at }) => at > shiftStart)]
    : usual
  return (
    <>
      <Menu.Label>
        {zone === mine ? (
          <Trans>Send later</Trans>
        ) : (
          <Trans>
            Send later (<bdi>{name}</bdi>'s time)
          </Trans>
        )}
      </Menu.Label>
      {times.map(({ key, at }) => {
        const yours = due(at, mine)
        const theirs = due(at, zone)
        return (
          <Menu.Item key={key} leftSection={<IconClock size={16} stroke={1.75} />} onClick={() => onPick(at)}>
            <span className={classes.item}>
              <span>{labels[key]}</span>
              <span className={classes.time}>
                {theirs}
                {yours !== theirs && <span className={classes.yours}>{t`${yours} your time`}</span>}
              </span>
            </span>
          </Menu.Item>
        )
      })}
      <Menu.Item leftSection={<IconCalendarClock size={16} stroke={1.75} />} onClick={onCustomTime}>
        <Trans>Pick a time…</Trans>
      </Menu.Item>
      <Menu.Divider />
      <div className={classes.check}>
        <Checkbox
          size="sm"
          label={t`Cancel if ${name} replies first`}
          checked={cancelsIfReply}
          onChange={(event) => onCancelIfReply(event.currentTarget.checked)}
        />
      </div>
    </>
  )
}
