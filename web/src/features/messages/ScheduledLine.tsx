import type { Message } from '@crewline/contract/messages'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCalendarClock, IconMoon } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useSession } from '../../shared/lib/session/select.ts'
import { isRefusal } from '../../shared/api/send.ts'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useContactQuery } from '../contacts/index.ts'
import { useCancelTextMutation, useEditTextMutation, useSendTextNowMutation } from './api.ts'
import { tellChanged } from './changed.ts'
import { LazySchedulePicker } from './lazy.tsx'
import classes from './MessageBubble.module.css'
import { useDue, useMyZone } from './useDue.ts'

function useReason({ holdReason, dueAt, dueZone }: Message): string {
  const { t } = useLingui()
  const due = useDue()
  const mine = useMyZone()
  const theirs = dueAt ? due(dueAt, dueZone) : ''
  const yours = dueAt ? due(dueAt, mine) : ''
  // Clocks there may show another hour, and another day.
  const time = theirs === yours ? theirs : t`${theirs} there, ${yours} for you`
  switch (holdReason) {
    case 'quiet_hours':
      return t`It is night there. Sends ${time}`
    case 'carrier_cap':
      return t`The carrier's limit for today is used up. Sends ${time}`
    case 'retry':
      return t`Trying again ${time}`
    default:
      return t`Scheduled for ${time}`
  }
}

/** When a waiting text goes and why it waits; change it, send it now, or cancel it. */
export function ScheduledLine({ message, canAct }: { message: Message; canAct: boolean }) {
  const { t } = useLingui()
  const words = useReason(message)
  const wordsFor = useRefusalWords()
  const home = useSession(({ auth }) => auth.organization?.timezone ?? 'UTC')
  const [isEditing, setEditing] = useState(false)
  const { data: contact } = useContactQuery(message.contactId, { skip: !isEditing })
  const [cancel, cancelling] = useCancelTextMutation()
  const [edit] = useEditTextMutation()
  const [sendNow, sending] = useSendTextNowMutation()
  const { id: messageId, contactId, dueAt, dueZone, cancelIfReply, body, holdReason } = message
  const place = { contactId, messageId }
  const zone = dueZone ?? contact?.timezone ?? home
  const isMine = holdReason === 'scheduled' || holdReason === 'quiet_hours' || holdReason === null
  const Shown = holdReason === 'quiet_hours' ? IconMoon : IconCalendarClock
  return (
    <>
      <span className={classes.meta}>
        <Shown size={14} stroke={2} aria-hidden />
        <span>{words}</span>
        {cancelIfReply && (
          <span>
            <Trans>cancels on a reply</Trans>
          </span>
        )}
      </span>
      {canAct && (
        <div className={classes.acts}>
          {isMine && (
            <Button size="compact-xs" variant="subtle" onClick={() => setEditing(true)}>
              <Trans>Edit</Trans>
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="subtle"
            loading={sending.isLoading}
            onClick={() => void sendNow(place).then(({ data }) => data && tellChanged(data.message))}
          >
            <Trans>Send now</Trans>
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            loading={cancelling.isLoading}
            onClick={() => void cancel(place).then(({ data }) => data && tellChanged(data.message))}
          >
            <Trans>Cancel</Trans>
          </Button>
        </div>
      )}
      {isEditing && (
        <Suspense fallback={null}>
          <LazySchedulePicker
            name={contact?.firstname || t`This person`}
            zone={zone}
            first={new Date(dueAt ?? message.at)}
            cancelsIfReply={cancelIfReply}
            body={body}
            onChoose={async ({ at, cancelIfReply: cancels, body: next }) => {
              const change = { body: next, scheduledAt: at.toISOString(), timeZone: zone, cancelIfReply: cancels }
              const { data, error } = await edit({ ...place, change })
              if (data) {
                tellChanged(data.message)
                setEditing(false)
                return ''
              }
              return isRefusal(error) && error.message ? error.message : wordsFor(error)
            }}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </>
  )
}
