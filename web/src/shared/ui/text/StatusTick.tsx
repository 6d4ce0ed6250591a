import { useLingui } from '@lingui/react'
import {
  IconAlertCircle,
  IconCalendarClock,
  IconCheck,
  IconChecks,
  IconCircleX,
  IconClock,
  IconLoader2,
  type Icon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Hint } from '../overlay/Hint.tsx'
import { statusLabel, statusReason, displayStatusOf, type MessageState, type DisplayStatus } from './message-status.ts'
import classes from './StatusTick.module.css'

export interface StatusTickProps {
  state: MessageState
  /** Why it was not delivered, in plain language, from the carrier's code. */
  reason?: string
  /** Shows only the icon; the label moves to the tooltip and to screen readers. */
  iconOnly?: boolean
  /** On an outgoing bubble the muted colors are darker. */
  on?: 'page' | 'bubble'
}

const icons: Record<DisplayStatus, Icon> = {
  sending: IconLoader2,
  queued: IconClock,
  sent: IconCheck,
  delivered: IconChecks,
  notDelivered: IconAlertCircle,
  scheduled: IconCalendarClock,
  cancelled: IconCircleX,
}

const tones: Record<DisplayStatus, string> = {
  sending: 'blue',
  queued: 'dimmed',
  sent: 'dimmed',
  delivered: 'green',
  notDelivered: 'red',
  scheduled: 'blue',
  cancelled: 'dimmed',
}

/** Shows the state of a message as icon and label; never by color alone. */
export function StatusTick({ state, reason, iconOnly = false, on = 'page' }: StatusTickProps) {
  const { i18n } = useLingui()
  const status = displayStatusOf(state)
  const label = i18n._(statusLabel(status))
  const defaultReason = statusReason(state)
  const why = reason ?? (defaultReason && i18n._(defaultReason))
  const IconComponent = icons[status]
  // Only later changes are animated: otherwise each tick would animate again whenever its row is scrolled into view.
  const [first] = useState(status)
  const [hasChanged, setChanged] = useState(false)
  if (!hasChanged && status !== first) setChanged(true)
  const tick = (
    <span
      key={status}
      className={classes.tick}
      data-tone={tones[status]}
      data-on={on}
      data-status={status}
      data-arrives={hasChanged || undefined}
    >
      <IconComponent
        className={classes.icon}
        size={14}
        stroke={2}
        data-turns={status === 'sending' || undefined}
        aria-hidden
      />
      {iconOnly ? (
        <span className={classes.hidden}>{label}</span>
      ) : (
        <span className={status === 'cancelled' ? classes.struck : undefined}>{label}</span>
      )}
      {why && <span className={classes.hidden}>: {why}</span>}
    </span>
  )
  if (!why && !iconOnly) return tick
  return (
    <Hint label={why ? `${label}. ${why}` : label} maw={280}>
      {tick}
    </Hint>
  )
}
