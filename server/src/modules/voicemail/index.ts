// Owns recorded calls and the greetings for callers. Publishes `voicemail.left`. Must never know how carriers work.
import { defineModule } from '../../kernel/module.ts'
import { provide } from '../../kernel/ports.ts'
import { callHandler } from '../carriers/index.ts'
import { calls } from './calls.ts'
import { startListening } from './listen.ts'
import { voicemailEvents } from './socket-events.ts'
import { routes } from './routes.ts'

export { eraseCalls, mergeCalls, unmergeCalls, type MovedCalls } from './store/person.ts'
export { listenToVoicemails } from './listen.ts'

export const module = defineModule({
  name: 'voicemail',
  owns: ['voicemail', 'missed_call', 'greeting', 'line_greeting'],
  provides: [provide(callHandler, calls)],
  routes,
  toSocketEvents: voicemailEvents,
  runs: { role: 'worker', start: startListening },
})
