// Owns recorded calls and what callers hear.
// Tells `voicemail.left`.
// Must never know how a carrier speaks.
import { defineRoom } from '../../kernel/room.ts'
import './calls.ts'
import { startListening } from './listen.ts'
import { voicemailEvents } from './live.ts'
import { routes } from './routes.ts'

export { eraseCalls, foldCalls, unfoldCalls, type MovedCalls } from './store/person.ts'
export { listenToVoicemails } from './listen.ts'

export const room = defineRoom({
  name: 'voicemail',
  owns: ['voicemail', 'missed_call', 'greeting', 'line_greeting'],
  routes,
  tells: voicemailEvents,
  runs: { role: 'worker', start: startListening },
})
