import type { Message } from '@crewline/contract/messages'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCalendarClock, IconMoon } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useCan, useSession } from '../../../shared/lib/session/select.ts'
import { isRefusal } from '../../../shared/api/send.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useContactQuery } from '../../contacts/index.ts'
import { useCancelTextMutation, useEditTextMutation, useSendTextNowMutation } from '../api.ts'
import { notifyChanged } from '../outbox/changed.ts'
import { NotSentLine } from '../bubble/NotSentLine.tsx'
import { LazySchedulePicker } from '../lazy.tsx'
import classes from '../bubble/MessageBubble.module.css'
import { useDue, useMyZone } from '../../../shared/ui/text/useDue.ts'

/** Returns whether a try of a waiting message failed before, and a member sent it again. */
function wasTried({ errorCode }: Message): boolean {
  return errorCode !== null
}

function useReason(message: Message): string {
  const { holdReason, dueAt, dueZone } = message
  const { t } = useLingui()
  const due = useDue()
  const mine = useMyZone()
  const theirs = dueAt ? due(dueAt, dueZone) : ''
  const yours = dueAt ? due(dueAt, mine) : ''
  // The local time of the contact may be another hour or another day.
  const time = theirs === yours ? theirs : t`${theirs} their time, ${yours} your time`
  const isTried = wasTried(message)
  switch (holdReason) {
    case 'quiet_hours':
      return isTried ? t`It's night there. Sends again ${time}` : t`It's night there. Sends ${time}`
    case 'off_shift':
      return isTried ? t`Off shift. Sends again ${time}` : t`Off shift. Sends ${time}`
    case 'carrier_cap':
      return t`Carrier's daily limit reached. Sends ${time}`
    case 'retry':
      return t`Trying again ${time}`
    default:
      return isTried ? t`Sends again ${time}` : t`Scheduled for ${time}`
  }
}

/** Shows when a waiting message is sent and why it waits; offers to change it, send it now, or cancel it. */
export function ScheduledLine({ message, canSend }: { message: Message; canSend: boolean }) {
  const { t } = useLingui()
  const reason = useReason(message)
  const messageFor = useErrorText()
  const home = useSession(({ auth }) => auth.organization?.timezone ?? 'UTC')
  const [isEditing, setEditing] = useState(false)
  const { data: contact } = useContactQuery(message.contactId)
  const [cancel, cancelling] = useCancelTextMutation()
  const [edit] = useEditTextMutation()
  const mayOffShift = useCan('messages.off_shift')
  const [sendNow, sending] = useSendTextNowMutation()
  const { id: messageId, contactId, dueAt, dueZone, cancelIfReply, body, holdReason } = message
  const messageKey = { contactId, messageId }
  const zone = dueZone ?? contact?.timezone ?? home
  // The server stops this text; until then no one can send it.
  const isOptedOut = contact?.reach === 'opted_out'
  const isMine =
    holdReason === 'scheduled' || holdReason === 'quiet_hours' || holdReason === 'off_shift' || holdReason === null
  const isTried = wasTried(message)
  const IconComponent = holdReason === 'quiet_hours' ? IconMoon : IconCalendarClock
  return (
    <>
      <span className={classes.meta}>
        <IconComponent size={14} stroke={2} aria-hidden />
        <span>{isOptedOut ? <NotSentLine contactId={contactId} /> : reason}</span>
        {cancelIfReply && !isOptedOut && (
          <span>
            <Trans>canceled if they reply</Trans>
          </span>
        )}
      </span>
      {canSend && (
        <div className={classes.acts}>
          {isMine && !isOptedOut && (
            <Button size="compact-xs" variant="subtle" onClick={() => setEditing(true)}>
              {isTried ? <Trans>Change time</Trans> : <Trans>Edit</Trans>}
            </Button>
          )}
          {!isOptedOut && (holdReason !== 'off_shift' || mayOffShift) && (
            <Button
              size="compact-xs"
              variant="subtle"
              loading={sending.isLoading}
              onClick={() => void sendNow(messageKey).then(({ data }) => data && notifyChanged(data.message))}
            >
              <Trans>Send now</Trans>
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="subtle"
            loading={cancelling.isLoading}
            onClick={() => void cancel(messageKey).then(({ data }) => data && notifyChanged(data.message))}
          >
            <Trans>Cancel</Trans>
          </Button>
        </div>
      )}
      {isEditing && (
        <Suspense fallback={null}>
          <LazySchedulePicker
            name={contact?.firstname || t`This contact`}
            zone={zone}
            first={new Date(dueAt ?? message.at)}
            cancelsIfReply={cancelIfReply}
            body={isTried ? undefined : body}
            isTimeOnly={isTried}
            onChoose={async ({ at, cancelIfReply: cancels, body: next }) => {
              const change = {
                ...(isTried ? {} : { body: next }),
                scheduledAt: at.toISOString(),
                timeZone: zone,
                cancelIfReply: cancels,
              }
              const { data, error } = await edit({ ...messageKey, change })
              if (data) {
                notifyChanged(data.message)
                setEditing(false)
                return ''
              }
              return isRefusal(error) && error.message ? error.message : messageFor(error)
            }}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </>
  )
}
