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

export interface NavigationItem {
  path: string
  name: MessageDescriptor
  icon: Icon
  /** Unset: every member. */
  can?: Permission
  /** Preloads the screen before the click. */
  load?: () => Promise<unknown>
  keys: string
  /** On a phone the place is in the bottom bar; all others are under More. */
  isTab?: boolean
  /** Active only on this exact path, because other paths start with it. */
  end?: boolean
  /** About the organization or the user's own account: listed last, apart from the work. */
  isSecondary?: boolean
  /** Path of the second tab, whose pages also belong to this place. */
  also?: string
}

/** The entries of the navigation: finished screens only. */
export const navigationItems: NavigationItem[] = [
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
    isSecondary: true,
  },
  {
    path: '/dashboard/settings',
    name: msg`Settings`,
    icon: IconSettings,
    load: loadSettingsScreen,
    keys: 'G S',
    isSecondary: true,
  },
]

/** Places without their own entry in the navigation. */
export const hiddenNavigationItems: Pick<NavigationItem, 'path' | 'can' | 'keys'>[] = [
  { path: '/dashboard/groups', can: 'groups.read', keys: 'G G' },
]

/** Returns the places a member may see. */
export function listNavigationItems(permissions: readonly string[] | undefined): NavigationItem[] {
  return navigationItems.filter(({ can }) => can === undefined || permissions?.includes(can))
}
