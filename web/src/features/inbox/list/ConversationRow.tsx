import type { Conversation } from '@crewline/contract/inbox'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconBellOff } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { useDispatch } from 'react-redux'
import { fullName } from '../../../shared/lib/session/state.ts'
import { Hint } from '../../../shared/ui/overlay/Hint.tsx'
import { NameAvatar } from '../../../shared/ui/text/NameAvatar.tsx'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import { prefetchThread } from '../api.ts'
import type { CacheStore } from '../state/cache.ts'
import classes from './ConversationRow.module.css'
import type { ConversationFilter } from '../state/list-filter.ts'
import { RowPreview } from './RowPreview.tsx'
import { TagDot } from './TagDot.tsx'
import { WaitTime } from './WaitTime.tsx'

export interface ConversationRowProps {
  row: Conversation
  to: string
  isOpen: boolean
  /** The view of the list; it decides which time the row shows. */
  status: ConversationFilter['status']
  isChosen: boolean
  /** Every row shows its checkbox because some are selected. */
  isChoosing: boolean
  isCompact: boolean
  /** Opens the conversation. Not a router link: each row would then re-render on every URL change. */
  onOpen: (to: string) => void
  /** Selects or deselects the row; with `reach`, the range from the row selected last. */
  onChoose: (id: string, reach: boolean) => void
}

const restMs = 60

let resting: ReturnType<typeof setTimeout> | undefined

/** Waits until the pointer rests: scrolling moves many rows under it. */
function whenResting(action: () => void): void {
  clearTimeout(resting)
  resting = setTimeout(action, restMs)
}

function cancelResting(): void {
  clearTimeout(resting)
}

function When({ row, status }: Pick<ConversationRowProps, 'row' | 'status'>) {
  const { shared } = row
  if (status === 'unanswered' && shared.waitingSince) return <WaitTime since={shared.waitingSince} />
  if (status === 'snoozed' && shared.snoozedUntil) {
    return (
      <Trans>
        until <RelativeTime at={shared.snoozedUntil} />
      </Trans>
    )
  }
  if (status === 'scheduled' && shared.nextScheduledAt) return <RelativeTime at={shared.nextScheduledAt} />
  return row.lastMessage && <RelativeTime at={row.lastAt} />
}

function RowLabels({ row }: Pick<ConversationRowProps, 'row'>) {
  const { t } = useLingui()
  const { assignee, tags } = row.shared
  const assigneeName = assignee ? fullName(assignee) : ''
  const tagNames = tags.map(({ name }) => name).join(', ')
  const [tag, ...otherTags] = tags
  return (
    <span className={classes.marks}>
      {tag && (
        <Hint label={tagNames}>
          <span className={classes.tags}>
            <TagDot color={tag.color} />
            <bdi className={classes.tag} aria-hidden>
              {tag.name}
            </bdi>
            {otherTags.length > 0 && <span aria-hidden>+{otherTags.length}</span>}
            <span className={classes.hidden}>{t`Tags: ${tagNames}`}</span>
          </span>
        </Hint>
      )}
      {assignee && (
        <Hint label={t`Assigned to ${assigneeName}`}>
          <span>
            <NameAvatar name={assigneeName} tintKey={assignee.userId} size={18} />
            <span className={classes.hidden}>{t`Assigned to ${assigneeName}`}</span>
          </span>
        </Hint>
      )}
    </span>
  )
}

/** One conversation of the list: contact, time, last message, what needs attention, and a checkbox. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { row, to, isOpen, isChosen, isChoosing, isCompact, onChoose, onOpen } = props
  const { t } = useLingui()
  const dispatch = useDispatch<CacheStore['dispatch']>()
  const { contact, unreadCount } = row
  // The checkbox has the keyboard focus and is therefore shown.
  const [isReached, setReached] = useState(false)
  const loadAhead = () => void dispatch(prefetchThread(row.id))
  const name = fullName(contact) || contact.phoneDisplay || t`No name`
  return (
    <div
      className={classes.row}
      data-unread={unreadCount > 0 || undefined}
      data-open={isOpen || undefined}
      data-chosen={isChosen || undefined}
      data-choosing={isChoosing || undefined}
      data-compact={isCompact || undefined}
      data-reached={isReached || undefined}
    >
      <a
        className={classes.link}
        href={to}
        data-conversation={row.id}
        aria-current={isOpen ? 'page' : undefined}
        onPointerEnter={() => whenResting(loadAhead)}
        onPointerLeave={cancelResting}
        onPointerDown={loadAhead}
        onFocus={loadAhead}
        onClick={(event) => {
          const { shiftKey, button, metaKey, ctrlKey, altKey } = event
          const chooses = isChoosing || shiftKey
          // A swipe ended here, or the browser should open another tab or window.
          if (event.isDefaultPrevented() || (!chooses && (button !== 0 || metaKey || ctrlKey || altKey))) return
          event.preventDefault()
          if (chooses) onChoose(row.id, shiftKey)
          else onOpen(to)
        }}
      >
        <span className={classes.avatar}>
          <NameAvatar name={fullName(contact)} tintKey={contact.id} size={32} />
        </span>
        <span className={classes.lines}>
          <span className={classes.first}>
            <bdi className={classes.name}>{name}</bdi>
            {row.muted && <IconBellOff size={14} stroke={1.75} aria-label={t`Muted`} className={classes.muted ?? ''} />}
            <span className={classes.time}>
              <When {...props} />
            </span>
          </span>
          <span className={classes.second}>
            <RowPreview row={row} isOpen={isOpen} />
            <RowLabels row={row} />
            {unreadCount > 0 && (
              <span className={classes.count}>
                <span aria-hidden>{unreadCount > 99 ? '99+' : unreadCount}</span>
                <span className={classes.hidden}>
                  <Plural value={unreadCount} one="# unread message" other="# unread messages" />
                </span>
              </span>
            )}
          </span>
        </span>
      </a>
      <span className={classes.box}>
        <input
          type="checkbox"
          className={classes.check}
          checked={isChosen}
          aria-label={t`Select ${name}`}
          onFocus={({ target }) => setReached(target.matches(':focus-visible'))}
          onBlur={() => setReached(false)}
          onChange={(event) => onChoose(row.id, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </span>
    </div>
  )
})
