import type { Line, Submission, Text, TextState } from './records.ts'
import { telnyxEvent, telnyxInbound, telnyxOutbound } from './telnyx-payloads.ts'

const VERSION = '2010-04-01'
/** Callbacks name files at Twilio's real address; the simulator stands in for it. */
const TWILIO = `https://api.twilio.com/${VERSION}`

/** Builds the status callback for a message sent by a line. */
export function statusPayload(
  text: Submission,
  { state, errorCode, now }: { state: TextState; errorCode: number | null; now: number },
): Record<string, unknown> {
  const { id, reference, from, to, account } = text
  if (text.dialect === 'telnyx')
    return telnyxEvent(state === 'sent' ? 'message.sent' : 'message.finalized', now, {
      ...telnyxOutbound({ ...text, state, errorCode }),
      webhook_url: text.callbackUrl,
    })
  if (text.dialect === 'twilio') {
    const status = state === 'accepted' ? 'queued' : state
    const names = { MessageSid: id, SmsSid: id, MessageStatus: status, SmsStatus: status, To: to, From: from }
    return { ...names, AccountSid: account, ApiVersion: VERSION, ...(errorCode ? { ErrorCode: errorCode } : {}) }
  }
  const at = new Date(now).toISOString()
  return { type: 'status', id, reference, from, to, status: state, ...(errorCode ? { errorCode } : {}), at }
}

/** Builds the callback for a message sent by a contact. */
export function inboundPayload(text: Text, { dialect, account }: Line): Record<string, unknown> {
  if (dialect === 'native') return { type: 'inbound', ...nativeInbound(text) }
  if (dialect === 'telnyx') return telnyxEvent('message.received', text.at, telnyxInbound(text))
  const { id, from, to, body } = text
  const names = { MessageSid: id, SmsSid: id, SmsMessageSid: id, AccountSid: account, From: from, To: to, Body: body }
  const media = text.media ?? []
  const files = media.flatMap((file, at) => [
    [`MediaUrl${at}`, twilioMediaUrl(account, id, file.id)],
    [`MediaContentType${at}`, file.mime],
  ])
  return {
    ...names,
    NumMedia: String(media.length),
    NumSegments: '1',
    SmsStatus: 'received',
    ApiVersion: VERSION,
    ...(Object.fromEntries(files) as Record<string, string>),
  }
}

/** Formats a contact's message in the native dialect; file URLs are relative to the carrier's address. */
export function nativeInbound({ id, from, to, body, at, media = [] }: Text): Record<string, unknown> {
  const files = media.map((file) => ({ url: `/v1/media/${file.id}`, mime: file.mime }))
  const payload = { id, from, to, body, at: new Date(at).toISOString() }
  return files.length > 0 ? { ...payload, media: files } : payload
}

/** Returns the URL of a message's file in Twilio's dialect. */
export function twilioMediaUrl(account: string, textId: string, mediaId: string): string {
  return `${TWILIO}/Accounts/${account}/Messages/${textId}/Media/${mediaId}`
}

/** Returns the URL of a recorded call in Twilio's dialect. */
export function twilioRecordingUrl(account: string, recordingId: string): string {
  return `${TWILIO}/Accounts/${account}/Recordings/${recordingId}`
}
