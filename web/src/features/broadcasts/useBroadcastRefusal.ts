import { useLingui } from '@lingui/react/macro'
import { isRefusal } from '../../shared/api/send.ts'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'

/** Returns a function that explains in the user's language why a request about a broadcast was rejected. */
export function useBroadcastRefusal(): (error: unknown) => string {
  const { t } = useLingui()
  const describeError = useErrorText()
  return (error) => {
    switch (isRefusal(error) ? error.code : '') {
      case 'broadcast_not_sending':
        return t`It isn't sending anymore. Reload the page to see its status.`
      case 'broadcast_not_reminding':
        return t`It sends no more reminders.`
      case 'broadcast_not_paused':
        return t`It isn't paused anymore.`
      case 'broadcast_sending':
        return t`It's being sent. Stop it first.`
      case 'broadcast_sent':
        return t`It was already sent, so it can only be archived.`
      case 'broadcast_not_draft':
        return t`Only drafts can be edited. Stop it first to make it a draft again.`
      case 'broadcast_not_pending':
        return t`It isn't waiting for approval anymore.`
      case 'broadcast_no_recipients':
        return t`No one would get it. Check who it's for.`
      case 'broadcast_not_repeating':
        return t`It has no further dates.`
      case 'too_soon':
        return t`Its date has passed. Return it to its author to choose another one.`
      case 'no_line':
        return t`Your organization has no number to send from. Add one in Settings.`
      default:
        return describeError(error)
    }
  }
}
