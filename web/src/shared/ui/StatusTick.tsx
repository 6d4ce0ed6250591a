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
import { Hint } from './Hint.tsx'
import { statusLabel, statusReason, statusWord, type MessageState, type StatusWord } from './message-status.ts'
import classes from './StatusTick.module.css'

export interface StatusTickProps {
  state: MessageState
  /** Why it was not delivered, in words, from the carrier's code. */
  reason?: string
  /** Shows the icon alone; the word goes to the tooltip and to screen readers. */
  iconOnly?: boolean
  /** On an outgoing bubble the quiet colours are darker. */
  on?: 'page' | 'bubble'
}

const icons: Record<StatusWord, Icon> = {
  sending: IconLoader2,
  queued: IconClock,
  sent: IconCheck,
  delivered: IconChecks,
  notDelivered: IconAlertCircle,
  scheduled: IconCalendarClock,
  cancelled: IconCircleX,
}

const tones: Record<StatusWord, string> = {
  sending: 'blue',
  queued: 'dimmed',
  sent: 'dimmed',
  delivered: 'green',
  notDelivered: 'red',
  scheduled: 'blue',
  cancelled: 'dimmed',
}

/** What became of a text, as icon and word; never a colour alone. */
export function StatusTick({ state, reason, iconOnly = false, on = 'page' }: StatusTickProps) {
  const { i18n } = useLingui()
  const word = statusWord(state)
  const label = i18n._(statusLabel(word))
  const standing = statusReason(state)
  const why = reason ?? (standing && i18n._(standing))
  const Shown = icons[word]
  // What a thread opens with has not just happened: a movement of each tick would be drawn over again for every row that is scrolled to.
  const [first] = useState(word)
  const [hasChanged, setChanged] = useState(false)
  if (!hasChanged && word !== first) setChanged(true)
  const tick = (
    <span
      key={word}
      className={classes.tick}
      data-tone={tones[word]}
      data-on={on}
      data-status={word}
      data-arrives={hasChanged || undefined}
    >
      <Shown className={classes.icon} size={14} stroke={2} data-turns={word === 'sending' || undefined} aria-hidden />
      {iconOnly ? (
        <span className={classes.hidden}>{label}</span>
      ) : (
        <span className={word === 'cancelled' ? classes.struck : undefined}>{label}</span>
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
