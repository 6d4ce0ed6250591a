import { formatNumber } from '@crewline/contract/formats'
import { BULK_AT_ONCE } from '@crewline/contract/limits'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, CloseButton, Menu } from '@mantine/core'
import {
  IconArchive,
  IconClock,
  IconDots,
  IconInbox,
  IconMail,
  IconMailOpened,
  IconTag,
  IconUserCheck,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useCan } from '../../../shared/lib/session/select.ts'
import { ConfirmCount } from '../../../shared/ui/overlay/ConfirmCount.tsx'
import { useLazyCountQuery } from '../state/actions-api.ts'
import classes from './ConversationList.module.css'
import type { ConversationFilter } from '../state/list-filter.ts'
import { AssignMenu, SnoozeMenu, TagPopover } from './BulkMenus.tsx'
import { allMatching, countOf, filterOf, type Selection } from './selection.ts'
import { useBulkActions } from './useBulkActions.ts'

export interface BulkBarProps {
  filter: ConversationFilter
  selection: Selection
  onSelect: (selection: Selection) => void
  onDone: () => void
  /** Whether every loaded row is selected and more conversations match. */
  mayTakeAll: boolean
}

interface Counted {
  count: number
  isMore: boolean
}

/** Counts the conversations that match the list; fetched only when all of them may be selected. */
function useMatching(filter: ConversationFilter, isNeeded: boolean): Counted | undefined {
  const [count] = useLazyCountQuery()
  const [matching, setMatching] = useState<Counted>()
  useEffect(() => {
    if (!isNeeded) return
    let isLate = false
    void count({ filter: filterOf(filter) }).then(({ data }) => {
      if (data && !isLate) setMatching({ count: data.count, isMore: data.isMore })
    })
    return () => {
      isLate = true
    }
  }, [filter, isNeeded, count])
  return isNeeded ? matching : undefined
}

/** Offers bulk actions for the selected conversations, with their exact number. */
export default function BulkBar({ filter, selection, onSelect, onDone, mayTakeAll }: BulkBarProps) {
  const { t, i18n } = useLingui()
  const canReply = useCan('inbox.reply')
  const matching = useMatching(filter, mayTakeAll || selection.isAll)
  const chosen = countOf(selection, matching?.count ?? 0)
  const { run, isBusy } = useBulkActions({ filter, selection, count: chosen, onDone })
  const isArchived = filter.status === 'archived'
  const more = matching?.isMore ? '+' : ''
  const shown = `${formatNumber(chosen, i18n.locale)}${selection.isAll ? more : ''}`
  const all = `${formatNumber(matching?.count ?? 0, i18n.locale)}${more}`
  const [tagged, setTagged] = useState<string[]>([])
  const [isAsking, setAsking] = useState(false)
  const verb = isArchived
    ? plural(chosen, { one: 'Reopen #', other: 'Reopen #' })
    : plural(chosen, { one: 'Archive #', other: 'Archive #' })
  const archive = () => run({ act: 'archive', archived: !isArchived })
  return (
    <div className={classes.bar} role="toolbar" aria-label={t`Selected conversations`}>
      <span className={classes.barCount} role="status">
        <Trans>{shown} selected</Trans>
      </span>
      {mayTakeAll && !selection.isAll && matching && (
        <Button size="xs" variant="subtle" onClick={() => onSelect(allMatching)}>
          <Trans>Select all {all} that match</Trans>
        </Button>
      )}
      {canReply && (
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          leftSection={isArchived ? <IconInbox size={16} stroke={1.75} /> : <IconArchive size={16} stroke={1.75} />}
          // So many are changed in the background, and Undo is not offered for them.
          onClick={() => (selection.isAll && chosen > BULK_AT_ONCE ? setAsking(true) : void archive())}
        >
          {verb}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        disabled={isBusy}
        leftSection={<IconMailOpened size={16} stroke={1.75} />}
        onClick={() => void run({ act: 'read', unread: false })}
      >
        <Trans>Mark as read</Trans>
      </Button>
      {canReply && (
        <>
          <AssignMenu
            label={t`Assign`}
            opensUp
            onAssign={(assignee) => void run({ act: 'assign', assigneeId: assignee?.userId ?? null })}
          >
            <Button
              size="xs"
              variant="default"
              disabled={isBusy}
              leftSection={<IconUserCheck size={16} stroke={1.75} />}
            >
              <Trans>Assign</Trans>
            </Button>
          </AssignMenu>
          <SnoozeMenu label={t`Snooze`} opensUp onSnooze={(until) => void run({ act: 'snooze', until })}>
            <Button size="xs" variant="default" disabled={isBusy} leftSection={<IconClock size={16} stroke={1.75} />}>
              <Trans>Snooze</Trans>
            </Button>
          </SnoozeMenu>
          <TagPopover
            label={t`Tag`}
            opensUp
            chosen={tagged}
            canCreate
            onTag={(tag, isOn) => {
              setTagged(isOn ? [...tagged, tag.id] : tagged.filter((id) => id !== tag.id))
              void run({ act: 'tag', add: isOn ? [tag.id] : [], remove: isOn ? [] : [tag.id] })
            }}
          >
            <Button size="xs" variant="default" disabled={isBusy} leftSection={<IconTag size={16} stroke={1.75} />}>
              <Trans>Tag</Trans>
            </Button>
          </TagPopover>
        </>
      )}
      <Menu position="top-end">
        <Menu.Target>
          <ActionIcon size={30} aria-label={t`More`}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown aria-label={t`More`}>
          <Menu.Item
            leftSection={<IconMail size={16} stroke={1.75} />}
            onClick={() => void run({ act: 'read', unread: true })}
          >
            <Trans>Mark as unread</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <CloseButton aria-label={t`Clear selection`} onClick={onDone} />
      <ConfirmCount
        isOpen={isAsking}
        title={isArchived ? t`Reopen ${shown} conversations?` : t`Archive ${shown} conversations?`}
        confirmLabel={verb}
        onConfirm={archive}
        onCancel={() => setAsking(false)}
      >
        <Trans>So many are changed in the background. There is no Undo for them.</Trans>
      </ConfirmCount>
    </div>
  )
}
