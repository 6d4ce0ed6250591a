import type { SignedIn, User } from '@crewline/contract/accounts'
import type { Billing } from '@crewline/contract/analytics'
import type { Features } from '@crewline/contract/features'
import type { NotificationEntry, Usage } from '@crewline/contract/events'
import type { Message } from '@crewline/contract/messages'
import type { Organization } from '@crewline/contract/organizations'

/** Which tab of a section is open. */
export type SectionTab = 'contacts' | 'groups'

/** The warnings a member may hide until the next log-in. */
export type WarningKey = 'contacts' | 'intranet' | 'usage' | 'signature'

/** Who is signed in, where, and what they chose. */
export interface AuthState {
  user: User | null
  token: string | null
  /** The bearer token after registration, until the account is verified. */
  unverifiedToken: string | null
  organization: Organization | null
  /** The newest answer of the server about what is paid and used. */
  billing: Billing | null
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
  warnings: Record<WarningKey, boolean>
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

/** A conversation without its words: whose it is and how it stands. */
export interface ConversationHeading {
  id: string
  name: string
  archived: boolean
  unreadCount: number
  lastAt: string
}

/** What the inbox remembers besides the server's lists. */
export interface MessageState {
  /** The latest list the server gave, 50 at most and without words. */
  conversations: ConversationHeading[]
  activeConversation: { id: string; archived: boolean } | null
  /** The last 50 messages of the active conversation, in time order. */
  messages: Message[]
  notifications: NotificationEntry[]
  sound: boolean
  /** The hit of a search that the thread opens at. */
  searchedMessage: { contactId: string; messageId: string } | null
  /** The conversation list is being fetched. */
  refreshing: boolean
  /** The active conversation is being fetched. */
  refreshingMessages: boolean
  messageUsage: Usage | null
  /** Contacts with unread messages per other organization. */
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

/** The session a log-in begins: what the server said, all warnings shown again, nothing switching. */
export function authAfter(reply: SignedIn): AuthState {
  const { token, user, organization, needBilling, intercomHash, features } = reply
  return {
    ...emptySession().auth,
    token,
    user,
    organization,
    needBilling,
    intercomHash,
    features,
    muteNotifications: user.muteNotifications,
    pinnedApps: user.pinnedApps,
  }
}

/** Whether somebody is signed in: both a user and a token exist. */
export function isAuthenticated(auth: AuthState): boolean {
  return auth.user !== null && auth.token !== null && auth.token !== ''
}

/** What calls are made with: the full token, before that the one of a registration. */
export function bearerOf(auth: AuthState): string | null {
  return auth.token ?? auth.unverifiedToken
}

/** Whether the organization shares people with a parent: then what comes from there cannot be changed here. */
export function isSyncOpenedAndChild({ features, organization }: AuthState): boolean {
  return (features?.sync ?? false) && (organization?.parentOrganizationId ?? null) !== null
}

/** The full name of a person, without the gap that a missing part would leave. */
export function fullName(person: { firstname: string; lastname: string }): string {
  return `${person.firstname} ${person.lastname}`.trim()
}
