// Generated from the contract by scripts/snapshot-contract.ts; do not edit.
import type * as accounts from './accounts.ts'
import type * as analytics from './analytics.ts'
import type * as bulk from './bulk.ts'
import type * as contacts from './contacts.ts'
import type * as drafts from './drafts.ts'
import type * as files from './files.ts'
import type * as groups from './groups.ts'
import type * as inbox from './inbox.ts'
import type * as keywords from './keywords.ts'
import type * as lines from './lines.ts'
import type * as messages from './messages.ts'
import type * as notes from './notes.ts'
import type * as notifications from './notifications.ts'
import type * as organizations from './organizations.ts'
import type * as replies from './replies.ts'
import type * as saved_views from './saved-views.ts'
import type * as search from './search.ts'
import type * as second_step from './second-step.ts'
import type * as sign_up from './sign-up.ts'
import type * as tags from './tags.ts'
import type * as team from './team.ts'
import type * as transcripts from './transcripts.ts'
import type * as translation from './translation.ts'
import type * as voicemail from './voicemail.ts'

/** Method and path of every endpoint, for code that must not load zod. */
export const routes = {
  acceptInvitation: ['POST', '/user/accept-invitation'],
  addLine: ['POST', '/line'],
  addPushDevice: ['POST', '/user/push-device'],
  analytics: ['GET', '/user/analytics'],
  archiveConversation: ['PATCH', '/message/archive-conversation'],
  assignConversation: ['PATCH', '/message/assign-conversation'],
  bulkConversations: ['POST', '/message/bulk-conversations'],
  cancelScheduled: ['DELETE', '/message/scheduled'],
  conversation: ['GET', '/message/conversations/{id}'],
  conversations: ['GET', '/message/conversations-paginated'],
  countConversations: ['POST', '/message/count-conversations'],
  createContact: ['POST', '/contact'],
  createKeyword: ['POST', '/keyword'],
  createReply: ['POST', '/saved-reply'],
  createTag: ['POST', '/message/tags'],
  createView: ['POST', '/message/views'],
  deleteKeyword: ['DELETE', '/keyword'],
  deleteReply: ['DELETE', '/saved-reply'],
  deleteTag: ['DELETE', '/message/tags'],
  deleteView: ['DELETE', '/message/views'],
  deleteVoicemail: ['DELETE', '/voicemail/{id}'],
  disableMfa: ['DELETE', '/user/mfa'],
  editContact: ['PATCH', '/contact'],
  editKeyword: ['PATCH', '/keyword'],
  editLine: ['PATCH', '/line'],
  editNotificationPrefs: ['PATCH', '/user/notification-settings'],
  editOrganization: ['PATCH', '/organization'],
  editReply: ['PATCH', '/saved-reply'],
  editScheduled: ['PATCH', '/message/scheduled'],
  editSettings: ['PATCH', '/user/settings'],
  editTag: ['PATCH', '/message/tags'],
  editVoicemail: ['PATCH', '/voicemail/{id}'],
  enableMfa: ['POST', '/user/mfa'],
  endOtherSessions: ['DELETE', '/user/other-sessions'],
  endSession: ['DELETE', '/user/sessions'],
  exportConversation: ['POST', '/message/export-conversation'],
  forgotPassword: ['POST', '/user/forgot-password'],
  greeting: ['GET', '/voicemail/greeting'],
  groupContacts: ['GET', '/group/contacts'],
  groupValues: ['GET', '/group/values'],
  inboxMembers: ['GET', '/message/members'],
  inviteMember: ['POST', '/organization/team'],
  judgeOptOut: ['POST', '/message/{id}/possible-opt-out'],
  keywords: ['GET', '/keyword'],
  lines: ['GET', '/line'],
  login: ['POST', '/user/login'],
  logout: ['POST', '/user/logout'],
  me: ['GET', '/user/me'],
  muteConversation: ['PATCH', '/message/mute-conversation'],
  notificationPrefs: ['GET', '/user/notification-settings'],
  openFile: ['GET', '/file/{id}'],
  organizationSettings: ['GET', '/organization/settings'],
  previewTranslation: ['POST', '/translation/preview'],
  prove: ['POST', '/user/prove'],
  readAllConversations: ['POST', '/message/read-all'],
  readContact: ['GET', '/contact'],
  readConversation: ['PATCH', '/message/read-conversation'],
  readDraft: ['GET', '/message/draft'],
  readInvitation: ['POST', '/user/invitation'],
  register: ['POST', '/user/register'],
  releaseLine: ['DELETE', '/line'],
  removePushDevice: ['DELETE', '/user/push-device'],
  renewBackupCodes: ['POST', '/user/mfa/backup-codes'],
  resendInvitation: ['PUT', '/team/resend-invitation'],
  resendVerification: ['POST', '/user/resend-verification'],
  resetPassword: ['POST', '/user/reset-password/{token}'],
  retryMessage: ['POST', '/message/{id}/retry'],
  saveDraft: ['PUT', '/message/draft'],
  savedReplies: ['GET', '/saved-reply'],
  savedViews: ['GET', '/message/views'],
  scheduledMessages: ['GET', '/message/scheduled'],
  searchMessages: ['GET', '/message/search'],
  seeUpdates: ['POST', '/user/updates/seen'],
  sendLoginLink: ['POST', '/user/login-link'],
  sendMessage: ['POST', '/message'],
  sendScheduledNow: ['POST', '/message/scheduled/send-now'],
  sendVerificationCode: ['POST', '/user/send-verification-code'],
  sessions: ['GET', '/user/sessions'],
  setGreeting: ['PUT', '/voicemail/greeting'],
  setInfo: ['POST', '/user/set-info'],
  setUpMfa: ['POST', '/user/mfa/set-up'],
  snoozeConversation: ['PATCH', '/message/snooze-conversation'],
  switchOrg: ['POST', '/user/switch-org'],
  tagConversation: ['PATCH', '/message/tag-conversation'],
  tags: ['GET', '/message/tags'],
  team: ['GET', '/organization/team'],
  tokenLogin: ['POST', '/user/token-login'],
  translateMessage: ['POST', '/message/{id}/translate'],
  unsubscribeEmail: ['POST', '/user/unsub-email'],
  updates: ['GET', '/user/updates'],
  uploadFile: ['POST', '/file'],
  useReply: ['POST', '/saved-reply/use'],
  verifyEmail: ['PUT', '/user/verify/{token}'],
  verifyMfa: ['POST', '/user/verify-mfa'],
  verifyPhoneCode: ['POST', '/user/verify-phone-code'],
  voicemails: ['GET', '/voicemail'],
  writeNote: ['POST', '/message/note'],
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
export type Contract = typeof accounts & typeof analytics & typeof bulk & typeof contacts & typeof drafts & typeof files & typeof groups & typeof inbox & typeof keywords & typeof lines & typeof messages & typeof notes & typeof notifications & typeof organizations & typeof replies & typeof saved_views & typeof search & typeof second_step & typeof sign_up & typeof tags & typeof team & typeof transcripts & typeof translation & typeof voicemail
