import type { BroadcastCounts, BroadcastSummary } from '@crewline/contract/broadcasts'
import { formatPercent } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Title } from '@mantine/core'
import {
  IconCalendarEvent,
  IconCircleCheck,
  IconHourglass,
  IconLoader2,
  IconPlayerPause,
  type Icon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useDue } from '../../shared/ui/text/useDue.ts'
import { useBroadcastOverviewQuery } from './api.ts'
import classes from './Dashboard.module.css'

/** Returns a share as text; a dash where there is nothing to divide by. */
function shareOf(part: number, whole: number, locale: string): string {
  return whole === 0 ? '–' : formatPercent(part / whole, locale, 1)
}

/**
 * Shows the broadcasts in progress, waiting for approval and next by date, and what came of the last one, each with a
 * link to its page; renders nothing in an organization without any of them.
 */
export default function BroadcastsCard() {
  const { t, i18n } = useLingui()
  const due = useDue()
  const { data } = useBroadcastOverviewQuery(undefined, { refetchOnMountOrArgChange: 30 })
  if (!data) return null
  const { running, pending, next, last } = data
  if (running.length + pending.length + next.length === 0 && !last) return null
  const progress = ({ recipients, waiting }: BroadcastCounts) =>
    recipients === 0 ? t`Sending` : t`Sending ${formatPercent((recipients - waiting) / recipients, i18n.locale)}`
  return (
    <section className={classes.card} aria-labelledby="broadcasts-title">
      <header className={classes.cardHead}>
        <Title order={2} size="h3" id="broadcasts-title">
          <Trans>Broadcasts</Trans>
        </Title>
        <Anchor component={Link} to="/dashboard/broadcasts" size="sm">
          <Trans>All broadcasts</Trans>
        </Anchor>
      </header>
      <ul className={classes.steps}>
        {running.map((broadcast) => (
          <Line
            key={broadcast.id}
            broadcast={broadcast}
            icon={broadcast.state === 'paused' ? IconPlayerPause : IconLoader2}
          >
            {broadcast.state === 'paused' ? t`Paused` : progress(broadcast.counts)}
          </Line>
        ))}
        {pending.map((broadcast) => (
          <Line key={broadcast.id} broadcast={broadcast} icon={IconHourglass}>
            <Trans>Waiting for approval</Trans>
          </Line>
        ))}
        {next.map((broadcast) => (
          <Line key={broadcast.id} broadcast={broadcast} icon={IconCalendarEvent}>
            {broadcast.nextAt && <time dateTime={broadcast.nextAt}>{due(broadcast.nextAt, broadcast.timeZone)}</time>}
          </Line>
        ))}
        {last && (
          <Line broadcast={last} icon={IconCircleCheck}>
            <Outcome counts={last.counts} />
          </Line>
        )}
      </ul>
    </section>
  )
}

function Outcome({ counts: { recipients, delivered, replied } }: { counts: BroadcastCounts }) {
  const { i18n } = useLingui()
  const reached = shareOf(delivered, recipients, i18n.locale)
  const answered = shareOf(replied, recipients, i18n.locale)
  return (
    <Trans>
      {reached} delivered, {answered} replied
    </Trans>
  )
}

function Line({ broadcast, icon: Sign, children }: { broadcast: BroadcastSummary; icon: Icon; children: ReactNode }) {
  return (
    <li className={classes.step}>
      <Sign size={20} stroke={1.75} aria-hidden />
      <Anchor component={Link} className={classes.stepName} to={`/dashboard/broadcasts/${broadcast.id}`}>
        <bdi>{broadcast.name || <Trans>Untitled broadcast</Trans>}</bdi>
      </Anchor>
      <span className={classes.quiet}>{children}</span>
    </li>
  )
}
