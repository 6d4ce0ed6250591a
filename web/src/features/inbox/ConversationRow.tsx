import type { Conversation } from '@crewline/contract/inbox'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconAlertCircle, IconBan, IconCornerUpLeft, IconPencil } from '@tabler/icons-react'
import { memo, useSyncExternalStore } from 'react'
import { useDispatch } from 'react-redux'
import { Link } from 'react-router'
import { draftsVersion, onDraft, readDraft } from '../../shared/lib/drafts.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { PersonAvatar } from '../../shared/ui/PersonAvatar.tsx'
import { RelativeTime } from '../../shared/ui/RelativeTime.tsx'
import { TypingWords, useTypers } from '../../shared/ui/TypingWords.tsx'
import { prefetchThread } from './api.ts'
import type { CacheStore } from './cache.ts'
import classes from './ConversationList.module.css'

export interface ConversationRowProps {
  row: Conversation
  to: string
  isOpen: boolean
}

const failed = new Set(['undelivered', 'failed', 'suppressed', 'expired', 'quarantined'])

function useDraftOf(contactId: string): string {
  useSyncExternalStore(onDraft, draftsVersion)
  const userId = useSession(({ auth }) => auth.user?.id ?? '')
  const organizationId = useSession(({ auth }) => auth.organization?.id ?? '')
  return readDraft({ userId, organizationId }, contactId)
}

function Snippet({ row, isOpen }: Pick<ConversationRowProps, 'row' | 'isOpen'>) {
  const draft = useDraftOf(row.id)
  const typers = useTypers(row.id)
  const { lastMessage, contact } = row
  const hasFailed = lastMessage?.direction === 'out' && failed.has(lastMessage.state)
  const chip = hasFailed ? (
    <span className={classes.chip} data-tone="red">
      <IconAlertCircle size={14} stroke={2} aria-hidden />
      <Trans>Not delivered</Trans>
    </span>
  ) : draft && !isOpen ? (
    <span className={classes.chip} data-tone="blue">
      <IconPencil size={14} stroke={2} aria-hidden />
      <Trans>Draft:</Trans>
    </span>
  ) : contact.reach === 'opted_out' ? (
    <span className={classes.chip} data-tone="red">
      <IconBan size={14} stroke={2} aria-hidden />
      <Trans>Opted out</Trans>
    </span>
  ) : null
  if (typers) {
    return (
      <span className={classes.snippet}>
        <span className={classes.preview} dir="auto">
          <TypingWords typers={typers} />
        </span>
      </span>
    )
  }
  const words = !hasFailed && draft && !isOpen ? draft : (lastMessage?.preview ?? '')
  return (
    <span className={classes.snippet}>
      {chip}
      <span className={classes.preview} dir="auto">
        {lastMessage?.direction === 'out' && !(draft && !isOpen) && (
          <>
            <IconCornerUpLeft size={14} stroke={1.75} className="mantine-rotate-rtl" aria-hidden />
            <span className={classes.hidden}>
              <Trans>Sent:</Trans>{' '}
            </span>
          </>
        )}
        {words}
      </span>
    </span>
  )
}

/** One conversation of the list: who, when, the last words, what needs attention. */
export const ConversationRow = memo(function ConversationRow({ row, to, isOpen }: ConversationRowProps) {
  const { t } = useLingui()
  const dispatch = useDispatch<CacheStore['dispatch']>()
  const { contact, unreadCount } = row
  const name = fullName(contact) || contact.phoneDisplay || t`No name`
  const isUnread = unreadCount > 0
  return (
    <Link
      className={classes.row}
      to={to}
      aria-current={isOpen ? 'page' : undefined}
      data-unread={isUnread || undefined}
      onPointerEnter={() => void dispatch(prefetchThread(row.id))}
      onFocus={() => void dispatch(prefetchThread(row.id))}
    >
      <span className={classes.dot} aria-hidden />
      <PersonAvatar name={fullName(contact)} tintKey={contact.id} size={40} />
      <span className={classes.lines}>
        <span className={classes.first}>
          <bdi className={classes.name}>{name}</bdi>
          {row.lastMessage && (
            <span className={classes.time}>
              <RelativeTime at={row.lastAt} />
            </span>
          )}
        </span>
        <span className={classes.second}>
          <Snippet row={row} isOpen={isOpen} />
          {isUnread && (
            <span className={classes.count}>
              <span aria-hidden>{unreadCount > 99 ? '99+' : unreadCount}</span>
              <span className={classes.hidden}>
                <Plural value={unreadCount} one="unread, # new" other="unread, # new" />
              </span>
            </span>
          )}
        </span>
      </span>
    </Link>
  )
})
