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

/** Fields whose inside the application relies on; all others are compared with the default by kind. */
const rules: Record<string, (value: unknown) => boolean> = {
  'auth.user': (value) =>
    isNullOr(
      value,
      (user) => hasTexts(user, ['id', 'email', 'firstname', 'lastname', 'role']) && isTextList(user['permissions']),
    ),
  'auth.organization': (value) =>
    isNullOr(value, (one) => hasTexts(one, ['id', 'name', 'timezone', 'country', 'standing'])),
  'auth.features': (value) => isNullOr(value, isShape),
  'auth.warnings': (value) => isShape(value) && Object.values(value).every((shown) => typeof shown === 'boolean'),
  'auth.pinnedApps': isTextList,
  'groups.inboxSelectedGroups': isTextList,
  'message.notifications': (value) =>
    Array.isArray(value) &&
    value.every(
      (one) =>
        isShape(one) &&
        typeof one['messageCount'] === 'number' &&
        hasTexts(one['contact'], ['id', 'firstname', 'lastname']) &&
        hasTexts(one['lastMessage'], ['id', 'preview', 'at']),
    ),
  'message.siblingNotifications': (value) =>
    isShape(value) && Object.values(value).every((count) => typeof count === 'number'),
  'message.activeConversation': (value) => isNullOr(value, (one) => hasTexts(one, ['id'])),
}

/** Texts that may be absent; anything else there is poison. */
const maybeText = new Set([
  'auth.token',
  'auth.unverifiedToken',
  'auth.intercomHash',
  'auth.voicemailPlaying',
  'message.searchedMessage',
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
  if (key === 'auth') Object.assign(sound, { switchingOrg: false, orgSwitchOverlay: false, voicemailPlaying: null })
  return sound as unknown as RememberedState[K]
}
