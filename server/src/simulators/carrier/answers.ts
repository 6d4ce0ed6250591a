import type { Handset, Line, Text } from './records.ts'

/** Formats a message for the control API; `at` is an ISO 8601 time. */
export function textJson(text: Text): Record<string, unknown> {
  const { id, direction, from, to, body, at, state, errorCode, media = [] } = text
  return { id, direction, from, to, body, at: new Date(at).toISOString(), state, errorCode, media }
}

/** Formats a handset with at most its newest message. */
export function handsetJson(handset: Handset): Record<string, unknown> {
  const { phone, name, about, language, faults, lastAt, unread, texts } = handset
  return {
    phone,
    name,
    about,
    language,
    faults,
    unread,
    lastAt: lastAt === null ? null : new Date(lastAt).toISOString(),
    texts: texts.slice(-1).map(textJson),
  }
}

/** Formats a line without its key and secret. */
export function lineJson(line: Line): Record<string, unknown> {
  const { number, dialect, account, label, inboundUrl, voiceUrl = null } = line
  return { number, dialect, account, label, inboundUrl, voiceUrl }
}
