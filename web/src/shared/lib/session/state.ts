import type { User } from '@crewline/contract/accounts'
import type { Features } from '@crewline/contract/features'
import type { NotificationEntry } from '@crewline/contract/events'
import type { Organization } from '@crewline/contract/organizations'

/** Which tab of a section is open. */
export type SectionTab = 'contacts' | 'groups'

/** Who is signed in, where, and what they chose. */
export interface AuthState {
  user: User | null
  token: string | null
  /** The bearer token after registration, until the account is verified. */
  unverifiedToken: string | null
  organization: Organization | null
  billing: unknown
  needBilling: boolean
  intercomHash: string | null
  features: Features | null
  pastDue: boolean
  muteNotifications: boolean
  pinnedApps: string[]
  customFields: unknown[]
  contactsTab: SectionTab
  groupsTab: SectionTab
  /** Which warnings are shown; a log-in shows all of them again. */
  warnings: { contacts: boolean; intranet: boolean; usage: boolean; signature: boolean }
  switchingOrg: boolean
  orgSwitchOverlay: boolean
  /** The voicemail that plays now: only one does. */
  voicemailPlaying: string | null
}

/** The groups a person looks at. */
export interface GroupsState {
  data: { id: string; name: string }[]
  inboxSelectedGroups: string[]
}

/** What the inbox remembers besides the server's lists. */
export interface MessageState {
  conversations: unknown[]
  activeConversation: { id: string; archived: boolean } | null
  messages: unknown[]
  notifications: NotificationEntry[]
  sound: boolean
  searchedMessage: string | null
  refreshing: boolean
  refreshingMessages: boolean
  messageUsage: { used: number; limit: number } | null
  /** Unread messages per other organization. */
  siblingNotifications: Record<string, number>
}

/** The session of a worker in the portal, apart from staff. */
export interface PortalState {
  token: string | null
  expiration: string | null
  contact: unknown
  portalSettings: unknown
}

/** The remembered parts of the session by their key. */
export interface RememberedState {
  auth: AuthState
  groups: GroupsState
  message: MessageState
  portal: PortalState
}

export type RememberedKey = keyof RememberedState

/** The parts of the session that outlive the page; the live connection does not. */
export const REMEMBERED_KEYS: RememberedKey[] = ['auth', 'groups', 'message', 'portal']

/** A session nobody has begun. */
export function emptySession(): RememberedState {
  return {
    auth: {
      user: null,
      token: null,
      unverifiedToken: null,
      organization: null,
      billing: null,
      needBilling: false,
      intercomHash: null,
      features: null,
      pastDue: false,
      muteNotifications: false,
      pinnedApps: [],
      customFields: [],
      contactsTab: 'contacts',
      groupsTab: 'contacts',
      warnings: { contacts: true, intranet: true, usage: true, signature: true },
      switchingOrg: false,
      orgSwitchOverlay: false,
      voicemailPlaying: null,
    },
    groups: { data: [], inboxSelectedGroups: [] },
    message: {
      conversations: [],
      activeConversation: null,
      messages: [],
      notifications: [],
      sound: true,
      searchedMessage: null,
      refreshing: false,
      refreshingMessages: false,
      messageUsage: null,
      siblingNotifications: {},
    },
    portal: { token: null, expiration: null, contact: null, portalSettings: null },
  }
}

/** Whether somebody is signed in: both a user and a token exist. */
export function isAuthenticated(auth: AuthState): boolean {
  return auth.user !== null && auth.token !== null && auth.token !== ''
}

/** The full name of a person, without the gap that a missing part would leave. */
export function fullName(person: { firstname: string; lastname: string }): string {
  return `${person.firstname} ${person.lastname}`.trim()
}
