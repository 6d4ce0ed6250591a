import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { IconInbox, IconPhone } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useCan } from '../../../shared/lib/session/select.ts'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { useTrySample } from '../../sample/index.ts'
import { useHasConversationsQuery, useHasNumberQuery, useViewsQuery } from '../state/related-api.ts'
import { filterOfView, nextView } from './saved-view.ts'
import type { InboxUrl } from '../useInboxUrl.ts'
import { viewIcons } from './view-icons.ts'

export interface EmptyListProps {
  url: InboxUrl
  onNew: () => void
}

/** Says that nothing is left to do in this view, and links to others. */
function AllDone({ url: { filter, setFilter } }: Pick<EmptyListProps, 'url'>) {
  const { t } = useLingui()
  const { data: views = [] } = useViewsQuery()
  const next = nextView(views, filter)
  const isQueue = filter.status === 'unanswered'
  return (
    <StatePanel
      kind="done"
      compact
      title={t`You're all caught up.`}
      action={
        isQueue ? (
          <Button variant="default" onClick={() => setFilter({ status: 'open' })}>
            <Trans>Show open conversations</Trans>
          </Button>
        ) : (
          next && (
            <Button variant="default" onClick={() => setFilter(filterOfView(next))}>
              <Trans>Open “{next.name}”</Trans>
            </Button>
          )
        )
      }
    />
  )
}

/** Fills an empty list: the reason and the next step. */
export default function EmptyList({ url, onNew }: EmptyListProps) {
  const { t } = useLingui()
  const { filter, setFilter } = url
  const canManageLines = useCan('lines.manage')
  const { trySample, isStarting } = useTrySample()
  const { data: hasNumber = true } = useHasNumberQuery(undefined, { skip: !canManageLines })
  // When everything is archived, the inbox is not waiting for its first conversation.
  const { data: hasAny, isLoading } = useHasConversationsQuery(undefined, {
    skip: filter.status !== 'open' && filter.status !== 'unanswered',
  })
  if (filter.search !== '' || filter.groupIds.length > 0 || filter.tagIds.length > 0) {
    return (
      <StatePanel
        kind="noMatch"
        compact
        title={t`No matching conversations`}
        text={t`Try a phone number or a last name.`}
        onClear={() => setFilter({ search: '', groupIds: [], tagIds: [] })}
      />
    )
  }
  if (filter.repliesTo && filter.repliesTo !== 'none') {
    return (
      <StatePanel
        kind="done"
        compact
        title={t`Every reply is answered.`}
        action={
          <Button variant="default" onClick={() => setFilter({ repliesTo: '' })}>
            <Trans>Show all conversations</Trans>
          </Button>
        }
      />
    )
  }
  if (isLoading) return null
  if (!hasNumber) {
    return (
      <StatePanel
        kind="firstUse"
        compact
        icon={IconPhone}
        title={t`Get a number to start texting.`}
        text={t`When workers text your number, their messages show up here.`}
        action={
          <Group gap={8} justify="center">
            <Button component={Link} to="/dashboard/settings?tab=numbers">
              <Trans>Get a number</Trans>
            </Button>
            <Button variant="default" loading={isStarting} onClick={() => void trySample()}>
              <Trans>Try a sample number</Trans>
            </Button>
          </Group>
        }
      />
    )
  }
  if (filter.status === 'unread' || hasAny) return <AllDone url={url} />
  const emptyTexts = {
    archived: [t`Nothing archived`, t`Conversations you archive will appear here.`],
    mine: [t`Nothing is assigned to you`, t`Conversations assigned to you will appear here.`],
    unassigned: [t`Every conversation is assigned`, t`Unassigned conversations will appear here.`],
    snoozed: [t`Nothing is snoozed`, t`Snoozed conversations will appear here.`],
    scheduled: [t`Nothing is scheduled`, t`Conversations with a scheduled text will appear here.`],
    failed: [t`No undelivered texts`, t`Conversations with an undelivered text will appear here.`],
    voicemail: [t`No new voicemail`, t`Conversations with a new voicemail will appear here.`],
    new: [t`No new numbers`, t`Texts from unknown numbers will appear here.`],
  }
  if (filter.status in emptyTexts) {
    const [title = '', text = ''] = emptyTexts[filter.status as keyof typeof emptyTexts]
    return <StatePanel kind="firstUse" compact icon={viewIcons[filter.status]} title={title} text={text} />
  }
  return (
    <StatePanel
      kind="firstUse"
      compact
      icon={IconInbox}
      title={t`No conversations yet`}
      text={t`Send a message, or wait for the first text.`}
      action={
        <Button variant="default" onClick={onNew}>
          <Trans>New message</Trans>
        </Button>
      }
    />
  )
}
