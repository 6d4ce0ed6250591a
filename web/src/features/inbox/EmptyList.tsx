import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconInbox, IconPhone } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { StatePanel } from '../../shared/ui/StatePanel.tsx'
import { useHasConversationsQuery, useHasNumberQuery, useViewsQuery } from './beside-api.ts'
import { nextView } from './saved-view.ts'
import type { InboxUrl } from './useInboxUrl.ts'
import { viewIcons } from './view-icons.ts'

export interface EmptyListProps {
  url: InboxUrl
  onNew: () => void
}

/** Nothing is left to do here, and where more may be. */
function AllDone({ url: { asked, narrow } }: Pick<EmptyListProps, 'url'>) {
  const { t } = useLingui()
  const { data: views = [] } = useViewsQuery()
  const next = nextView(views, asked)
  return (
    <StatePanel
      kind="done"
      compact
      title={t`You are all caught up.`}
      action={
        next && (
          <Button
            variant="default"
            onClick={() =>
              narrow({ status: next.status, search: next.search, groupIds: next.groupIds, tagIds: next.tagIds })
            }
          >
            <Trans>Open "{next.name}"</Trans>
          </Button>
        )
      }
    />
  )
}

/** What stands in the list when nothing is in it, and what to do next. */
export default function EmptyList({ url, onNew }: EmptyListProps) {
  const { t } = useLingui()
  const { asked, narrow } = url
  const canManageLines = useCan('lines.manage')
  const { data: hasNumber = true } = useHasNumberQuery(undefined, { skip: !canManageLines })
  // Whoever put everything away has no first conversation to wait for.
  const { data: hasAny, isLoading } = useHasConversationsQuery(undefined, { skip: asked.status !== 'open' })
  if (asked.search !== '' || asked.groupIds.length > 0 || asked.tagIds.length > 0) {
    return (
      <StatePanel
        kind="noMatch"
        compact
        title={t`No conversation matches`}
        text={t`Try a phone number or a last name.`}
        onClear={() => narrow({ search: '', groupIds: [], tagIds: [] })}
      />
    )
  }
  if (isLoading) return null
  if (asked.status === 'unread' || asked.status === 'unanswered' || hasAny) return <AllDone url={url} />
  if (!hasNumber) {
    return (
      <StatePanel
        kind="firstUse"
        compact
        icon={IconPhone}
        title={t`Get a number to start texting.`}
        text={t`Workers text it, and their words come in here.`}
        action={
          <Button component={Link} to="/dashboard/settings?tab=numbers">
            <Trans>Get a number</Trans>
          </Button>
        }
      />
    )
  }
  const quiet = {
    archived: [t`Nothing archived`, t`Conversations you archive will be here.`],
    mine: [t`Nothing is assigned to you`, t`Conversations given to you will be here.`],
    unassigned: [t`Everything has somebody`, t`Conversations nobody has will be here.`],
    snoozed: [t`Nothing is snoozed`, t`Conversations hidden until later will be here.`],
    scheduled: [t`Nothing is scheduled`, t`Conversations with a text that waits for its time will be here.`],
    failed: [t`Every last text arrived`, t`Conversations with a text that was not delivered will be here.`],
    voicemail: [t`No new voicemail`, t`Conversations with a voicemail nobody has heard will be here.`],
    new: [t`No new numbers`, t`Texts from numbers you do not know will be here.`],
  }
  if (asked.status in quiet) {
    const [title = '', text = ''] = quiet[asked.status as keyof typeof quiet]
    return <StatePanel kind="firstUse" compact icon={viewIcons[asked.status]} title={title} text={text} />
  }
  return (
    <StatePanel
      kind="firstUse"
      compact
      icon={IconInbox}
      title={t`Conversations will be here`}
      text={t`Write to somebody, or wait for the first text.`}
      action={
        <Button variant="default" onClick={onNew}>
          <Trans>New message</Trans>
        </Button>
      }
    />
  )
}
