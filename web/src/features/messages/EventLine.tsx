import type { Message, ThreadEvent } from '@crewline/contract/messages'
import { useLingui } from '@lingui/react/macro'
import { fullName } from '../../shared/lib/session/state.ts'
import classes from './MessageBubble.module.css'
import { useDue } from './useDue.ts'

function useEventWords(): (event: ThreadEvent, who: string) => string {
  const { t } = useLingui()
  const due = useDue()
  return ({ what, detail }, who) => {
    switch (what) {
      case 'archived':
        return who ? t`${who} archived this` : t`Archived`
      case 'reopened':
        return who ? t`${who} moved this to open` : t`Open again`
      case 'assigned':
        if (who === (detail ?? '') || !who) return t`${detail ?? who} took this`
        return t`${who} gave this to ${detail ?? ''}`
      case 'unassigned':
        return who ? t`${who} gave this back` : t`Given back`
      case 'snoozed': {
        const time = detail && !Number.isNaN(Date.parse(detail)) ? due(detail) : (detail ?? '')
        return who ? t`${who} snoozed this until ${time}` : t`Snoozed until ${time}`
      }
      case 'woke':
        return t`Back from snooze`
      case 'opted_out':
        return who ? t`${who} noted the opt-out` : t`Opted out of texts`
      case 'opted_in':
        return t`Gets texts again`
      case 'number_changed':
        return t`The number changed to ${detail ?? ''}`
      case 'wrong_number':
        return who ? t`${who} marked this as a wrong number` : t`Marked as a wrong number`
      case 'not_opt_out':
        return who ? t`${who} said this was no opt-out` : t`Not an opt-out`
    }
  }
}

/** What happened to a conversation, as a quiet line of its thread. */
export function EventLine({ message }: { message: Message }) {
  const { i18n } = useLingui()
  const wordsFor = useEventWords()
  const { event, sender, at } = message
  if (!event) return null
  return (
    <p className={classes.event}>
      <bdi>{wordsFor(event, sender ? fullName(sender) : '')}</bdi> ·{' '}
      <time dateTime={at} title={i18n.date(new Date(at), { dateStyle: 'full', timeStyle: 'short' })}>
        {i18n.date(new Date(at), { timeStyle: 'short' })}
      </time>
    </p>
  )
}
