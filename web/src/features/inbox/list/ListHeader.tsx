import { useLingui } from '@lingui/react/macro'
import { ActionIcon, SegmentedControl, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconEdit } from '@tabler/icons-react'
import { Suspense } from 'react'
import { lazyPart } from '../../../shared/lib/lazy-part.ts'
import { useCan, useSession } from '../../../shared/lib/session/select.ts'
import { Hint } from '../../../shared/ui/overlay/Hint.tsx'
import { SearchBox } from '../../../shared/ui/table/SearchBox.tsx'
import classes from './ConversationList.module.css'
import type { CompactList } from './useCompactList.ts'
import { useWaitingQueueQuery } from '../state/related-api.ts'
import type { InboxUrl } from '../useInboxUrl.ts'
import { useViewNames } from './useViewNames.ts'
import { ViewMenu } from './ViewMenu.tsx'

/** Returns a count as a tab shows it. */
const short = (count: number): string => (count > 99 ? '99+' : String(count))

const ListFilters = lazyPart(() => import('./ListFilters.tsx'))

export interface ListHeaderProps {
  url: InboxUrl
  /** Starts a new message. */
  onNew: () => void
  /** Starts selecting conversations. */
  onSelect: () => void
  compact: CompactList
}

/** The header of the list: its view, search and filters. */
export function ListHeader({ url: { filter, setFilter, hidesReplies }, onNew, onSelect, compact }: ListHeaderProps) {
  const { t } = useLingui()
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const canReply = useCan('inbox.reply')
  const unread = useSession(({ ws }) => ws.unreadMessages)
  const { data: queue } = useWaitingQueueQuery(hidesReplies ? 'none' : undefined)
  const names = useViewNames()
  const waiting = queue && queue.count > 0 ? short(queue.count) : undefined
  const shownUnread = short(unread)
  return (
    <div className={classes.head}>
      <div className={classes.titleLine}>
        <Title order={1} className={classes.title} id="screen-title" tabIndex={-1}>
          {t`Inbox`}
        </Title>
        <ViewMenu
          filter={filter}
          onShow={setFilter}
          onSelect={isTouch ? onSelect : undefined}
          compact={isTouch ? undefined : compact}
        />
        {canReply && (
          <Hint label={t`New message (C)`}>
            <ActionIcon variant="default" size={30} onClick={onNew} aria-label={t`New message`}>
              <IconEdit size={18} stroke={1.75} />
            </ActionIcon>
          </Hint>
        )}
      </div>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t`Filter conversations`}
        value={filter.status}
        onChange={(status) => setFilter({ status })}
        data={[
          { value: 'unanswered', label: waiting ? t`Waiting ${waiting}` : names.unanswered },
          { value: 'open', label: names.open },
          { value: 'unread', label: unread > 0 ? t`Unread ${shownUnread}` : names.unread },
        ]}
      />
      <div className={classes.filters}>
        <div className={classes.search}>
          <SearchBox
            label={t`Search inbox`}
            value={filter.search}
            // A search in the waiting queue would miss everyone who has an answer.
            onSearch={(search) =>
              setFilter(filter.status === 'unanswered' && search !== '' ? { search, status: 'open' } : { search })
            }
            width="100%"
            hasSlashKey={!isTouch}
          />
        </div>
        <Suspense fallback={null}>
          <ListFilters filter={filter} setFilter={setFilter} />
        </Suspense>
      </div>
    </div>
  )
}
