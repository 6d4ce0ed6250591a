import type { Contact } from '@crewline/contract/contacts'
import type { Message } from '@crewline/contract/messages'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { Link } from 'react-router'
import { isRefusal } from '../../../shared/api/send.ts'
import { failureReasonText } from '../../../shared/ui/text/reason-text.ts'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { StatusTick } from '../../../shared/ui/text/StatusTick.tsx'
import { useLastMessagesQuery } from '../related-api.ts'
import classes from './Drawer.module.css'

const messageLimit = 5

function Line({ contact, message }: { contact: Contact; message: Message }) {
  const { t, i18n } = useLingui()
  const reason = failureReasonText(message, i18n)
  const { direction, sender, body, media, state, at } = message
  const isOut = direction === 'out'
  const senderName = direction === 'in' ? contact.firstname : (sender?.firstname ?? t`Automatic`)
  return (
    <li className={classes.message} data-out={isOut || undefined}>
      <span className={classes.who}>
        <bdi>{senderName}</bdi> · <RelativeTime at={at} />
        {isOut && state !== 'received' && state !== 'noted' && (
          <StatusTick state={state} iconOnly {...(reason && { reason })} />
        )}
      </span>
      <span className={classes.words} dir="auto">
        {body ? <bdi>{body}</bdi> : media.length > 0 && t`Photo or file`}
      </span>
    </li>
  )
}

/** Shows the last messages with a contact, and a link to the conversation. */
export function ConversationTab({ contact }: { contact: Contact }) {
  const { t } = useLingui()
  const { currentData, isError, error, refetch } = useLastMessagesQuery(contact.id)
  const isNone = isRefusal(error) && error.status === 404
  const texts = currentData?.messages.filter(({ direction }) => direction !== 'internal').slice(-messageLimit) ?? []
  if (isError && !isNone) return <StatePanel kind="error" compact onRetry={() => void refetch()} />
  if (!currentData && !isNone) return <SkeletonRows count={4} height={48} />
  if (texts.length === 0) {
    return (
      <StatePanel
        kind="firstUse"
        compact
        icon={IconMessages}
        title={t`No messages yet`}
        text={t`Your messages with ${contact.firstname} will appear here.`}
      />
    )
  }
  return (
    <>
      <ul className={classes.messages} aria-label={t`Latest messages`}>
        {texts.map((message) => (
          <Line key={message.id} contact={contact} message={message} />
        ))}
      </ul>
      <Anchor component={Link} to={`/dashboard/inbox?conversation=${contact.id}`}>
        <Trans>Open in inbox</Trans>
      </Anchor>
    </>
  )
}
