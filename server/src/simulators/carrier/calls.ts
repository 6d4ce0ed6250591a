import { randomUUID } from 'node:crypto'
import { request } from 'undici'
import { answerFrom, callPayload, recordingPayloads, type CallAnswer } from './call-dialects.ts'
import { signed, type Callbacks } from './callbacks.ts'
import { keep } from './control.ts'
import { FieldRefused } from './fields.ts'
import type { Ledger } from './ledger.ts'
import type { Shelf } from './media.ts'
import type { Network } from './network.ts'
import type { Line, Recording } from './records.ts'
import { murmur, wavSeconds } from './sound.ts'

const ANSWER_TIMEOUT_MS = 15_000
const CALLS_IN_MEMORY = 1_000

/** A call in progress. */
export type Call = { id: string; from: string; line: Line; answer: CallAnswer }
/** An audio file, or the length of a simulated voice. */
export type VoiceInput = { mime: string; bytes: Buffer } | { seconds: number }

export type Calls = {
  wakeUp: (from: string, to: string) => Promise<{ id: string } & CallAnswer>
  leaveMessage: (call: { phone: string; id: string }, spoken: VoiceInput) => Promise<void>
  hangUp: (call: { phone: string; id: string }) => void
}

type Parts = { network: Network; ledger: Ledger; callbacks: Callbacks; shelf: Shelf; now: () => number }

/**
 * Simulates phone calls to lines. `ring` returns what the caller hears; a call then ends once, with a voicemail or
 * without. Carriers request instructions once, without retries, while a call rings; later callbacks are retried like
 * any other.
 */
export function createCalls({ network, ledger, callbacks, shelf, now }: Parts): Calls {
  const calls = new Map<string, Call>()

  const take = ({ phone, id }: { phone: string; id: string }): Call => {
    const call = calls.get(id)
    calls.delete(id)
    if (call?.from === phone) return call
    throw Object.assign(new FieldRefused('call', 'There is no such call on this phone'), { statusCode: 404 })
  }

  return {
    wakeUp: async (from, to) => {
      const line = network.lines.get(to)
      if (!line?.voiceUrl) throw new FieldRefused('to', 'No one answers calls to this number')
      const id = line.dialect === 'twilio' ? `CA${hex()}` : `call_${hex()}`
      const answer = await requestAnswer(line, callPayload({ id, from, line }, 'ringing'), now())
      if (calls.size >= CALLS_IN_MEMORY) calls.clear()
      calls.set(id, { id, from, line, answer })
      return { id, ...answer }
    },
    leaveMessage: async (which, voice) => {
      const call = take(which)
      if (!call.answer.recordingUrl) throw new FieldRefused('call', 'This line takes no messages')
      const { bytes, mime, durationSec } = recordVoice(voice, call.answer.maxSeconds)
      const media = await shelf.put(bytes, mime, { dialect: call.line.dialect, kind: 'recording' })
      const recording: Recording = { callId: call.id, media, number: call.line.number, durationSec }
      await keep(network, ledger, { kind: 'recording', recording })
      for (const { url, payload } of recordingPayloads(call, recording))
        callbacks.post({ url, line: call.line, payload })
    },
    hangUp: (which) => {
      const call = take(which)
      if (call.line.voiceUrl)
        callbacks.post({ url: call.line.voiceUrl, line: call.line, payload: callPayload(call, 'ended') })
    },
  }
}

async function requestAnswer(line: Line, payload: Record<string, unknown>, nowMs: number): Promise<CallAnswer> {
  const url = line.voiceUrl ?? ''
  const { headers, body } = signed({ url, line, payload }, nowMs)
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
  const answer = await request(url, { method: 'POST', headers, body, signal }).catch(() => null)
  const text = (await answer?.body.text().catch(() => '')) ?? ''
  if (answer?.statusCode !== 200)
    throw Object.assign(new FieldRefused('to', 'The line did not answer the call'), { statusCode: 502 })
  return answerFrom(line.dialect, text)
}

function recordVoice(voice: VoiceInput, maxSeconds: number): { bytes: Buffer; mime: string; durationSec: number } {
  if ('bytes' in voice) {
    const seconds = wavSeconds(voice.bytes)
    if (seconds === null) throw new FieldRefused('files', 'A message must be a WAV file')
    return { bytes: voice.bytes, mime: voice.mime, durationSec: seconds }
  }
  const durationSec = Math.min(voice.seconds, maxSeconds)
  return { bytes: murmur(durationSec), mime: 'audio/x-wav', durationSec }
}

function hex(): string {
  return randomUUID().replaceAll('-', '')
}
