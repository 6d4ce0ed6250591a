import { formatPercent } from '@crewline/contract/formats'
import type { BroadcastSummary } from '@crewline/contract/broadcasts'
import { useLingui } from '@lingui/react/macro'
import {
  IconAlertCircle,
  IconArchive,
  IconCalendarEvent,
  IconCircleCheck,
  IconHandStop,
  IconHourglass,
  IconLoader2,
  IconPencil,
  IconPlayerPause,
  IconRepeat,
  type Icon,
} from '@tabler/icons-react'
import { progressOf } from './broadcast-rules.ts'
import classes from './BroadcastStatus.module.css'

export interface BroadcastStatusProps {
  broadcast: Pick<BroadcastSummary, 'state' | 'archived' | 'counts'>
  /** The countdown before the first text is running. */
  isStarting?: boolean
}

const appearances: Record<BroadcastSummary['state'] | 'archived' | 'starting', { icon: Icon; tone: string }> = {
  draft: { icon: IconPencil, tone: 'dimmed' },
  pending_approval: { icon: IconHourglass, tone: 'yellow' },
  scheduled: { icon: IconCalendarEvent, tone: 'blue' },
  recurring: { icon: IconRepeat, tone: 'blue' },
  starting: { icon: IconLoader2, tone: 'blue' },
  sending: { icon: IconLoader2, tone: 'blue' },
  paused: { icon: IconPlayerPause, tone: 'yellow' },
  sent: { icon: IconCircleCheck, tone: 'green' },
  completed: { icon: IconCircleCheck, tone: 'green' },
  stopped: { icon: IconHandStop, tone: 'yellow' },
  cancelled: { icon: IconHandStop, tone: 'dimmed' },
  failed: { icon: IconAlertCircle, tone: 'red' },
  archived: { icon: IconArchive, tone: 'dimmed' },
}

/** Shows the status of a broadcast as icon and label. */
export function BroadcastStatus({ broadcast, isStarting = false }: BroadcastStatusProps) {
  const { t, i18n } = useLingui()
  const { state, archived, counts } = broadcast
  const percent = formatPercent(progressOf(counts), i18n.locale)
  const shown = archived ? 'archived' : isStarting && state === 'sending' ? 'starting' : state
  const labels: Record<keyof typeof appearances, string> = {
    draft: t`Draft`,
    pending_approval: t`Waiting for approval`,
    scheduled: t({ message: 'Scheduled', context: 'broadcast' }),
    recurring: t`Repeats`,
    starting: t`Starting`,
    sending: counts.recipients === 0 ? t`Sending` : t`Sending ${percent}`,
    paused: t`Paused`,
    sent: t({ message: 'Sent', context: 'broadcast' }),
    completed: t`Completed`,
    stopped: t`Stopped`,
    cancelled: t({ message: 'Canceled', context: 'broadcast' }),
    failed: t({ message: 'Not sent', context: 'broadcast' }),
    archived: t({ message: 'Archived', context: 'broadcast' }),
  }
  const { icon: IconComponent, tone } = appearances[shown]
  return (
    <span className={classes.status} data-tone={tone} data-state={shown}>
      <IconComponent size={14} stroke={2} aria-hidden data-turns={tone === 'blue' && IconComponent === IconLoader2} />
      {labels[shown]}
    </span>
  )
}
