import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { IconInbox, IconUsers, type Icon } from '@tabler/icons-react'
import { loadContactsScreen } from '../../features/contacts/routes.tsx'
import { loadInboxScreen } from '../../features/inbox/routes.tsx'
import type { Permission } from '@crewline/contract/permissions'

export interface Place {
  path: string
  name: MessageDescriptor
  icon: Icon
  can: Permission
  /** Fetches the screen ahead of the click. */
  load: () => Promise<unknown>
  keys: string
}

/** What the navigation leads to: finished screens only. */
export const places: Place[] = [
  {
    path: '/dashboard/inbox',
    name: msg`Inbox`,
    icon: IconInbox,
    can: 'inbox.read',
    load: loadInboxScreen,
    keys: 'G I',
  },
  {
    path: '/dashboard/contacts',
    name: msg`Contacts`,
    icon: IconUsers,
    can: 'contacts.read',
    load: loadContactsScreen,
    keys: 'G C',
  },
]
