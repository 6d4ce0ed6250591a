import { Plural, Trans } from '@lingui/react/macro'
import { IconChevronRight, IconHourglass, IconInbox, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCan, useSession } from '../../shared/lib/session/select.ts'
import classes from './Dashboard.module.css'

/**
 * Shows what waits for this member: unread messages, counted as in the notification bell, and contacts without a reply.
 * Each number links to the list it counts.
 */
export function NeedsYou({ unanswered }: { unanswered: number }) {
  const canRead = useCan('inbox.read')
  const unread = useSession(({ ws, message }) => Math.max(ws.unreadMessages, message.notifications.length))
  if (!canRead) return null
  if (unread === 0 && unanswered === 0)
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
