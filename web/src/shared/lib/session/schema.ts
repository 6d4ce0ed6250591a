import { CONVERSATIONS_STORED_MAX, MESSAGES_STORED_MAX, STORED_PART_MAX } from '@crewline/contract/limits'
import { emptySession, type RememberedKey, type RememberedState } from './state.ts'

type Shape = Record<string, unknown>

function isShape(value: unknown): value is Shape {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasTexts(value: unknown, fields: string[]): value is Shape {
  return isShape(value) && fields.every((field) => typeof value[field] === 'string')
}

function isNullOr(value: unknown, test: (value: unknown) => boolean): boolean {
  return value === null || test(value)
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean'
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value)
}

function isListOf(value: unknown, test: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(test)
}

function isUser(value: unknown): boolean {
  return (
    hasTexts(value, ['id', 'email', 'firstname', 'lastname', 'role', 'scope', 'locale', 'colorScheme']) &&
    isTextList(value['permissions']) &&
    isTextList(value['pinnedApps']) &&
    isFlag(value['muteNotifications']) &&
    hasTexts(value['mfa'], ['method'])
  )
}

function isMessage(value: unknown): boolean {
  return hasTexts(value, ['id', 'contactId', 'direction', 'body', 'state', 'at'])
}

function isUsage(value: unknown): boolean {
  if (!hasTexts(value, ['periodStart', 'periodEnd', 'level'])) return false
  const { segments } = value
  return isShape(segments) && isCount(segments['used']) && isNullOr(segments['included'], isCount)
}

function isNotification(value: unknown): boolean {
  return (
    isShape(value) &&
    isCount(value['messageCount']) &&
    hasTexts(value['contact'], ['id', 'firstname', 'lastname']) &&
    hasTexts(value['lastMessage'], ['id', 'preview', 'at'])
  )
}

/** Fields whose content the application relies on; all others are only compared with the type of their default. */
const rules: Record<string, (value: unknown) => boolean> = {
  'auth.user': (value) => isNullOr(value, isUser),
  'auth.organization': (value) =>
    isNullOr(
      value,
      (organization) =>
        hasTexts(organization, ['id', 'name', 'timezone', 'country', 'status']) &&
        isTextList(organization['appsNotInPlan'] ?? []),
    ),
  'auth.features': (value) => isNullOr(value, (features) => isShape(features) && Object.values(features).every(isFlag)),
  'auth.billing': (value) => isNullOr(value, (billing) => hasTexts(billing, ['status', 'periodStart', 'periodEnd'])),
  'auth.warnings': (value) => isShape(value) && Object.values(value).every(isFlag),
  'auth.pinnedApps': isTextList,
  'auth.contactsTab': isTab,
  'auth.groupsTab': isTab,
  'groups.inboxSelectedGroups': isTextList,
  'groups.data': (value) => isListOf(value, (group) => hasTexts(group, ['id', 'name'])),
  'message.conversations': (value) =>
    isListOf(value, (conversation) => hasTexts(conversation, ['id', 'name', 'lastAt'])),
  'message.messages': (value) => isListOf(value, isMessage),
  'message.notifications': (value) => isListOf(value, isNotification),
  'message.siblingNotifications': (value) => isShape(value) && Object.values(value).every(isCount),
  'message.activeConversation': (value) =>
    isNullOr(value, (conversation) => hasTexts(conversation, ['id']) && isFlag(conversation['archived'])),
  'message.searchedMessage': (value) => isNullOr(value, (message) => hasTexts(message, ['contactId', 'messageId'])),
  'message.messageUsage': (value) => isNullOr(value, isUsage),
}

function isTab(value: unknown): boolean {
  return value === 'contacts' || value === 'groups'
}

/** Texts that may be null; any other type there is invalid. */
const maybeText = new Set([
  'auth.token',
  'auth.unverifiedToken',
  'auth.intercomHash',
  'auth.voicemailPlaying',
  'portal.token',
  'portal.expiration',
])

function fits(path: string, value: unknown, usual: unknown): boolean {
  const rule = rules[path]
  if (rule) return rule(value)
  if (maybeText.has(path)) return value === null || typeof value === 'string'
  if (usual === null) return true
  return typeof value === typeof usual && Array.isArray(value) === Array.isArray(usual)
}

/**
 * Returns the remembered slice if it is valid: missing fields get their default, unknown ones are dropped. Returns
 * undefined when any field has an unusable shape; the caller then starts from the defaults and reports it.
 */
export function soundSlice<K extends RememberedKey>(key: K, stored: unknown): RememberedState[K] | undefined {
  const usual = emptySession()[key] as unknown as Shape
  if (!isShape(stored)) return undefined
  const sound: Shape = { ...usual }
  for (const field of Object.keys(usual)) {
    if (stored[field] === undefined) continue
    if (!fits(`${key}.${field}`, stored[field], usual[field])) return undefined
    sound[field] = stored[field]
  }
  // A page that was closed during a switch must not start under its overlay.
  if (key === 'auth') {
    Object.assign(sound, { switchingOrg: false, orgSwitchOverlay: false, voicemailPlaying: null })
    sound['warnings'] = { ...emptySession().auth.warnings, ...(sound['warnings'] as object) }
  }
  if (key === 'message') {
    Object.assign(sound, { refreshing: false, refreshingMessages: false })
    sound['conversations'] = (sound['conversations'] as unknown[]).slice(0, CONVERSATIONS_STORED_MAX)
    sound['messages'] = (sound['messages'] as unknown[]).slice(-MESSAGES_STORED_MAX)
  }
  return sound as unknown as RememberedState[K]
}

/** Parses stored JSON without keys that could pollute object prototypes; throws when it is not JSON or too long. */
export function parseStored(text: string): unknown {
  if (text.length > STORED_PART_MAX) throw new Error('stored part is too long')
  return JSON.parse(text, (key, value: unknown) =>
    key === '__proto__' || key === 'constructor' || key === 'prototype' ? undefined : value,
  )
}

/** Returns the token of a stored slice that may be broken otherwise; null when it is unreadable. */
export function tokenIn(stored: unknown): string | null {
  const token = isShape(stored) ? stored['token'] : null
  return typeof token === 'string' && token !== '' ? token : null
}
