import { formatDate } from '@crewline/contract/formats'
import type { Conversation } from '@crewline/contract/inbox'
import { TAGS_PER_CONVERSATION } from '@crewline/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { IconClock, IconTag, IconUserPlus } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { useCan } from '../../../shared/lib/session/select.ts'
import { fullName } from '../../../shared/lib/session/state.ts'
import { Hint } from '../../../shared/ui/overlay/Hint.tsx'
import { NameAvatar } from '../../../shared/ui/text/NameAvatar.tsx'
import { AssignMenu, SnoozeMenu, TagPopover } from '../list/BulkMenus.tsx'
import { TagDot } from '../list/TagDot.tsx'
import { useConversationActions } from '../list/useConversationActions.ts'
import { isSnoozed } from '../state/list-filter.ts'
import classes from './Thread.module.css'
import { useNow } from './useNow.ts'

const namedTags = 3

/** A plain button with a label: the header renders again with each click, and Mantine's button costs several times as much. */
function StateButton(props: Omit<ComponentPropsWithRef<'button'>, 'className' | 'type'>) {
  return <button type="button" className={`mantine-focus-auto mantine-active ${classes.stateButton}`} {...props} />
}

export interface ConversationStateProps {
  row: Conversation
  onSnooze: (until: string | null) => void
}

/** The one place of an open conversation that shows and changes what the team shares: assignee, snooze time, tags. */
export function ConversationState({ row, onSnooze }: ConversationStateProps) {
  const { t, i18n } = useLingui()
  const canReply = useCan('inbox.reply')
  const { assign, tag } = useConversationActions(row)
  const { assignee, tags, snoozedUntil } = row.shared
  const name = assignee ? fullName(assignee) : ''
  const isAsleep = isSnoozed(row.shared, new Date(useNow()).toISOString())
  const time = isAsleep && snoozedUntil ? formatDate(snoozedUntil, 'weekdayTime', i18n.locale) : ''
  const snoozeLabel = isAsleep ? t`Snoozed until ${time}` : t`Snooze`
  // The initials are visible text, so a label of its own would not contain what the button shows.
  const assigneeText = assignee ? (
    <>
      <NameAvatar name={name} tintKey={assignee.userId} size={18} />
      <bdi aria-hidden>{name}</bdi>
      <VisuallyHidden>{t`Assigned to ${name}`}</VisuallyHidden>
    </>
  ) : (
    <>
      <IconUserPlus size={16} stroke={1.75} aria-hidden />
      <Trans>Assign</Trans>
    </>
  )
  const snoozeText = (
    <>
      <IconClock size={16} stroke={1.75} aria-hidden />
      {isAsleep ? t`Until ${time}` : t`Snooze`}
    </>
  )
  const hiddenTags = tags.slice(namedTags)
  const tagNames = hiddenTags.map((hidden) => hidden.name).join(', ')
  return (
    <div className={classes.state} role="group" aria-label={t`Conversation`}>
      {canReply ? (
        <AssignMenu
          label={t`Assign`}
          assigneeId={assignee?.userId ?? null}
          onAssign={(teammate) => void assign(teammate)}
        >
          <StateButton>{assigneeText}</StateButton>
        </AssignMenu>
      ) : (
        assignee && <span className={classes.stateText}>{assigneeText}</span>
      )}
      {canReply ? (
        <SnoozeMenu label={t`Snooze`} isSnoozed={isAsleep} onSnooze={onSnooze}>
          <StateButton aria-label={snoozeLabel} data-on={isAsleep || undefined}>
            {snoozeText}
          </StateButton>
        </SnoozeMenu>
      ) : (
        isAsleep && <span className={classes.stateText}>{snoozeText}</span>
      )}
      {tags.slice(0, namedTags).map(({ id, name: tagName, color }) => (
        <span key={id} className={classes.stateTag}>
          <TagDot color={color} />
          <bdi>{tagName}</bdi>
        </span>
      ))}
      {hiddenTags.length > 0 && (
        <Hint label={tagNames}>
          <span className={classes.stateTag}>
            <span aria-hidden>+{hiddenTags.length}</span>
            <VisuallyHidden>{t`Tags: ${tagNames}`}</VisuallyHidden>
          </span>
        </Hint>
      )}
      {canReply && (
        <TagPopover
          label={t`Tags`}
          canCreate
          most={TAGS_PER_CONVERSATION}
          chosen={tags.map(({ id }) => id)}
          onTag={(chosenTag, isOn) => void tag(chosenTag, isOn)}
        >
          <StateButton>
            <IconTag size={16} stroke={1.75} aria-hidden />
            <Trans>Tags</Trans>
          </StateButton>
        </TagPopover>
      )}
    </div>
  )
}
