import { Trans, useLingui } from '@lingui/react/macro'
import { Button, SegmentedControl } from '@mantine/core'
import classes from './ConversationList.module.css'
import { ConversationRow, type ConversationRowProps } from './ConversationRow.tsx'
import { HitRow } from './HitRow.tsx'
import type { ListItem } from './list-items.ts'
import { SwipeRow } from './SwipeRow.tsx'

export interface ListLineProps extends Omit<ConversationRowProps, 'row' | 'to' | 'isOpen' | 'isChosen'> {
  item: ListItem
  linkTo: (conversation: string, place?: { message?: string }) => string
  openId: string
  isChosen: boolean
  /** How many days back the message search goes; empty for all. */
  days: string
  onDays: (days: string) => void
  onAllContacts: () => void
  /** Set on a touch screen: the actions of a swipe. */
  swipeActions?: { onArchive: ((id: string) => void) | undefined; onUnread: (id: string) => void } | undefined
}

/** Renders one list item of any kind. */
export function ListLine({ item, linkTo, openId, days, onDays, onAllContacts, swipeActions, ...rest }: ListLineProps) {
  const { t } = useLingui()
  if (item.kind === 'row') {
    const { row } = item
    const line = <ConversationRow {...rest} row={row} to={linkTo(row.id)} isOpen={row.id === openId} />
    if (!swipeActions) return line
    const { onArchive, onUnread } = swipeActions
    return (
      <SwipeRow
        isArchived={row.archived}
        onArchive={onArchive && (() => onArchive(row.id))}
        onUnread={() => onUnread(row.id)}
      >
        {line}
      </SwipeRow>
    )
  }
  if (item.kind === 'hit') {
    return <HitRow hit={item.hit} to={linkTo(item.hit.message.contactId, { message: item.hit.message.id })} />
  }
  if (item.kind === 'people' || item.kind === 'messages') {
    return (
      <div className={classes.groupHead}>
        <h2>{item.kind === 'people' ? <Trans>People</Trans> : <Trans>Messages</Trans>}</h2>
        {item.kind === 'messages' && (
          <SegmentedControl
            size="xs"
            aria-label={t`Time range`}
            value={days}
            onChange={onDays}
            data={[
              { value: '', label: t`Any time` },
              { value: '7', label: t`Last 7 days` },
              { value: '30', label: t`Last 30 days` },
            ]}
          />
        )}
      </div>
    )
  }
  if (item.kind === 'morePeople') {
    return (
      <Button variant="subtle" size="xs" fullWidth onClick={onAllContacts}>
        <Trans>Show all contacts</Trans>
      </Button>
    )
  }
  return (
    <p className={classes.quiet}>
      {item.kind === 'noPeople' ? <Trans>No matching contacts.</Trans> : <Trans>No matching messages.</Trans>}
    </p>
  )
}
