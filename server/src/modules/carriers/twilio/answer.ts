import twilio from 'twilio'
import type { CallGreeting, DialectAnswer } from '../carrier.ts'

/** A caller who says nothing for this long has finished, in seconds. */
const SILENCE_S = 5

/**
 * TwiML for a call (https://www.twilio.com/docs/voice/twiml/record): the greeting, the tone, the recording, which is told
 * to an address that remembers who called. Without a greeting: hang up.
 */
export function answerCall(
  greeting: CallGreeting | null,
  { recordingUrl, from, to }: { recordingUrl: string; from: string; to: string },
): DialectAnswer {
  const answer = new twilio.twiml.VoiceResponse()
  if (greeting?.audioUrl) answer.play(greeting.audioUrl)
  else if (greeting?.words) answer.say(greeting.words)
  if (greeting && greeting.maxSeconds > 0) {
    const told = `${recordingUrl}?${new URLSearchParams({ from, to }).toString()}`
    answer.record({
      maxLength: greeting.maxSeconds,
      timeout: SILENCE_S,
      playBeep: true,
      finishOnKey: '#',
      // Without an action of its own the call would start anew with the greeting.
      action: told,
      recordingStatusCallback: told,
      recordingStatusCallbackEvent: ['completed', 'absent'],
    })
  }
  answer.hangup()
  return { type: 'text/xml', body: answer.toString() }
}
