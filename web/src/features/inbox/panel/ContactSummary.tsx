import { formatDate } from '@crewline/contract/formats'
import type { Conversation } from '@crewline/contract/inbox'
import { TAGS_PER_CONVERSATION } from '@crewline/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button } from '@mantine/core'
import { IconClock, IconPlus, IconUserPlus } from '@tabler/icons-react'
import { useCan } from '../../../shared/lib/session/select.ts'
import { fullName } from '../../../shared/lib/session/state.ts'
import { NameAvatar } from '../../../shared/ui/text/NameAvatar.tsx'
import classes from './ContactPanel.module.css'
import { isSnoozed } from '../state/list-filter.ts'
import { AssignMenu, SnoozeMenu, TagPopover } from '../list/BulkMenus.tsx'
import { TagDot } from '../list/TagDot.tsx'
import { useNow } from '../thread/useNow.ts'
import { useConversationActions } from '../list/useConversationActions.ts'

export interface ContactSummaryProps {
  row: Conversation
  onSnooze: (until: string | null) => void
}

/** Shows on a phone, where the header of the thread has no space for it, what the team shares about a conversation. */
export function ContactSummary({ row, onSnooze }: ContactSummaryProps) {
  const { t, i18n } = useLingui()
  const canReply = useCan('inbox.reply')
  const { assign, tag } = useConversationActions(row)
  const { assignee, tags, snoozedUntil } = row.shared
  const name = assignee ? fullName(assignee) : t`No one`
  const isAsleep = isSnoozed(row.shared, new Date(useNow()).toISOString())
  const time = snoozedUntil ? formatDate(snoozedUntil, 'weekdayTime', i18n.locale) : ''
  const until = isAsleep ? t`Until ${time}` : t`Not snoozed`
  const icon = assignee ? (
    <NameAvatar name={name} tintKey={assignee.userId} size={20} />
  ) : (
    <IconUserPlus size={16} stroke={1.75} />
  )
  return (
    <section className={classes.part}>
      <h2>
        <Trans>Conversation</Trans>
      </h2>
      <dl className={classes.shared}>
        <dt>
          <Trans>Assigned to</Trans>
        </dt>
        <dd>
          {canReply ? (
            <AssignMenu
              label={t`Assign`}
              assigneeId={assignee?.userId ?? null}
              onAssign={(teammate) => void assign(teammate)}
            >
              <Button size="compact-sm" variant="subtle" color="gray" leftSection={icon}>
                <bdi>{name}</bdi>
              </Button>
            </AssignMenu>
          ) : (
            <bdi>{name}</bdi>
          )}
        </dd>
        <dt>
          <Trans>Snooze</Trans>
        </dt>
        <dd>
          {canReply ? (
            <SnoozeMenu label={t`Snooze`} isSnoozed={isAsleep} onSnooze={onSnooze}>
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                leftSection={<IconClock size={16} stroke={1.75} />}
              >
                {until}
              </Button>
            </SnoozeMenu>
          ) : (
            until
          )}
        </dd>
        <dt>
          <Trans>Tags</Trans>
        </dt>
        <dd className={classes.tags}>
          {tags.map((rowTag) => (
            <Badge key={rowTag.id} color="gray" leftSection={<TagDot color={rowTag.color} />}>
              <bdi>{rowTag.name}</bdi>
            </Badge>
          ))}
          {canReply && (
            <TagPopover
              label={t`Tags`}
              canCreate
              most={TAGS_PER_CONVERSATION}
              chosen={tags.map(({ id }) => id)}
              onTag={(chosenTag, isOn) => void tag(chosenTag, isOn)}
            >
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                leftSection={<IconPlus size={16} stroke={1.75} />}
              >
                <Trans>Tag</Trans>
              </Button>
            </TagPopover>
          )}
        </dd>
      </dl>
    </section>
  )
}
