import type { Message } from '@crewline/contract/messages'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconPhoneOff } from '@tabler/icons-react'
import { Suspense } from 'react'
import { fullName } from '../../shared/lib/session/state.ts'
import { useContactQuery } from '../contacts/index.ts'
import { LazyVoicePlayer } from '../voicemail/index.ts'
import { useJudgeTextMutation } from './api.ts'
import { tellChanged } from './changed.ts'
import { fillComposer } from './composer-bus.ts'
import classes from './MessageBubble.module.css'

/** Reactions to a text, each emoji once with how often it came. */
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

/** A text that may have asked for no more texts: a person says whether it did. */
export function OptOutQuestion(props: { message: Message; canAct: boolean }) {
  return props.message.possibleOptOut && <AskedOptOut {...props} />
}

function AskedOptOut({ message, canAct }: { message: Message; canAct: boolean }) {
  const [judge, { isLoading }] = useJudgeTextMutation()
  const say = (optOut: boolean) =>
    void judge({ id: message.id, optOut }).then(({ data }) => data && tellChanged(data.message))
  return (
    <div className={classes.judge}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden />
      <span>
        <Trans>This may ask for no more texts.</Trans>
      </span>
      {canAct && (
        <>
          <Button size="compact-xs" variant="default" disabled={isLoading} onClick={() => say(true)}>
            <Trans>Opt out</Trans>
          </Button>
          <Button size="compact-xs" variant="default" disabled={isLoading} onClick={() => say(false)}>
            <Trans>Not an opt-out</Trans>
          </Button>
        </>
      )}
    </div>
  )
}

/** A call that came in: a voicemail with its player, or that nobody left one. */
export function CallWords({ message, canAct }: { message: Message; canAct: boolean }) {
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
    <Suspense fallback={<div className={classes.playerRoom} />}>
      <LazyVoicePlayer
        voicemail={voicemail}
        messageId={id}
        contactId={contactId}
        name={contact ? fullName(contact) || (contact.phoneDisplay ?? from) : from || t`This person`}
        phone={from}
        onTextBack={canAct ? () => fillComposer(contactId) : undefined}
      />
    </Suspense>
  )
}
