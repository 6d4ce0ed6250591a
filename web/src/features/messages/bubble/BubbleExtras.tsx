import type { Message } from '@crewline/contract/messages'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconPhoneOff } from '@tabler/icons-react'
import { Suspense } from 'react'
import { fullName } from '../../../shared/lib/session/state.ts'
import { useOptedOutToast } from '../../consent/index.ts'
import { useContactQuery } from '../../contacts/index.ts'
import { LazyVoicePlayer } from '../../voicemail/index.ts'
import { useJudgeTextMutation } from '../api.ts'
import { notifyChanged } from '../outbox/changed.ts'
import { fillComposer } from '../composer/composer-bus.ts'
import classes from './MessageBubble.module.css'

/** Shows the reactions to a message, each emoji once with its count. */
export function Reactions({ reactions }: Pick<Message, 'reactions'>) {
  const { t } = useLingui()
  if (reactions.length === 0) return null
  const counts = new Map<string, number>()
  for (const { emoji } of reactions) counts.set(emoji, (counts.get(emoji) ?? 0) + 1)
  return (
    <ul className={classes.reactions} aria-label={t`Reactions`}>
      {[...counts].map(([emoji, count]) => (
        <li key={emoji}>
          {emoji}
          {count > 1 && ` ${count}`}
        </li>
      ))}
    </ul>
  )
}

/** Asks a member whether a message that may be an opt-out is one. */
export function OptOutQuestion(props: { message: Message; canSend: boolean }) {
  return props.message.possibleOptOut && <OptOutChoice {...props} />
}

function OptOutChoice({ message, canSend }: { message: Message; canSend: boolean }) {
  const [judge, { isLoading }] = useJudgeTextMutation()
  const { data: contact } = useContactQuery(message.contactId)
  const showOptedOut = useOptedOutToast()
  async function answerQuestion(optOut: boolean): Promise<void> {
    const { data } = await judge({ id: message.id, optOut })
    if (!data) return
    notifyChanged(data.message)
    // An opt-out belongs to the number that asked for it, which may be an earlier one of the contact.
    if (optOut && contact?.phone === message.from) showOptedOut(contact, data.undo)
  }
  return (
    <div className={classes.judge}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden />
      <span>
        <Trans>This might be an opt-out request.</Trans>
      </span>
      {canSend && (
        <>
          <Button size="compact-xs" variant="default" disabled={isLoading} onClick={() => void answerQuestion(true)}>
            <Trans>Opt out</Trans>
          </Button>
          <Button size="compact-xs" variant="default" disabled={isLoading} onClick={() => void answerQuestion(false)}>
            <Trans>Not an opt-out</Trans>
          </Button>
        </>
      )}
    </div>
  )
}

/** Shows an incoming call: the voicemail with its player, or that none was left. */
export function CallContent({ message, canSend }: { message: Message; canSend: boolean }) {
  const { t } = useLingui()
  const { data: contact } = useContactQuery(message.contactId)
  const { voicemail, id, contactId, from } = message
  if (!voicemail) {
    return (
      <p className={classes.call}>
        <IconPhoneOff size={16} stroke={1.75} aria-hidden />
        {message.body || <Trans>Missed call</Trans>}
      </p>
    )
  }
  return (
    <Suspense fallback={<div className={classes.playerSpace} />}>
      <LazyVoicePlayer
        voicemail={voicemail}
        messageId={id}
        contactId={contactId}
        name={contact ? fullName(contact) || (contact.phoneDisplay ?? from) : from || t`This contact`}
        phone={from}
        onTextBack={canSend ? () => fillComposer(contactId) : undefined}
      />
    </Suspense>
  )
}
