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
import type { InboxUrl } from '../useInboxUrl.ts'
import { useViewNames } from './useViewNames.ts'
import { ViewMenu } from './ViewMenu.tsx'

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
export function ListHeader({ url: { filter, setFilter }, onNew, onSelect, compact }: ListHeaderProps) {
  const { t } = useLingui()
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const canReply = useCan('inbox.reply')
  const unread = useSession(({ ws }) => ws.unreadMessages)
  const names = useViewNames()
  const shownUnread = unread > 99 ? '99+' : String(unread)
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
          { value: 'open', label: names.open },
          { value: 'unread', label: unread > 0 ? t`Unread ${shownUnread}` : names.unread },
          { value: 'archived', label: names.archived },
        ]}
      />
      <div className={classes.filters}>
        <div className={classes.search}>
          <SearchBox
            label={t`Search inbox`}
            value={filter.search}
            onSearch={(search) => setFilter({ search })}
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
