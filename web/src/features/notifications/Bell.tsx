import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Popover, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { fullName } from '../../shared/lib/session/state.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { LazySheet } from '../../shared/ui/LazySheet.tsx'
import { PersonAvatar } from '../../shared/ui/PersonAvatar.tsx'
import { RelativeTime } from '../../shared/ui/RelativeTime.tsx'
import { StatePanel } from '../../shared/ui/StatePanel.tsx'
import classes from './Bell.module.css'
import { conversationPath } from './toast-rules.ts'

const most = 99

/** A count as a badge shows it: nothing for none, at most 99+. */
export function badgeOf(count: number): string | undefined {
  if (count === 0) return undefined
  return count > most ? `${most}+` : String(count)
}

function NewMessages({ onOpen }: { onOpen: () => void }) {
  const { t } = useLingui()
  const entries = useSession(({ message }) => message.notifications)
  if (entries.length === 0) return <StatePanel kind="done" title={t`You are all caught up.`} compact />
  return (
    <ul className={classes.list}>
      {entries.map(({ contact, messageCount, lastMessage }) => {
        const name = fullName(contact)
        return (
          <li key={contact.id}>
            <Link className={classes.entry} to={conversationPath(contact.id)} onClick={onOpen}>
              <PersonAvatar name={name} tintKey={contact.id} size={32} />
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

/** The bell with the number of contacts who wait, and who they are. */
export function Bell() {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const count = useSession(({ ws, message }) => Math.max(ws.unreadMessages, message.notifications.length))
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const badge = badgeOf(count)
  const close = () => setOpen(false)
  const button = (
    <ActionIcon
      className={classes.bell ?? ''}
      onClick={() => setOpen(!isOpen)}
      aria-label={badge ? t`Notifications, ${badge} unread` : t`Notifications`}
      aria-expanded={isOpen}
    >
      <IconBell size={20} stroke={1.75} />
      {badge && (
        <span className={classes.badge} aria-hidden>
          {badge}
        </span>
      )}
    </ActionIcon>
  )
  if (isPhone) {
    return (
      <>
        {button}
        <LazySheet isOpen={isOpen} onClose={close} title={t`New messages`}>
          <NewMessages onOpen={close} />
        </LazySheet>
      </>
    )
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={380} trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={t`Notifications`} disabled={isOpen}>
          {button}
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t`New messages`}>
        <p className={classes.title}>
          <Trans>New messages</Trans>
        </p>
        <NewMessages onOpen={close} />
      </Popover.Dropdown>
    </Popover>
  )
}
