import type { BroadcastPart } from '@crewline/contract/broadcast-audience'
import { useLingui } from '@lingui/react/macro'

/** Returns a function that names the people of an earlier broadcast. */
export function usePartText(): (part: BroadcastPart) => string {
  const { t } = useLingui()
  return ({ who, option }) => {
    switch (who) {
      case 'recipients':
        return t`Got the earlier broadcast`
      case 'not_reached':
        return t`Not reached by the earlier broadcast`
      case 'not_clicked':
        return t`Did not click in the earlier broadcast`
      case 'clicked':
        return t`Clicked in the earlier broadcast`
      case 'not_answered':
        return t`Did not answer the earlier broadcast`
      case 'answered':
        return option ? t`Answered “${option}”` : t`Answered the earlier broadcast`
      case 'not_replied':
        return t`Did not reply to the earlier broadcast`
    }
  }
}
