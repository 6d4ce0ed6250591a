import { CONVERSATIONS_KEPT, MESSAGES_KEPT, STORED_PART_MAX } from '@crewline/contract/limits'
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
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
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

/** Fields whose inside the application relies on; all others are compared with the default by kind. */
const rules: Record<string, (value: unknown) => boolean> = {
  'auth.user': (value) => isNullOr(value, isUser),
  'auth.organization': (value) =>
    isNullOr(value, (one) => hasTexts(one, ['id', 'name', 'timezone', 'country', 'standing'])),
  'auth.features': (value) => isNullOr(value, (one) => isShape(one) && Object.values(one).every(isFlag)),
  'auth.billing': (value) => isNullOr(value, (one) => hasTexts(one, ['status', 'periodStart', 'periodEnd'])),
  'auth.warnings': (value) => isShape(value) && Object.values(value).every(isFlag),
  'auth.pinnedApps': isTextList,
  'auth.contactsTab': isTab,
  'auth.groupsTab': isTab,
  'groups.inboxSelectedGroups': isTextList,
  'groups.data': (value) => isListOf(value, (one) => hasTexts(one, ['id', 'name'])),
  'message.conversations': (value) => isListOf(value, (one) => hasTexts(one, ['id', 'name', 'lastAt'])),
  'message.messages': (value) => isListOf(value, isMessage),
  'message.notifications': (value) => isListOf(value, isNotification),
  'message.siblingNotifications': (value) => isShape(value) && Object.values(value).every(isCount),
  'message.activeConversation': (value) => isNullOr(value, (one) => hasTexts(one, ['id']) && isFlag(one['archived'])),
  'message.searchedMessage': (value) => isNullOr(value, (one) => hasTexts(one, ['contactId', 'messageId'])),
  'message.messageUsage': (value) => isNullOr(value, isUsage),
}

function isTab(value: unknown): boolean {
  return value === 'contacts' || value === 'groups'
}

/** Texts that may be absent; anything else there is poison. */
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
 * The remembered part if it is sound: fields it lacks get their default, fields we do not know are dropped.
 * Undefined when any field has a shape the application cannot live with; the caller starts from the defaults and reports.
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
  // A page that was closed in the middle of a switch must not wake up under its overlay.
  if (key === 'auth') {
    Object.assign(sound, { switchingOrg: false, orgSwitchOverlay: false, voicemailPlaying: null })
    sound['warnings'] = { ...emptySession().auth.warnings, ...(sound['warnings'] as object) }
  }
  if (key === 'message') {
    Object.assign(sound, { refreshing: false, refreshingMessages: false })
    sound['conversations'] = (sound['conversations'] as unknown[]).slice(0, CONVERSATIONS_KEPT)
    sound['messages'] = (sound['messages'] as unknown[]).slice(-MESSAGES_KEPT)
  }
  return sound as unknown as RememberedState[K]
}

/** A value from stored text, without the keys that could reach into the prototypes of objects; throws when it is not JSON or far too long. */
export function parseStored(text: string): unknown {
  if (text.length > STORED_PART_MAX) throw new Error('stored part is too long')
  return JSON.parse(text, (key, value: unknown) =>
    key === '__proto__' || key === 'constructor' || key === 'prototype' ? undefined : value,
  )
}

/** The token inside a stored part whose rest may be broken; null when there is none to read. */
export function tokenIn(stored: unknown): string | null {
  const token = isShape(stored) ? stored['token'] : null
  return typeof token === 'string' && token !== '' ? token : null
}
