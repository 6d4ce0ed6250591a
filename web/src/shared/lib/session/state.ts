import type { SignedIn, User } from '@crewline/contract/accounts'
import type { Billing } from '@crewline/contract/analytics'
import type { Features } from '@crewline/contract/features'
import type { NotificationEntry, Usage } from '@crewline/contract/events'
import type { Message } from '@crewline/contract/messages'
import type { Organization } from '@crewline/contract/organizations'

/** The open tab of a section. */
export type SectionTab = 'contacts' | 'groups'

/** The warnings a member may hide until the next login. */
export type WarningKey = 'contacts' | 'intranet' | 'usage' | 'signature'

/** The signed-in member, the organization, and the member's choices. */
export interface AuthState {
  user: User | null
  token: string | null
  /** The bearer token after registration, until the account is verified. */
  unverifiedToken: string | null
  organization: Organization | null
  /** The latest billing data from the server. */
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
  /** Which warnings are visible; a login shows all of them again. */
  warnings: Record<WarningKey, boolean>
  switchingOrg: boolean
  orgSwitchOverlay: boolean
  /** The voicemail that is playing; only one plays at a time. */
  voicemailPlaying: string | null
}

/** The groups that narrow the member's views. */
export interface GroupsState {
  data: { id: string; name: string }[]
  inboxSelectedGroups: string[]
}

/** A conversation summary without message text. */
export interface ConversationHeading {
  id: string
  name: string
  archived: boolean
  unreadCount: number
  lastAt: string
}

/**
 * The session's view of the inbox. Conversations, messages and the flags about them are selected from the query cache
 * (`features/inbox/state/client-state.ts`); no reducer writes them.
 */
export interface MessageState {
  /** The latest loaded list, at most 50 without message text. */
  conversations: ConversationHeading[]
  activeConversation: { id: string; archived: boolean } | null
  /** The last 50 messages of the active conversation, in time order. */
  messages: Message[]
  notifications: NotificationEntry[]
  sound: boolean
  /** The search result the thread opens at. */
  searchedMessage: { contactId: string; messageId: string } | null
  /** The conversation list is being fetched. */
  refreshing: boolean
  /** The active conversation is being fetched. */
  refreshingMessages: boolean
  messageUsage: Usage | null
  /** Contacts with unread messages per other organization. */
  siblingNotifications: Record<string, number>
}

/** The session of a contact in the portal, separate from members. */
export interface PortalState {
  token: string | null
  expiration: string | null
  contact: unknown
  portalSettings: unknown
}

/** The remembered slices of the session by their key. */
export interface RememberedState {
  auth: AuthState
  groups: GroupsState
  message: MessageState
  portal: PortalState
}

export type RememberedKey = keyof RememberedState

/** The slices of the session that survive a page load; the live connection does not. */
export const REMEMBERED_KEYS: RememberedKey[] = ['auth', 'groups', 'message', 'portal']

/** Returns the initial, signed-out session. */
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

/** Returns the session after a login: the server's response, all warnings visible, no pending switch. */
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

/** Returns whether a user is signed in: both a user and a token exist. */
export function isAuthenticated(auth: AuthState): boolean {
  return auth.user !== null && auth.token !== null && auth.token !== ''
}

/** Returns the bearer token of calls: the full token, before that the one of a registration. */
export function bearerOf(auth: AuthState): string | null {
  return auth.token ?? auth.unverifiedToken
}

/** Returns whether the organization shares contacts with a parent, so that what comes from there is read-only here. */
export function isSyncOpenedAndChild({ features, organization }: AuthState): boolean {
  return (features?.sync ?? false) && (organization?.parentOrganizationId ?? null) !== null
}

/** Returns the full name without the gap of a missing part. */
export function fullName(names: { firstname: string; lastname: string }): string {
  return `${names.firstname} ${names.lastname}`.trim()
}
