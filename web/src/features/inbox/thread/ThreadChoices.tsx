import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import {
  IconArchive,
  IconBan,
  IconBell,
  IconBellOff,
  IconCopy,
  IconFileExport,
  IconShieldCheck,
  IconInbox,
  IconMail,
  IconSearch,
  IconUser,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { call } from '../../../shared/api/from-contract.ts'
import { useCan } from '../../../shared/lib/session/select.ts'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { KeyHint } from '../../../shared/ui/KeyHint.tsx'
import { useSaveFile } from '../../../shared/ui/toast/useSaveFile.ts'
import { canBeOptedOut } from '../../consent/index.ts'
import { conversationPath } from '../conversation-path.ts'
import type { ConversationHeaderProps } from './ConversationHeader.tsx'
import { useConversationActions } from '../list/useConversationActions.ts'

/** The items of a conversation menu: every action, also those that have a button elsewhere. */
export default function ThreadChoices(props: ConversationHeaderProps & { onExport: () => void; onOptOut: () => void }) {
  const { conversation, isPhone, onArchive, onUnread, onFind, onExport, onOptOut } = props
  const { t } = useLingui()
  const canReply = useCan('inbox.reply')
  const canExport = useCan('messages.export')
  const canOptOut = useCan('contacts.edit')
  const { mute } = useConversationActions(conversation)
  const { save } = useSaveFile()
  const contact = conversation?.contact
  const isMuted = conversation?.muted ?? false
  const isArchived = conversation?.archived ?? false
  const hasMessages = Boolean(conversation?.lastMessage)
  function copyLink(): void {
    void navigator.clipboard?.writeText(location.origin + conversationPath(conversation?.id ?? ''))
    announce(t`Copied`)
  }
  return (
    <>
      {isPhone && canReply && hasMessages && (
        <Menu.Item
          leftSection={isArchived ? <IconInbox size={16} stroke={1.75} /> : <IconArchive size={16} stroke={1.75} />}
          onClick={onArchive}
        >
          {isArchived ? <Trans>Reopen</Trans> : <Trans>Archive</Trans>}
        </Menu.Item>
      )}
      {hasMessages && (
        <Menu.Item
          leftSection={<IconMail size={16} stroke={1.75} />}
          rightSection={<KeyHint keys="U" />}
          onClick={onUnread}
        >
          <Trans>Mark as unread</Trans>
        </Menu.Item>
      )}
      {isPhone && (
        <Menu.Item leftSection={<IconSearch size={16} stroke={1.75} />} onClick={onFind}>
          <Trans>Find in this conversation</Trans>
        </Menu.Item>
      )}
      {hasMessages && (
        <Menu.Item
          leftSection={isMuted ? <IconBell size={16} stroke={1.75} /> : <IconBellOff size={16} stroke={1.75} />}
          onClick={() => void mute(!isMuted)}
        >
          {isMuted ? <Trans>Unmute</Trans> : <Trans>Mute</Trans>}
        </Menu.Item>
      )}
      {canExport && hasMessages && (
        <Menu.Item leftSection={<IconFileExport size={16} stroke={1.75} />} onClick={onExport}>
          <Trans>Export conversation</Trans>
        </Menu.Item>
      )}
      {canExport && hasMessages && contact && (
        <Menu.Item
          leftSection={<IconShieldCheck size={16} stroke={1.75} />}
          onClick={() => void save(call('conversationProof', { query: { contactId: contact.id } }), 'proof.pdf')}
        >
          <Trans>Proof (PDF)</Trans>
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconCopy size={16} stroke={1.75} />} onClick={copyLink}>
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
      {canOptOut && contact && canBeOptedOut(contact) && (
        <Menu.Item leftSection={<IconBan size={16} stroke={1.75} />} onClick={onOptOut}>
          <Trans>Opt out…</Trans>
        </Menu.Item>
      )}
    </>
  )
}
