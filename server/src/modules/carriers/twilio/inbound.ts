import { MEDIA_PER_MESSAGE } from '@crewline/contract/limits'
import twilio from 'twilio'
import type { Account, CallEvent, CarrierEvent, HookRequest, IncomingText, StatusReport } from '../carrier.ts'

type Fields = Record<string, string | undefined>

const STATES: Record<string, StatusReport['state']> = {
  accepted: 'submitted',
  queued: 'submitted',
  sending: 'submitted',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
}
/** What Twilio's Advanced Opt-Out did about a message: https://www.twilio.com/docs/messaging/tutorials/advanced-opt-out */
const HANDLED: Record<string, IncomingText['handledAs']> = { STOP: 'opt_out', START: 'opt_in', HELP: 'help' }
/** How a call can end (https://www.twilio.com/docs/voice/api/call-resource#call-status-values). */
const ENDED = new Set(['completed', 'busy', 'no-answer', 'failed', 'canceled'])

/** Parses a signed message webhook. Throws when it is malformed. */
export function handleMessage(account: Account, request: HookRequest): CarrierEvent[] | 'forged' {
  const fields = signedFields(account, request)
  if (fields === 'forged') return 'forged'
  const carrierId = fields['MessageSid'] ?? fields['SmsSid']
  if (!carrierId) throw new Error('a signed webhook without MessageSid')
  const status = fields['MessageStatus']
  if (status === undefined) return [incomingFrom(carrierId, fields)]
  const state = stateOfTwilio(status)
  return state ? [{ kind: 'status', carrierId, state, errorCode: fields['ErrorCode'] || null }] : []
}

/** Returns our state for a status of Twilio; undefined for one that says nothing about a sent message. */
export function stateOfTwilio(status: string): StatusReport['state'] | undefined {
  return Object.hasOwn(STATES, status) ? STATES[status] : undefined
}

/**
 * Parses a signed call webhook. Twilio reports that a call ended, but not whether its caller left a message;
 * `wasRecorded` queries that.
 */
export async function handleCall(
  account: Account,
  request: HookRequest,
  wasRecorded: (callId: string) => Promise<boolean>,
): Promise<CallEvent[] | 'forged'> {
  const fields = signedFields(account, request)
  if (fields === 'forged') return 'forged'
  const callId = fields['CallSid']
  if (!callId) throw new Error('a signed webhook without CallSid')
  // Recording updates contain neither number, so our own signed URL carries them.
  const remembered = new URL(request.url).searchParams
  const from = fields['From'] ?? remembered.get('from')
  const to = fields['To'] ?? remembered.get('to') ?? ''
  if (!from) throw new Error('a signed call webhook without From')
  const call = { callId, from, to }
  if (fields['RecordingStatus'] === 'absent') return [{ kind: 'missed', ...call }]
  if (fields['RecordingStatus'] === 'completed' && fields['RecordingUrl']) {
    const durationSec = Number(fields['RecordingDuration'])
    return [{ kind: 'recording', ...call, url: fields['RecordingUrl'], durationSec: durationSec > 0 ? durationSec : 0 }]
  }
  // The step after <Record> includes the recording before its file is ready.
  if (fields['RecordingStatus'] || fields['RecordingUrl']) return []
  const status = fields['CallStatus'] ?? ''
  if (status === 'ringing' || status === 'in-progress') return [{ kind: 'call', ...call }]
  return ENDED.has(status) && !(await wasRecorded(callId)) ? [{ kind: 'missed', ...call }] : []
}

function incomingFrom(carrierId: string, fields: Fields): IncomingText {
  if (!fields['From']) throw new Error('a signed message webhook without From')
  const count = Math.min(Number(fields['NumMedia']) || 0, MEDIA_PER_MESSAGE)
  const media = Array.from({ length: count }, (_, at) => ({
    url: fields[`MediaUrl${at}`] ?? '',
    mime: fields[`MediaContentType${at}`] ?? 'application/octet-stream',
  })).filter((file) => file.url !== '')
  const type = fields['OptOutType']?.toUpperCase() ?? ''
  const handledAs = Object.hasOwn(HANDLED, type) ? HANDLED[type] : undefined
  return {
    kind: 'incoming',
    carrierId,
    from: fields['From'],
    to: fields['To'] ?? '',
    body: fields['Body'] ?? '',
    media,
    ...(handledAs ? { handledAs } : {}),
  }
}

function signedFields(account: Account, request: HookRequest): Fields | 'forged' {
  const fields = Object.fromEntries(new URLSearchParams(request.raw.toString('utf8')))
  const signature = request.headers['x-twilio-signature'] ?? ''
  if (!twilio.validateRequest(account.secret, signature, request.url, fields)) return 'forged'
  return isForLine(account, request, fields) ? fields : 'forged'
}

/** Whether a signed request names the account and the number of the line, where it names any. */
function isForLine(account: Account, { phone }: HookRequest, fields: Fields): boolean {
  if (fields['AccountSid'] !== undefined && fields['AccountSid'] !== account.account) return false
  const isStatus = fields['MessageStatus'] !== undefined
  const own = isStatus ? fields['From'] : fields['To']
  return !own || phone === undefined || own.replace(/^[a-z]+:/, '') === phone
}
