import type { BroadcastKind } from '@crewline/contract/broadcast-states'
import { useLingui } from '@lingui/react/macro'

/** Returns the names of the kinds of broadcasts. */
export function useKindNames(): Record<BroadcastKind, string> {
  const { t } = useLingui()
  return { announcement: t`Announcement`, poll: t`Poll`, acknowledgement: t`Confirmation` }
}
