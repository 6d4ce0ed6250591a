// Generated from the contract by scripts/snapshot-contract.ts; do not edit.
import type * as accounts from './accounts.ts'
import type * as analytics from './analytics.ts'
import type * as audience from './audience.ts'
import type * as bulk from './bulk.ts'
import type * as consent from './consent.ts'
import type * as contact_lists from './contact-lists.ts'
import type * as contacts from './contacts.ts'
import type * as delivery from './delivery.ts'
import type * as drafts from './drafts.ts'
import type * as errors from './errors.ts'
import type * as family from './family.ts'
import type * as fields from './fields.ts'
import type * as files from './files.ts'
import type * as groups from './groups.ts'
import type * as holidays from './holidays.ts'
import type * as imports from './imports.ts'
import type * as inbox from './inbox.ts'
import type * as keywords from './keywords.ts'
import type * as later from './later.ts'
import type * as lines from './lines.ts'
import type * as messages from './messages.ts'
import type * as notes from './notes.ts'
import type * as notifications from './notifications.ts'
import type * as organizations from './organizations.ts'
import type * as privacy from './privacy.ts'
import type * as repairs from './repairs.ts'
import type * as replies from './replies.ts'
import type * as restored from './restored.ts'
import type * as sample from './sample.ts'
import type * as saved_views from './saved-views.ts'
import type * as search from './search.ts'
import type * as second_step from './second-step.ts'
import type * as shift_notes from './shift-notes.ts'
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
  addToGroup: ['POST', '/group/add'],
  analytics: ['GET', '/user/analytics'],
  answerAsSample: ['POST', '/sample/answer'],
  archiveContact: ['DELETE', '/contact'],
  archiveConversation: ['PATCH', '/message/archive-conversation'],
  askCarriers: ['POST', '/restore/ask'],
  assignConversation: ['PATCH', '/message/assign-conversation'],
  billingContacts: ['GET', '/organization/billing-contacts'],
  bulkContacts: ['POST', '/contact/bulk'],
  bulkConversations: ['POST', '/message/bulk-conversations'],
  buyLine: ['POST', '/line/buy'],
  cancelScheduled: ['DELETE', '/message/scheduled'],
  changeMember: ['PATCH', '/organization/team'],
  commitImport: ['POST', '/contact/import/{id}/commit'],
  consentEvidence: ['GET', '/consent/evidence'],
  consentHistory: ['GET', '/consent/history'],
  contactActivity: ['GET', '/contact/activity'],
  contactDuplicates: ['GET', '/contact/duplicates'],
  contactMerges: ['GET', '/contact/merges'],
  contactRepairs: ['GET', '/contact/repairs'],
  contactRun: ['GET', '/contact/bulk/{id}'],
  contactRuns: ['GET', '/contact/bulk'],
  contactValues: ['GET', '/contact/values'],
  contactViews: ['GET', '/contact/views'],
  conversation: ['GET', '/message/conversations/{id}'],
  conversations: ['GET', '/message/conversations-paginated'],
  copyGroup: ['POST', '/group/copy'],
  correctImport: ['PATCH', '/contact/import/{id}/rows'],
  countContacts: ['POST', '/contact/count'],
  countConversations: ['POST', '/message/count-conversations'],
  createContact: ['POST', '/contact'],
  createCustomField: ['POST', '/custom-fields'],
  createGroup: ['POST', '/group'],
  createHoliday: ['POST', '/holiday'],
  createKeyword: ['POST', '/keyword'],
  createReply: ['POST', '/saved-reply'],
  createShiftNote: ['POST', '/message/shift-note'],
  createTag: ['POST', '/message/tags'],
  createView: ['POST', '/message/views'],
  customFieldPage: ['GET', '/custom-fields/paginated'],
  customFieldRemovable: ['GET', '/custom-fields/{id}/is-removable'],
  customFields: ['GET', '/custom-fields'],
  decideRestored: ['POST', '/restore'],
  deleteContactView: ['DELETE', '/contact/views'],
  deleteCustomField: ['DELETE', '/custom-fields/{id}'],
  deleteGroup: ['DELETE', '/group'],
  deleteHoliday: ['DELETE', '/holiday'],
  deleteKeyword: ['DELETE', '/keyword'],
  deleteReply: ['DELETE', '/saved-reply'],
  deleteTag: ['DELETE', '/message/tags'],
  deleteView: ['DELETE', '/message/views'],
  deleteVoicemail: ['DELETE', '/voicemail/{id}'],
  disableMfa: ['DELETE', '/user/mfa'],
  discardImport: ['DELETE', '/contact/import/{id}'],
  discardQuarantined: ['DELETE', '/line/quarantine'],
  dismissDuplicate: ['POST', '/contact/duplicates/dismiss'],
  editContact: ['PATCH', '/contact'],
  editCustomField: ['PATCH', '/custom-fields/{id}'],
  editGroup: ['PATCH', '/group'],
  editHoliday: ['PATCH', '/holiday'],
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
  eraseContact: ['POST', '/contact/erase'],
  exportContacts: ['POST', '/contact/export'],
  exportConversation: ['POST', '/message/export-conversation'],
  exportOptOuts: ['GET', '/consent/opt-outs/export'],
  forgotPassword: ['POST', '/user/forgot-password'],
  greeting: ['GET', '/voicemail/greeting'],
  groupContacts: ['GET', '/group/contacts'],
  groupMembers: ['GET', '/group/paginated'],
  groupPage: ['GET', '/group/paginated-groups'],
  groupPins: ['GET', '/group/pins'],
  groupUses: ['GET', '/group/uses'],
  groupValues: ['GET', '/group/values'],
  holidays: ['GET', '/holiday'],
  importOptOuts: ['POST', '/consent/opt-outs/import'],
  importProblems: ['GET', '/contact/import/{id}/problems'],
  importRows: ['GET', '/contact/import/{id}/rows'],
  importTemplate: ['GET', '/contact/import-template'],
  imports: ['GET', '/contact/imports'],
  inboxMembers: ['GET', '/message/members'],
  inviteMember: ['POST', '/organization/team'],
  judgeOptOut: ['POST', '/message/{id}/possible-opt-out'],
  keywords: ['GET', '/keyword'],
  linePause: ['GET', '/line/pause'],
  lines: ['GET', '/line'],
  login: ['POST', '/user/login'],
  logout: ['POST', '/user/logout'],
  matchImport: ['POST', '/contact/import/{id}/preview'],
  me: ['GET', '/user/me'],
  memberWork: ['GET', '/organization/team/work'],
  mergeContacts: ['POST', '/contact/merge'],
  moveContacts: ['POST', '/group/manage'],
  muteConversation: ['PATCH', '/message/mute-conversation'],
  notificationPrefs: ['GET', '/user/notification-settings'],
  openFile: ['GET', '/file/{id}'],
  optOuts: ['GET', '/consent/opt-outs'],
  organizationSettings: ['GET', '/organization/settings'],
  personalData: ['GET', '/contact/personal-data'],
  previewFilter: ['POST', '/group/preview'],
  previewTranslation: ['POST', '/translation/preview'],
  prove: ['POST', '/user/prove'],
  quarantine: ['GET', '/line/quarantine'],
  readAllConversations: ['POST', '/message/read-all'],
  readContact: ['GET', '/contact'],
  readConversation: ['PATCH', '/message/read-conversation'],
  readDraft: ['GET', '/message/draft'],
  readFamily: ['GET', '/organization/family'],
  readGroups: ['GET', '/group'],
  readImport: ['GET', '/contact/import/{id}'],
  readInvitation: ['POST', '/user/invitation'],
  readShiftNote: ['PATCH', '/message/shift-note'],
  recordConsent: ['POST', '/consent/note'],
  refreshGroup: ['POST', '/group/{groupId}/refresh'],
  register: ['POST', '/user/register'],
  releaseLine: ['DELETE', '/line'],
  removeFromGroup: ['POST', '/group/remove'],
  removeLineGreeting: ['DELETE', '/voicemail/greeting/{lineId}'],
  removeMember: ['DELETE', '/organization/team'],
  removePushDevice: ['DELETE', '/user/push-device'],
  removeSample: ['DELETE', '/sample'],
  renewBackupCodes: ['POST', '/user/mfa/backup-codes'],
  reportTranslation: ['POST', '/message/{id}/translation/report'],
  resendInvitation: ['PUT', '/team/resend-invitation'],
  resendVerification: ['POST', '/user/resend-verification'],
  resetPassword: ['POST', '/user/reset-password/{token}'],
  restoreCustomField: ['POST', '/custom-fields/{id}/restore'],
  restoreNotice: ['GET', '/restore/notice'],
  restoredTexts: ['GET', '/restore'],
  retryMessage: ['POST', '/message/{id}/retry'],
  retryQuarantined: ['POST', '/line/quarantine'],
  sample: ['GET', '/sample'],
  saveContactView: ['POST', '/contact/views'],
  saveDraft: ['PUT', '/message/draft'],
  savedReplies: ['GET', '/saved-reply'],
  savedViews: ['GET', '/message/views'],
  scheduledMessages: ['GET', '/message/scheduled'],
  searchMessages: ['GET', '/message/search'],
  searchNumbers: ['POST', '/line/search'],
  seeUpdates: ['POST', '/user/updates/seen'],
  sendLoginLink: ['POST', '/user/login-link'],
  sendMessage: ['POST', '/message'],
  sendScheduledNow: ['POST', '/message/scheduled/send-now'],
  sendVerificationCode: ['POST', '/user/send-verification-code'],
  sessions: ['GET', '/user/sessions'],
  setGreeting: ['PUT', '/voicemail/greeting'],
  setInfo: ['POST', '/user/set-info'],
  setLineGreeting: ['PUT', '/voicemail/greeting/{lineId}'],
  setUpMfa: ['POST', '/user/mfa/set-up'],
  shareDown: ['POST', '/organization/family/share'],
  snoozeConversation: ['PATCH', '/message/snooze-conversation'],
  startImport: ['POST', '/contact/import'],
  startSample: ['POST', '/sample'],
  stopSharing: ['DELETE', '/organization/family/share'],
  switchOrg: ['POST', '/user/switch-org'],
  tagConversation: ['PATCH', '/message/tag-conversation'],
  tags: ['GET', '/message/tags'],
  team: ['GET', '/organization/team'],
  tellErrors: ['POST', '/errors'],
  tokenLogin: ['POST', '/user/token-login'],
  translateMessage: ['POST', '/message/{id}/translate'],
  translationStatus: ['GET', '/translation/status'],
  undoContactRun: ['POST', '/contact/bulk/{id}/undo'],
  undoImport: ['POST', '/contact/import/{id}/undo'],
  undoMerge: ['POST', '/contact/merge/{id}/undo'],
  undoOptOut: ['POST', '/consent/undo-opt-out'],
  unpinContacts: ['POST', '/group/unpin'],
  unsubscribeEmail: ['POST', '/user/unsub-email'],
  updates: ['GET', '/user/updates'],
  uploadFile: ['POST', '/file'],
  useReply: ['POST', '/saved-reply/use'],
  verifyEmail: ['PUT', '/user/verify/{token}'],
  verifyMfa: ['POST', '/user/verify-mfa'],
  verifyPhoneCode: ['POST', '/user/verify-phone-code'],
  voicemails: ['GET', '/voicemail'],
  waitingQueue: ['GET', '/message/waiting'],
  whyInGroup: ['GET', '/group/why'],
  writeNote: ['POST', '/message/note'],
} as const

/** Endpoints a past-due account may still call. Their responses do not show whether the account is past due. */
export const openWhenPastDue: ReadonlySet<string> = new Set([
  'acceptInvitation',
  'billingContacts',
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
  'tellErrors',
  'tokenLogin',
  'unsubscribeEmail',
  'verifyEmail',
  'verifyMfa',
  'verifyPhoneCode',
])

/** The name of an endpoint. */
export type RouteName = keyof typeof routes

/** Every export of the contract files, to look up endpoints by name in types. */
export type Contract = typeof accounts & typeof analytics & typeof audience & typeof bulk & typeof consent & typeof contact_lists & typeof contacts & typeof delivery & typeof drafts & typeof errors & typeof family & typeof fields & typeof files & typeof groups & typeof holidays & typeof imports & typeof inbox & typeof keywords & typeof later & typeof lines & typeof messages & typeof notes & typeof notifications & typeof organizations & typeof privacy & typeof repairs & typeof replies & typeof restored & typeof sample & typeof saved_views & typeof search & typeof second_step & typeof shift_notes & typeof sign_up & typeof tags & typeof team & typeof transcripts & typeof translation & typeof voicemail
