import { expect, test } from 'vitest'
import { twilio } from '../../../../test/kit/carrier-kinds.ts'
import { twilioCall } from '../../../../test/kit/hooks.ts'
import type { NewLine } from '../../lines/index.ts'
import { answerCall } from './answer.ts'
import { handleMessage, handleCall } from './inbound.ts'

const line = { credentials: twilio } as NewLine
const voice = 'https://crewline.example/hooks/twilio/l/voice'
const callbackUrl = `${voice}/recording?${new URLSearchParams({ from: '+14155550191', to: '+13125550182' }).toString()}`
const call = { CallSid: 'CA1', AccountSid: twilio.account }
const parties = { From: '+14155550191', To: '+13125550182' }
const missed = [{ kind: 'missed', callId: 'CA1', from: '+14155550191', to: '+13125550182' }]

function parseCall(url: string, form: Record<string, string>, wasRecorded = false) {
  const { body, headers } = twilioCall(line, url, form)
  return handleCall(twilio, { url, headers, raw: Buffer.from(body) }, () => Promise.resolve(wasRecorded))
}

test('returns a call event for a ringing call and again for an ongoing one', async () => {
  for (const CallStatus of ['ringing', 'in-progress'])
    expect(await parseCall(voice, { ...call, ...parties, CallStatus })).toMatchObject([
      { kind: 'call', from: '+14155550191' },
    ])
})

test('reports an ended call as missed unless it was recorded', async () => {
  for (const CallStatus of ['completed', 'busy', 'no-answer', 'failed', 'canceled']) {
    expect(await parseCall(voice, { ...call, ...parties, CallStatus })).toEqual(missed)
    expect(await parseCall(voice, { ...call, ...parties, CallStatus }, true)).toEqual([])
  }
  expect(await parseCall(voice, { ...call, ...parties, CallStatus: 'queued' })).toEqual([])
})

test('reads the caller of a recording update from our own URL', async () => {
  const recording = { RecordingSid: 'RE1', RecordingUrl: 'https://api.twilio.com/r', RecordingDuration: '12' }
  expect(await parseCall(callbackUrl, { ...call, ...recording, RecordingStatus: 'completed' })).toEqual([
    { ...missed[0], kind: 'recording', url: 'https://api.twilio.com/r', durationSec: 12 },
  ])
  expect(
    await parseCall(callbackUrl, { ...call, ...recording, RecordingDuration: '', RecordingStatus: 'completed' }),
  ).toMatchObject([{ durationSec: 0 }])
  expect(await parseCall(callbackUrl, { ...call, RecordingStatus: 'absent' })).toEqual(missed)
  expect(await parseCall(callbackUrl, { ...call, RecordingStatus: 'in-progress' })).toEqual([])
  // The step after <Record>: the file is not ready yet.
  expect(await parseCall(callbackUrl, { ...call, ...parties, ...recording, CallStatus: 'completed' })).toEqual([])
})

test('throws on signed but malformed webhooks', async () => {
  await expect(parseCall(voice, { AccountSid: twilio.account })).rejects.toThrow('CallSid')
  await expect(parseCall(voice, { ...call, CallStatus: 'ringing' })).rejects.toThrow('without From')
})

test('reads as many file URLs as the message has, whatever count it claims', () => {
  const url = 'https://crewline.example/hooks/twilio/l'
  const form = { MessageSid: 'MM1', ...parties, Body: '', NumMedia: '99', MediaUrl0: 'https://api.twilio.com/m' }
  const { body, headers } = twilioCall(line, url, { ...form, MediaContentType0: 'image/jpeg', MediaUrl3: 'https://x' })
  expect(handleMessage(twilio, { url, headers, raw: Buffer.from(body) })).toMatchObject([
    {
      media: [
        { url: 'https://api.twilio.com/m', mime: 'image/jpeg' },
        { url: 'https://x', mime: 'application/octet-stream' },
      ],
    },
  ])
})

test('escapes the greeting in TwiML', () => {
  const from = { recordingUrl: 'https://crewline.example/r', from: '+1', to: '+2' }
  const { body } = answerCall({ text: '<Hangup/> & "go"', audioUrl: null, maxSeconds: 90 }, from)
  expect(body).toContain('<Say>&lt;Hangup/&gt; &amp; "go"</Say>')
  expect(body).toContain('recordingStatusCallback="https://crewline.example/r?from=%2B1&amp;to=%2B2"')
  expect(answerCall(null, from).body).toMatch(/<Response><Hangup\/><\/Response>$/)
})
