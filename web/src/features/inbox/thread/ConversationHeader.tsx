import type { Conversation } from '@crewline/contract/inbox'
import { TAGS_PER_CONVERSATION } from '@crewline/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Title, UnstyledButton, VisuallyHidden } from '@mantine/core'
import {
  IconArchive,
  IconArrowLeft,
  IconClock,
  IconInbox,
  IconLayoutSidebarRight,
  IconSearch,
  IconTag,
  IconUserPlus,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { useCan } from '../../../shared/lib/session/select.ts'
import { fullName } from '../../../shared/lib/session/state.ts'
import { Hint } from '../../../shared/ui/overlay/Hint.tsx'
import { IconButton } from '../../../shared/ui/IconButton.tsx'
import { NameAvatar } from '../../../shared/ui/text/NameAvatar.tsx'
import { NameChip } from '../../../shared/ui/text/NameChip.tsx'
import { isSnoozed } from '../state/fold.ts'
import { HeaderDetail } from './HeaderDetail.tsx'
import { AssignMenu, SnoozeMenu, TagPopover } from '../list/BulkMenus.tsx'
import classes from './Thread.module.css'
import { ThreadMenu } from './ThreadMenu.tsx'
import { useNow } from './useNow.ts'
import { useConversationActions } from '../list/useConversationActions.ts'

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

function Sharing({ row, onSnooze }: { row: Conversation } & Pick<ConversationHeaderProps, 'onSnooze'>) {
  const { t } = useLingui()
  const { assign, tag } = useConversationActions(row)
  const { assignee, tags } = row.shared
  const name = assignee ? fullName(assignee) : ''
  const label = assignee ? t`Assigned to ${name}` : t`Assign`
  const isAsleep = isSnoozed(row.shared, new Date(useNow()).toISOString())
  return (
    <>
      <AssignMenu
        label={t`Assign`}
        assigneeId={assignee?.userId ?? null}
        onAssign={(teammate) => void assign(teammate)}
      >
        <IconButton title={label}>
          {assignee ? (
            <NameAvatar name={name} tintKey={assignee.userId} size={24} />
          ) : (
            <IconUserPlus size={18} stroke={1.75} aria-hidden />
          )}
          <VisuallyHidden>{label}</VisuallyHidden>
        </IconButton>
      </AssignMenu>
      <SnoozeMenu label={t`Snooze`} isSnoozed={isAsleep} onSnooze={onSnooze}>
        <IconButton aria-label={t`Snooze`} title={t`Snooze`} isOn={isAsleep}>
          <IconClock size={18} stroke={1.75} />
        </IconButton>
      </SnoozeMenu>
      <TagPopover
        label={t`Tags`}
        canCreate
        most={TAGS_PER_CONVERSATION}
        chosen={tags.map(({ id }) => id)}
        onTag={(chosenTag, isOn) => void tag(chosenTag, isOn)}
      >
        <IconButton aria-label={t`Tags`} title={t`Tags`} isOn={tags.length > 0}>
          <IconTag size={18} stroke={1.75} />
        </IconButton>
      </TagPopover>
    </>
  )
}

/** The header of a thread: the contact and the actions on the whole conversation. */
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
          {canReply && conversation && <Sharing row={conversation} onSnooze={props.onSnooze} />}
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
    </header>
  )
}
