import type { InboxStatus } from '@crewline/contract/inbox'
import {
  IconAlertCircle,
  IconArchive,
  IconCalendarClock,
  IconClock,
  IconHourglass,
  IconInbox,
  IconMailOpened,
  IconMicrophone,
  IconStack2,
  IconUser,
  IconUserOff,
  IconUserQuestion,
  type Icon,
} from '@tabler/icons-react'

/** The icon of each view. */
export const viewIcons: Record<InboxStatus, Icon> = {
  open: IconInbox,
  unread: IconMailOpened,
  archived: IconArchive,
  unanswered: IconHourglass,
  mine: IconUser,
  unassigned: IconUserOff,
  snoozed: IconClock,
  scheduled: IconCalendarClock,
  failed: IconAlertCircle,
  voicemail: IconMicrophone,
  new: IconUserQuestion,
  all: IconStack2,
}
