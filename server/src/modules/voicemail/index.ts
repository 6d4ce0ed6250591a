// Owns recorded calls and the greetings for callers. Publishes `voicemail.left`. Must never know how carriers work.
import { defineModule } from '../../kernel/module.ts'
import { provide } from '../../kernel/ports.ts'
import { callHandler } from '../carriers/index.ts'
import { contactData } from './contact-data.ts'
import { calls } from './calls.ts'
import { startListening } from './listen.ts'
import { voicemailEvents } from './socket-events.ts'
import { retainedData } from './retained-data.ts'
import { routes } from './routes.ts'

export { VoicemailLeft } from './events.ts'
export { listenToVoicemails } from './listen.ts'

export const module = defineModule({
  name: 'voicemail',
  owns: ['voicemail', 'missed_call', 'greeting', 'line_greeting'],
  provides: [provide(callHandler, calls)],
  contactData,
  retainedData,
  routes,
  toSocketEvents: voicemailEvents,
  runs: { role: 'worker', start: startListening },
})
