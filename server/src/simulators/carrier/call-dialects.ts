import { twilioRecordingUrl } from './payloads.ts'
import type { Dialect, Line, Recording } from './records.ts'

/** What a caller hears and where a message goes; without that address no message can be left. */
export type CallAnswer = {
  words: string
  audioUrl: string | null
  maxSeconds: number
  recordingUrl: string | null
  /** Twilio asks here what comes after the recording. */
  actionUrl: string | null
}

type Ringing = { id: string; from: string; line: Line }

/** What a line is told of a call that rings, or that ended without a message. */
export function callPayload({ id, from, line }: Ringing, what: 'ringing' | 'ended'): Record<string, unknown> {
  if (line.dialect === 'native') return { type: what === 'ringing' ? 'call' : 'missed', id, from, to: line.number }
  const status = what === 'ringing' ? 'ringing' : 'completed'
  const call = { CallSid: id, AccountSid: line.account, From: from, To: line.number, Direction: 'inbound' }
  return { ...call, CallStatus: status, ApiVersion: '2010-04-01', ...(what === 'ended' ? { CallDuration: '4' } : {}) }
}

/** What a line is told of a message, and where; Twilio tells it three times in its own ways. */
export function recordingPayloads(
  call: Ringing & { answer: CallAnswer },
  { media, durationSec }: Recording,
): { url: string; payload: Record<string, unknown> }[] {
  const { id, from, line, answer } = call
  const url = answer.recordingUrl ?? ''
  if (line.dialect === 'native') {
    const payload = { type: 'recording', id, from, to: line.number, url: `/v1/media/${media.id}`, durationSec }
    return [{ url, payload }]
  }
  const recording = {
    RecordingSid: media.id,
    RecordingUrl: twilioRecordingUrl(line.account, media.id),
    RecordingDuration: String(durationSec),
  }
  const ended = callPayload(call, 'ended')
  const told = {
    ...{ AccountSid: line.account, CallSid: id, ...recording, RecordingStatus: 'completed' },
    ...{ RecordingChannels: '1', RecordingSource: 'RecordVerb' },
  }
  return [
    { url: answer.actionUrl ?? url, payload: { ...ended, ...recording, Digits: 'hangup' } },
    { url, payload: told },
    { url: line.voiceUrl ?? '', payload: ended },
  ].filter((one) => one.url !== '')
}

/** Reads what a line answered to a ringing call. */
export function answerFrom(dialect: Dialect, text: string): CallAnswer {
  return dialect === 'twilio' ? fromTwiml(text) : fromJson(text)
}

function fromJson(text: string): CallAnswer {
  const { say, play, maxSeconds, recordingUrl } = JSON.parse(text) as Record<string, unknown>
  const seconds = typeof maxSeconds === 'number' ? maxSeconds : 0
  return {
    words: typeof say === 'string' ? say : '',
    audioUrl: typeof play === 'string' ? play : null,
    maxSeconds: seconds,
    recordingUrl: typeof recordingUrl === 'string' && seconds > 0 ? recordingUrl : null,
    actionUrl: null,
  }
}

/** The few verbs of TwiML that a mailbox needs: https://www.twilio.com/docs/voice/twiml */
function fromTwiml(text: string): CallAnswer {
  const record = /<Record\b([^>]*)>/.exec(text)?.[1]
  const attribute = (name: string): string | null => {
    const value = new RegExp(`\\b${name}="([^"]*)"`).exec(record ?? '')?.[1]
    return value === undefined ? null : plain(value)
  }
  const play = /<Play\b[^>]*>([^<]*)<\/Play>/.exec(text)?.[1]
  return {
    words: plain(/<Say\b[^>]*>([^<]*)<\/Say>/.exec(text)?.[1] ?? ''),
    audioUrl: play === undefined ? null : plain(play),
    maxSeconds: record === undefined ? 0 : Number(attribute('maxLength') ?? 3600),
    recordingUrl: attribute('recordingStatusCallback'),
    actionUrl: attribute('action'),
  }
}

function plain(xml: string): string {
  return xml
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&amp;/g, '&')
}
