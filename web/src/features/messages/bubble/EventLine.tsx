import { formatDate } from '@crewline/contract/formats'
import type { Message, ThreadEvent } from '@crewline/contract/messages'
import { useLingui } from '@lingui/react/macro'
import { fullName } from '../../../shared/lib/session/state.ts'
import classes from './MessageBubble.module.css'
import { useDue } from '../../../shared/ui/text/useDue.ts'

function useEventText(): (event: ThreadEvent, who: string) => string {
  const { t } = useLingui()
  const due = useDue()
  return ({ what, detail }, actorName) => {
    switch (what) {
      case 'archived':
        return actorName ? t`${actorName} archived this` : t({ message: 'Archived', context: 'conversation' })
      case 'reopened':
        return actorName ? t`${actorName} reopened this` : t`Reopened`
      case 'assigned':
        if (actorName === (detail ?? '') || !actorName) return t`Assigned to ${detail ?? actorName}`
        return t`${actorName} assigned this to ${detail ?? ''}`
      case 'unassigned':
        return actorName ? t`${actorName} unassigned this` : t`Unassigned`
      case 'snoozed': {
        const time = detail && !Number.isNaN(Date.parse(detail)) ? due(detail) : (detail ?? '')
        return actorName ? t`${actorName} snoozed this until ${time}` : t`Snoozed until ${time}`
      }
      case 'woke':
        return t`Snooze ended`
      case 'opted_out':
        return actorName ? t`${actorName} recorded the opt-out` : t`Opted out of texts`
      case 'opted_in':
        return t`Opted back in`
      case 'number_changed':
        return t`Number changed to ${detail ?? ''}`
      case 'wrong_number':
        return actorName ? t`${actorName} marked this as a wrong number` : t`Marked as a wrong number`
      case 'opt_out_undone':
        return actorName ? t`${actorName} undid the opt-out` : t`Opt-out undone`
      case 'not_opt_out':
        return actorName ? t`${actorName} marked this as not an opt-out` : t`Not an opt-out`
    }
  }
}

/** Shows an event of a conversation as a subtle line in its thread. */
export function EventLine({ message }: { message: Message }) {
  const { i18n } = useLingui()
  const eventText = useEventText()
  const { event, sender, at } = message
  if (!event) return null
  return (
    <p className={classes.event}>
      <bdi>{eventText(event, sender ? fullName(sender) : '')}</bdi> ·{' '}
      <time dateTime={at} title={formatDate(at, 'full', i18n.locale)}>
        {formatDate(at, 'time', i18n.locale)}
      </time>
    </p>
  )
}
