import { Plural, Trans } from '@lingui/react/macro'
import type { Analytics } from '@crewline/contract/analytics'
import {
  IconAlertCircle,
  IconChevronRight,
  IconClockExclamation,
  IconHourglass,
  IconInbox,
  IconPlugConnectedX,
  type Icon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCan, useSession } from '../../shared/lib/session/select.ts'
import classes from './Dashboard.module.css'
import { figurePath } from './figures/figure-url.ts'
import { useHrNeed } from './useHrNeed.ts'

export interface NeedsYouProps {
  attention: Analytics['attention']
  unanswered: number
  /** The day of the organization. */
  today: string
}

/**
 * Shows what waits for this member: unread messages, counted as in the notification bell, contacts without a reply, texts
 * of this day that were not delivered, and an HR system that stands still. Each number links to the list it counts.
 */
export function NeedsYou({ attention: { waitingOverDay, notDeliveredToday }, unanswered, today }: NeedsYouProps) {
  const canRead = useCan('inbox.read')
  const canReadContacts = useCan('contacts.read')
  const hr = useHrNeed()
  const unread = useSession(({ ws, message }) => Math.max(ws.unreadMessages, message.notifications.length))
  if (!canRead) return null
  if (unread + unanswered + notDeliveredToday === 0 && !hr)
    return (
      <p className={classes.caughtUp}>
        <Trans>You're all caught up.</Trans>
      </p>
    )
  return (
    <div className={classes.needsYou}>
      {unread > 0 && (
        <Need to="/dashboard/inbox?status=unread" icon={IconInbox}>
          <Plural value={unread} one="# unread conversation" other="# unread conversations" />
        </Need>
      )}
      {unanswered > 0 && (
        <Need to="/dashboard/inbox?status=unanswered" icon={IconHourglass}>
          <Plural value={unanswered} one="# unanswered conversation" other="# unanswered conversations" />
        </Need>
      )}
      {waitingOverDay > 0 && canReadContacts && (
        <Need to={figurePath({ kind: 'waiting_over_day' })} icon={IconClockExclamation}>
          <Plural value={waitingOverDay} one="# waiting over 24 hours" other="# waiting over 24 hours" />
        </Need>
      )}
      {notDeliveredToday > 0 && (
        <Need to={figurePath({ kind: 'not_delivered', range: { start: today, end: today } })} icon={IconAlertCircle}>
          <Plural value={notDeliveredToday} one="# not delivered today" other="# not delivered today" />
        </Need>
      )}
      {hr && (
        <Need to="/dashboard/settings?tab=integrations" icon={IconPlugConnectedX}>
          {hr === 'failed' ? (
            <Trans>HR sync failed</Trans>
          ) : hr === 'review' ? (
            <Trans>HR sync waits for a review</Trans>
          ) : (
            <Trans>HR system must be connected again</Trans>
          )}
        </Need>
      )}
    </div>
  )
}

function Need({ to, icon: Sign, children }: { to: string; icon: Icon; children: ReactNode }) {
  return (
    <Link className={classes.needs} to={to}>
      <Sign size={20} stroke={1.75} aria-hidden />
      <span>{children}</span>
      <IconChevronRight className="mantine-rotate-rtl" size={18} stroke={1.75} aria-hidden />
    </Link>
  )
}
