import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Tabs } from '@mantine/core'
import { Link } from 'react-router'
import { fullName } from '../../shared/lib/session/state.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { NameAvatar } from '../../shared/ui/text/NameAvatar.tsx'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { useUpdatesQuery } from './api.ts'
import classes from './Notifications.module.css'
import { NotificationsActions } from './NotificationsActions.tsx'
import { conversationPath } from './toast-rules.ts'
import { Updates } from './Updates.tsx'

interface PanelProps {
  onOpen: () => void
}

function NewMessages({ onOpen }: PanelProps) {
  const { t } = useLingui()
  const entries = useSession(({ message }) => message.notifications)
  if (entries.length === 0) return <StatePanel kind="done" title={t`You're all caught up.`} compact />
  return (
    <ul className={classes.list}>
      {entries.map(({ contact, messageCount, lastMessage }) => {
        const name = fullName(contact)
        return (
          <li key={contact.id}>
            <Link className={classes.entry} to={conversationPath(contact.id)} onClick={onOpen}>
              <NameAvatar name={name} tintKey={contact.id} size={32} />
              <span className={classes.lines}>
                <span className={classes.first}>
                  <bdi className={classes.name}>{name || t`No name`}</bdi>
                  <RelativeTime at={lastMessage.at} />
                </span>
                <span className={classes.preview} dir="auto">
                  {lastMessage.preview}
                </span>
                {messageCount > 1 && (
                  <span className={classes.count}>
                    <Plural value={messageCount} one="# new message" other="# new messages" />
                  </span>
                )}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** The notifications panel: waiting contacts, updates, and muted state. */
export function NotificationsPanel({ onOpen }: PanelProps) {
  const { t } = useLingui()
  const { data } = useUpdatesQuery()
  const unseen = data?.unseen ?? 0
  return (
    <>
      <Tabs defaultValue="messages" classNames={{ tab: classes.tab ?? '' }}>
        <Tabs.List aria-label={t`Notifications`}>
          <Tabs.Tab value="messages">
            <Trans>New messages</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="updates">
            <Trans>Updates</Trans>
            {unseen > 0 && <span className={classes.unseen}>{unseen}</span>}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="messages">
          <NewMessages onOpen={onOpen} />
        </Tabs.Panel>
        <Tabs.Panel value="updates">
          <Updates onOpen={onOpen} />
        </Tabs.Panel>
      </Tabs>
      <NotificationsActions onOpen={onOpen} />
    </>
  )
}
