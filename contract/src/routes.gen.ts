// Generated from the contract by scripts/snapshot-contract.ts; do not edit.
import type * as accounts from './accounts.ts'
import type * as contacts from './contacts.ts'
import type * as groups from './groups.ts'
import type * as inbox from './inbox.ts'
import type * as messages from './messages.ts'

/** Method and path of every endpoint, for code that must not load zod. */
export const routes = {
  archiveConversation: ['PATCH', '/message/archive-conversation'],
  conversation: ['GET', '/message/conversations/{id}'],
  conversations: ['GET', '/message/conversations-paginated'],
  createContact: ['POST', '/contact'],
  editContact: ['PATCH', '/contact'],
  groupContacts: ['GET', '/group/contacts'],
  groupValues: ['GET', '/group/values'],
  login: ['POST', '/user/login'],
  logout: ['POST', '/user/logout'],
  me: ['GET', '/user/me'],
  readContact: ['GET', '/contact'],
  readConversation: ['PATCH', '/message/read-conversation'],
  sendMessage: ['POST', '/message'],
} as const

/** The name of an endpoint. */
export type RouteName = keyof typeof routes

/** Everything the rooms of the contract export, to look endpoints up by name in types. */
export type Contract = typeof accounts & typeof contacts & typeof groups & typeof inbox & typeof messages
