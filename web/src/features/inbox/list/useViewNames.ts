import type { InboxStatus } from '@crewline/contract/inbox'
import { useLingui } from '@lingui/react/macro'

/** The views of the menu, in display order: all but Waiting, Open and Unread. */
export const otherViews = [
  'mine',
  'unassigned',
  'snoozed',
  'scheduled',
  'failed',
  'voicemail',
  'new',
  'archived',
  'all',
] as const

/** Returns the names of the inbox views. */
export function useViewNames(): Record<InboxStatus, string> {
  const { t } = useLingui()
  return {
    open: t`Open`,
    unread: t`Unread`,
    archived: t({ message: 'Archived', context: 'conversations' }),
    unanswered: t({ message: 'Waiting', context: 'conversations' }),
    mine: t`Mine`,
    unassigned: t`Unassigned`,
    snoozed: t`Snoozed`,
    scheduled: t`Scheduled`,
    failed: t`Not delivered`,
    voicemail: t`Voicemail`,
    new: t`New numbers`,
    all: t`All`,
  }
}
