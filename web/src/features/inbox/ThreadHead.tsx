import type { Conversation } from '@crewline/contract/inbox'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Menu, Title, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import {
  IconArchive,
  IconArrowLeft,
  IconCopy,
  IconDots,
  IconInbox,
  IconLayoutSidebarRight,
  IconMailOpened,
  IconUser,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { KeyHint } from '../../shared/ui/KeyHint.tsx'
import { PersonChip } from '../../shared/ui/PersonChip.tsx'
import classes from './Thread.module.css'
import { conversationPath } from './conversation-path.ts'

export interface ThreadHeadProps {
  conversation: Conversation | undefined
  isPhone: boolean
  isPanelOpen: boolean
  /** The list, for the way back on a phone. */
  backTo: string
  onContact: () => void
  onArchive: () => void
  onUnread: () => void
}

/** Whose conversation it is and what may be done with the whole of it. */
export function ThreadHead({
  conversation,
  isPhone,
  isPanelOpen,
  backTo,
  onContact,
  onArchive,
  onUnread,
}: ThreadHeadProps) {
  const { t } = useLingui()
  const canReply = useCan('inbox.reply')
  const contact = conversation?.contact
  const name = contact ? fullName(contact) : ''
  const phone = contact?.phoneDisplay
  const chip = contact && (
    <PersonChip
      name={name || (phone ?? '')}
      tintKey={contact.id}
      size={40}
      detail={phone ? <bdi dir="ltr">{phone}</bdi> : t`No mobile`}
    />
  )
  const hasMessages = Boolean(conversation?.lastMessage)
  return (
    <header className={classes.head}>
      {isPhone && (
        <ActionIcon component={Link} to={backTo} aria-label={t`Back to the list`}>
          <IconArrowLeft size={20} stroke={1.75} className="mantine-rotate-rtl" />
        </ActionIcon>
      )}
      <Title order={isPhone ? 1 : 2} className={classes.who}>
        {isPhone ? (
          <UnstyledButton onClick={onContact}>
            <VisuallyHidden>{t`Open contact`} </VisuallyHidden>
            {chip}
          </UnstyledButton>
        ) : (
          chip
        )}
      </Title>
      {!isPhone && canReply && hasMessages && (
        <Tooltip label={conversation?.archived ? t`Move to open (E)` : t`Archive (E)`}>
          <Button
            variant="default"
            size="xs"
            aria-keyshortcuts="E"
            leftSection={
              conversation?.archived ? <IconInbox size={16} stroke={1.75} /> : <IconArchive size={16} stroke={1.75} />
            }
            onClick={onArchive}
          >
            {conversation?.archived ? <Trans>Move to open</Trans> : <Trans>Archive</Trans>}
          </Button>
        </Tooltip>
      )}
      {!isPhone && (
        <Tooltip label={isPanelOpen ? t`Hide contact (P)` : t`Show contact (P)`}>
          <ActionIcon
            onClick={onContact}
            aria-label={t`Contact details`}
            aria-pressed={isPanelOpen}
            aria-keyshortcuts="P"
          >
            <IconLayoutSidebarRight size={18} stroke={1.75} className="mantine-rotate-rtl" />
          </ActionIcon>
        </Tooltip>
      )}
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon aria-label={t`More`}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown aria-label={t`More`}>
          {isPhone && canReply && hasMessages && (
            <Menu.Item leftSection={<IconArchive size={16} stroke={1.75} />} onClick={onArchive}>
              {conversation?.archived ? <Trans>Move to open</Trans> : <Trans>Archive</Trans>}
            </Menu.Item>
          )}
          {hasMessages && (
            <Menu.Item
              leftSection={<IconMailOpened size={16} stroke={1.75} />}
              rightSection={<KeyHint keys="U" />}
              onClick={onUnread}
            >
              <Trans>Mark unread</Trans>
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconCopy size={16} stroke={1.75} />}
            onClick={() =>
              void navigator.clipboard?.writeText(location.origin + conversationPath(conversation?.id ?? ''))
            }
          >
            <Trans>Copy link</Trans>
          </Menu.Item>
          {contact && (
            <Menu.Item
              component={Link}
              to={`/dashboard/contacts/${contact.id}`}
              leftSection={<IconUser size={16} stroke={1.75} />}
            >
              <Trans>Open contact</Trans>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </header>
  )
}
