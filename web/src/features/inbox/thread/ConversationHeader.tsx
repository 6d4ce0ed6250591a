import type { Conversation } from '@crewline/contract/inbox'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Title, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArchive, IconArrowLeft, IconInbox, IconLayoutSidebarRight, IconSearch } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useCan } from '../../../shared/lib/session/select.ts'
import { fullName } from '../../../shared/lib/session/state.ts'
import { Hint } from '../../../shared/ui/overlay/Hint.tsx'
import { IconButton } from '../../../shared/ui/IconButton.tsx'
import { NameChip } from '../../../shared/ui/text/NameChip.tsx'
import { ConversationState } from './ConversationState.tsx'
import { HeaderDetail } from './HeaderDetail.tsx'
import classes from './Thread.module.css'
import { ThreadMenu } from './ThreadMenu.tsx'

export interface ConversationHeaderProps {
  conversation: Conversation | undefined
  isPhone: boolean
  isPanelOpen: boolean
  /** The list, for the back button on a phone. */
  backTo: string
  onContact: () => void
  onArchive: () => void
  onSnooze: (until: string | null) => void
  onUnread: () => void
  onFind: () => void
}

/**
 * The header of a thread: the contact, the actions on the whole conversation, and what the team shares about it. On a
 * phone there is no space for the latter; the page of the contact has it.
 */
export function ConversationHeader(props: ConversationHeaderProps) {
  const { conversation, isPhone, isPanelOpen, backTo, onContact, onArchive, onFind } = props
  const { t } = useLingui()
  const canReply = useCan('inbox.reply')
  const contact = conversation?.contact
  const chip = contact && (
    <NameChip
      name={fullName(contact) || (contact.phoneDisplay ?? '')}
      tintKey={contact.id}
      size={40}
      detail={<HeaderDetail contact={contact} />}
    />
  )
  const hasMessages = Boolean(conversation?.lastMessage)
  const isArchived = conversation?.archived ?? false
  return (
    <header className={classes.head}>
      {isPhone && (
        <ActionIcon component={Link} to={backTo} aria-label={t`Back to list`}>
          <IconArrowLeft size={20} stroke={1.75} className="mantine-rotate-rtl" />
        </ActionIcon>
      )}
      <Title order={isPhone ? 1 : 2} className={classes.who}>
        {isPhone ? (
          <UnstyledButton onClick={onContact} className={classes.whoButton}>
            <VisuallyHidden>{t`Open contact`} </VisuallyHidden>
            {chip}
          </UnstyledButton>
        ) : (
          // The heading must have text, also while the name is loading.
          (chip ?? <VisuallyHidden>{t`Conversation`}</VisuallyHidden>)
        )}
      </Title>
      {!isPhone && (
        <div className={classes.acts}>
          <Hint label={t`Find in this conversation (F)`}>
            <IconButton onClick={onFind} aria-label={t`Find in this conversation`} aria-keyshortcuts="F">
              <IconSearch size={18} stroke={1.75} />
            </IconButton>
          </Hint>
          {canReply && hasMessages && (
            <Hint label={isArchived ? t`Reopen (E)` : t`Archive (E)`}>
              <Button
                variant="default"
                size="xs"
                aria-keyshortcuts="E"
                leftSection={
                  isArchived ? <IconInbox size={16} stroke={1.75} /> : <IconArchive size={16} stroke={1.75} />
                }
                onClick={onArchive}
              >
                {isArchived ? <Trans>Reopen</Trans> : <Trans>Archive</Trans>}
              </Button>
            </Hint>
          )}
          <Hint label={isPanelOpen ? t`Hide contact (P)` : t`Show contact (P)`}>
            <IconButton
              onClick={onContact}
              aria-label={t`Contact details`}
              aria-pressed={isPanelOpen}
              aria-keyshortcuts="P"
            >
              <IconLayoutSidebarRight size={18} stroke={1.75} className="mantine-rotate-rtl" />
            </IconButton>
          </Hint>
        </div>
      )}
      <ThreadMenu {...props} />
      {!isPhone && conversation && <ConversationState row={conversation} onSnooze={props.onSnooze} />}
    </header>
  )
}
