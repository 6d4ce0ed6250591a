// Generated from the contract by scripts/snapshot-contract.ts; do not edit.
import type * as accounts from './accounts.ts'
import type * as analytics from './analytics.ts'
import type * as contacts from './contacts.ts'
import type * as groups from './groups.ts'
import type * as inbox from './inbox.ts'
import type * as messages from './messages.ts'
import type * as second_step from './second-step.ts'
import type * as sign_up from './sign-up.ts'
import type * as team from './team.ts'

/** Method and path of every endpoint, for code that must not load zod. */
export const routes = {
  acceptInvitation: ['POST', '/user/accept-invitation'],
  analytics: ['GET', '/user/analytics'],
  archiveConversation: ['PATCH', '/message/archive-conversation'],
  conversation: ['GET', '/message/conversations/{id}'],
  conversations: ['GET', '/message/conversations-paginated'],
  createContact: ['POST', '/contact'],
  disableMfa: ['DELETE', '/user/mfa'],
  editContact: ['PATCH', '/contact'],
  editSettings: ['PATCH', '/user/settings'],
  enableMfa: ['POST', '/user/mfa'],
  endOtherSessions: ['DELETE', '/user/other-sessions'],
  endSession: ['DELETE', '/user/sessions'],
  forgotPassword: ['POST', '/user/forgot-password'],
  groupContacts: ['GET', '/group/contacts'],
  groupValues: ['GET', '/group/values'],
  inviteMember: ['POST', '/organization/team'],
  login: ['POST', '/user/login'],
  logout: ['POST', '/user/logout'],
  me: ['GET', '/user/me'],
  prove: ['POST', '/user/prove'],
  readContact: ['GET', '/contact'],
  readConversation: ['PATCH', '/message/read-conversation'],
  readInvitation: ['POST', '/user/invitation'],
  register: ['POST', '/user/register'],
  renewBackupCodes: ['POST', '/user/mfa/backup-codes'],
  resendInvitation: ['PUT', '/team/resend-invitation'],
  resendVerification: ['POST', '/user/resend-verification'],
  resetPassword: ['POST', '/user/reset-password/{token}'],
  sendLoginLink: ['POST', '/user/login-link'],
  sendMessage: ['POST', '/message'],
  sendVerificationCode: ['POST', '/user/send-verification-code'],
  sessions: ['GET', '/user/sessions'],
  setInfo: ['POST', '/user/set-info'],
  setUpMfa: ['POST', '/user/mfa/set-up'],
  switchOrg: ['POST', '/user/switch-org'],
  team: ['GET', '/organization/team'],
  tokenLogin: ['POST', '/user/token-login'],
  unsubscribeEmail: ['POST', '/user/unsub-email'],
  verifyEmail: ['PUT', '/user/verify/{token}'],
  verifyMfa: ['POST', '/user/verify-mfa'],
  verifyPhoneCode: ['POST', '/user/verify-phone-code'],
} as const

/** Calls a past-due account may still make: their answers say nothing about the block. */
export const openWhenPastDue: ReadonlySet<string> = new Set([
  'acceptInvitation',
  'disableMfa',
  'editSettings',
  'enableMfa',
  'endOtherSessions',
  'endSession',
  'forgotPassword',
  'login',
  'logout',
  'me',
  'prove',
  'readInvitation',
  'register',
  'renewBackupCodes',
  'resendVerification',
  'resetPassword',
  'sendLoginLink',
  'sendVerificationCode',
  'sessions',
  'setInfo',
  'setUpMfa',
  'switchOrg',
  'tokenLogin',
  'unsubscribeEmail',
  'verifyEmail',
  'verifyMfa',
  'verifyPhoneCode',
])

/** The name of an endpoint. */
export type RouteName = keyof typeof routes

/** Everything the rooms of the contract export, to look endpoints up by name in types. */
export type Contract = typeof accounts & typeof analytics & typeof contacts & typeof groups & typeof inbox & typeof messages & typeof second_step & typeof sign_up & typeof team
