import { useLingui } from '@lingui/react/macro'
import { ActionIcon, SegmentedControl, Title, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconEdit } from '@tabler/icons-react'
import { useCan, useSession } from '../../shared/lib/session/select.ts'
import { SearchBox } from '../../shared/ui/SearchBox.tsx'
import { GroupFilter } from '../groups/index.ts'
import classes from './ConversationList.module.css'
import type { InboxUrl } from './useInboxUrl.ts'

export interface ListHeadProps {
  url: InboxUrl
  /** Starts a message to somebody. */
  onNew: () => void
}

/** What the list shows and how it is narrowed. */
export function ListHead({ url: { asked, narrow }, onNew }: ListHeadProps) {
  const { t } = useLingui()
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const canReply = useCan('inbox.reply')
  const unread = useSession(({ ws }) => ws.unreadMessages)
  const shownUnread = unread > 99 ? '99+' : String(unread)
  return (
    <div className={classes.head}>
      <div className={classes.titleLine}>
        <Title order={1} className={classes.title} id="screen-title" tabIndex={-1}>
          {t`Inbox`}
        </Title>
        {canReply && (
          <Tooltip label={t`New message (C)`}>
            <ActionIcon variant="default" onClick={onNew} aria-label={t`New message`}>
              <IconEdit size={18} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t`Which conversations`}
        value={asked.status}
        onChange={(status) => narrow({ status })}
        data={[
          { value: 'open', label: t`Open` },
          { value: 'unread', label: unread > 0 ? t`Unread ${shownUnread}` : t`Unread` },
          { value: 'archived', label: t({ message: 'Archived', context: 'conversations' }) },
        ]}
      />
      <div className={classes.filters}>
        <div className={classes.search}>
          <SearchBox
            label={t`Search name or number`}
            value={asked.search}
            onSearch={(search) => narrow({ search })}
            width="100%"
            hasSlashKey={!isTouch}
          />
        </div>
        <GroupFilter chosen={asked.groupIds} onChoose={(groupIds) => narrow({ groupIds })} />
      </div>
    </div>
  )
}
