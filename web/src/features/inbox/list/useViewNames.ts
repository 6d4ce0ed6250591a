import type { InboxStatus } from '@crewline/contract/inbox'
import { useLingui } from '@lingui/react/macro'

/** The views other than Open, Unread and Archived, in display order. */
export const otherViews = [
  'unanswered',
  'mine',
  'unassigned',
  'snoozed',
  'scheduled',
  'failed',
  'voicemail',
  'new',
  'all',
] as const

/** Returns the names of the inbox views. */
export function useViewNames(): Record<InboxStatus, string> {
  const { t } = useLingui()
  return {
    open: t`Open`,
    unread: t`Unread`,
    archived: t({ message: 'Archived', context: 'conversations' }),
    unanswered: t`Unanswered`,
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
