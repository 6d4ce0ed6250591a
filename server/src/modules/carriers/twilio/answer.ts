import twilio from 'twilio'
import type { CallGreeting, DialectAnswer } from '../carrier.ts'

/** Silence after which a recording ends, in seconds. */
const SILENCE_S = 5

/**
 * Builds TwiML for a call (https://www.twilio.com/docs/voice/twiml/record): the greeting, the tone and the recording,
 * which is reported to a URL that contains the caller. Without a greeting it hangs up.
 */
export function answerCall(
  greeting: CallGreeting | null,
  { recordingUrl, from, to }: { recordingUrl: string; from: string; to: string },
): DialectAnswer {
  const answer = new twilio.twiml.VoiceResponse()
  if (greeting?.audioUrl) answer.play(greeting.audioUrl)
  else if (greeting?.text) answer.say(greeting.text)
  if (greeting && greeting.maxSeconds > 0) {
    const callbackUrl = `${recordingUrl}?${new URLSearchParams({ from, to }).toString()}`
    answer.record({
      maxLength: greeting.maxSeconds,
      timeout: SILENCE_S,
      playBeep: true,
      finishOnKey: '#',
      // Without an explicit action, the call would restart with the greeting.
      action: callbackUrl,
      recordingStatusCallback: callbackUrl,
      recordingStatusCallbackEvent: ['completed', 'absent'],
    })
  }
  answer.hangup()
  return { type: 'text/xml', body: answer.toString() }
}
