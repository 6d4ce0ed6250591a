import { twilioRecordingUrl } from './payloads.ts'
import type { Dialect, Line, Recording } from './records.ts'

/** The greeting a caller hears and the callback address; without an address no voicemail can be left. */
export type CallAnswer = {
  words: string
  audioUrl: string | null
  maxSeconds: number
  recordingUrl: string | null
  /** Twilio requests this address for the instructions after the recording. */
  actionUrl: string | null
}

type Ringing = { id: string; from: string; line: Line }

/** Builds the callback for a ringing call, or for one that ended without a voicemail. */
export function callPayload({ id, from, line }: Ringing, phase: 'ringing' | 'ended'): Record<string, unknown> {
  if (line.dialect === 'native') return { type: phase === 'ringing' ? 'call' : 'missed', id, from, to: line.number }
  const status = phase === 'ringing' ? 'ringing' : 'completed'
  const call = { CallSid: id, AccountSid: line.account, From: from, To: line.number, Direction: 'inbound' }
  return { ...call, CallStatus: status, ApiVersion: '2010-04-01', ...(phase === 'ended' ? { CallDuration: '4' } : {}) }
}

/** Builds the callbacks for a voicemail, with their addresses; Twilio sends three in its own formats. */
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
  const recordingStatus = {
    AccountSid: line.account,
    CallSid: id,
    ...recording,
    RecordingStatus: 'completed',
    RecordingChannels: '1',
    RecordingSource: 'RecordVerb',
  }
  return [
    { url: answer.actionUrl ?? url, payload: { ...ended, ...recording, Digits: 'hangup' } },
    { url, payload: recordingStatus },
    { url: line.voiceUrl ?? '', payload: ended },
  ].filter((callback) => callback.url !== '')
}

/** Parses a line's response to a ringing call. */
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

/** The few TwiML verbs that a mailbox needs: https://www.twilio.com/docs/voice/twiml */
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
