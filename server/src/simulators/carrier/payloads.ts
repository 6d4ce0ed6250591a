import type { Line, Submission, Text, TextState } from './records.ts'

const VERSION = '2010-04-01'
/** Callbacks name files at the address customers of the real company know; a simulator stands in for it. */
const TWILIO = `https://api.twilio.com/${VERSION}`

/** What a callback says of a text that a line sent. */
export function statusPayload(
  text: Submission,
  { state, errorCode, now }: { state: TextState; errorCode: number | null; now: number },
): Record<string, unknown> {
  const { id, reference, from, to, account } = text
  if (text.dialect === 'twilio') {
    const status = state === 'accepted' ? 'queued' : state
    const names = { MessageSid: id, SmsSid: id, MessageStatus: status, SmsStatus: status, To: to, From: from }
    return { ...names, AccountSid: account, ApiVersion: VERSION, ...(errorCode ? { ErrorCode: errorCode } : {}) }
  }
  const at = new Date(now).toISOString()
  return { type: 'status', id, reference, from, to, status: state, ...(errorCode ? { errorCode } : {}), at }
}

/** What a callback says of a text that a worker sent. */
export function inboundPayload(text: Text, { dialect, account }: Line): Record<string, unknown> {
  if (dialect === 'native') return { type: 'inbound', ...nativeInbound(text) }
  const { id, from, to, body } = text
  const names = { MessageSid: id, SmsSid: id, SmsMessageSid: id, AccountSid: account, From: from, To: to, Body: body }
  const media = text.media ?? []
  const files = media.flatMap((one, at) => [
    [`MediaUrl${at}`, twilioMediaUrl(account, id, one.id)],
    [`MediaContentType${at}`, one.mime],
  ])
  return {
    ...names,
    ...{ NumMedia: String(media.length), NumSegments: '1', SmsStatus: 'received', ApiVersion: VERSION },
    ...(Object.fromEntries(files) as Record<string, string>),
  }
}

/** A worker's text in the native dialect; files are below the carrier's own address. */
export function nativeInbound({ id, from, to, body, at, media = [] }: Text): Record<string, unknown> {
  const files = media.map((one) => ({ url: `/v1/media/${one.id}`, mime: one.mime }))
  const words = { id, from, to, body, at: new Date(at).toISOString() }
  return files.length > 0 ? { ...words, media: files } : words
}

/** Where a file of a text is in Twilio's dialect. */
export function twilioMediaUrl(account: string, textId: string, mediaId: string): string {
  return `${TWILIO}/Accounts/${account}/Messages/${textId}/Media/${mediaId}`
}

/** Where a recorded call is in Twilio's dialect. */
export function twilioRecordingUrl(account: string, recordingId: string): string {
  return `${TWILIO}/Accounts/${account}/Recordings/${recordingId}`
}
