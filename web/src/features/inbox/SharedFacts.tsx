import type { Conversation } from '@crewline/contract/inbox'
import { TAGS_PER_CONVERSATION } from '@crewline/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button } from '@mantine/core'
import { IconClock, IconPlus, IconUserPlus } from '@tabler/icons-react'
import { useCan } from '../../shared/lib/session/select.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { PersonAvatar } from '../../shared/ui/PersonAvatar.tsx'
import classes from './ContactPanel.module.css'
import { isSnoozed } from './fold.ts'
import { AssignMenu, SnoozeMenu, TagPopover } from './PickMenu.tsx'
import { TagDot } from './TagDot.tsx'
import { useNow } from './useNow.ts'
import { useRowActs } from './useRowActs.ts'

export interface SharedFactsProps {
  row: Conversation
  onSnooze: (until: string | null) => void
}

/** What the team shares of a conversation: who has it, until when it sleeps, its tags. */
export function SharedFacts({ row, onSnooze }: SharedFactsProps) {
  const { t, i18n } = useLingui()
  const canReply = useCan('inbox.reply')
  const { assign, tag } = useRowActs(row)
  const { assignee, tags, snoozedUntil } = row.shared
  const name = assignee ? fullName(assignee) : t`Nobody`
  const isAsleep = isSnoozed(row.shared, new Date(useNow()).toISOString())
  const time = snoozedUntil
    ? i18n.date(new Date(snoozedUntil), { weekday: 'short', hour: 'numeric', minute: '2-digit' })
    : ''
  const until = isAsleep ? t`Until ${time}` : t`Not snoozed`
  const icon = assignee ? (
    <PersonAvatar name={name} tintKey={assignee.userId} size={20} />
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
            <AssignMenu label={t`Assign`} assigneeId={assignee?.userId ?? null} onAssign={(one) => void assign(one)}>
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
          {tags.map((one) => (
            <Badge key={one.id} color="gray" leftSection={<TagDot color={one.color} />}>
              <bdi>{one.name}</bdi>
            </Badge>
          ))}
          {canReply && (
            <TagPopover
              label={t`Tags`}
              canCreate
              most={TAGS_PER_CONVERSATION}
              chosen={tags.map(({ id }) => id)}
              onTag={(one, isOn) => void tag(one, isOn)}
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
