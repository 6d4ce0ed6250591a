import type { Permission } from '@crewline/contract/permissions'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  IconApps,
  IconIdBadge2,
  IconInbox,
  IconLayoutDashboard,
  IconSettings,
  IconSpeakerphone,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { loadDashboardScreen } from '../../features/analytics/routes.tsx'
import { loadAppsScreen } from '../../features/apps/routes.tsx'
import { loadBroadcastsScreen } from '../../features/broadcasts/routes.tsx'
import { loadContactsScreen } from '../../features/contacts/routes.tsx'
import { loadInboxScreen } from '../../features/inbox/routes.tsx'
import { loadSettingsScreen } from '../../features/settings/routes.tsx'
import { loadTeamScreen } from '../../features/team/routes.tsx'

export interface Place {
  path: string
  name: MessageDescriptor
  icon: Icon
  /** Unset: everybody may. */
  can?: Permission
  /** Fetches the screen ahead of the click. */
  load?: () => Promise<unknown>
  keys: string
  /** On a phone it stands in the bottom bar; all others under More. */
  isTab?: boolean
  /** Only this very path is this place: its path begins those of the others. */
  end?: boolean
  /** About the organization and oneself: stands last, apart from the work. */
  isOwn?: boolean
  /** Another path whose pages belong here: its second tab. */
  also?: string
}

/** What the navigation leads to: finished screens only. */
export const places: Place[] = [
  {
    path: '/dashboard',
    name: msg`Dashboard`,
    icon: IconLayoutDashboard,
    can: 'analytics.view',
    load: loadDashboardScreen,
    keys: 'G D',
    isTab: true,
    end: true,
  },
  {
    path: '/dashboard/inbox',
    name: msg`Inbox`,
    icon: IconInbox,
    can: 'inbox.read',
    load: loadInboxScreen,
    keys: 'G I',
    isTab: true,
  },
  {
    path: '/dashboard/broadcasts',
    name: msg`Broadcasts`,
    icon: IconSpeakerphone,
    load: loadBroadcastsScreen,
    keys: 'G B',
  },
  {
    path: '/dashboard/contacts',
    name: msg`Contacts`,
    icon: IconUsers,
    can: 'contacts.read',
    load: loadContactsScreen,
    keys: 'G C',
    isTab: true,
    also: '/dashboard/groups',
  },
  { path: '/dashboard/apps', name: msg`Apps`, icon: IconApps, load: loadAppsScreen, keys: 'G A' },
  {
    path: '/dashboard/team',
    name: msg`Team`,
    icon: IconIdBadge2,
    can: 'team.read',
    load: loadTeamScreen,
    keys: 'G T',
    isOwn: true,
  },
  {
    path: '/dashboard/settings',
    name: msg`Settings`,
    icon: IconSettings,
    load: loadSettingsScreen,
    keys: 'G S',
    isOwn: true,
  },
]

/** Places without an entry of their own in the navigation. */
export const hiddenPlaces: Pick<Place, 'path' | 'can' | 'keys'>[] = [
  { path: '/dashboard/groups', can: 'groups.read', keys: 'G G' },
]

/** The places a member may see. */
export function placesFor(permissions: readonly string[] | undefined): Place[] {
  return places.filter(({ can }) => can === undefined || permissions?.includes(can))
}
