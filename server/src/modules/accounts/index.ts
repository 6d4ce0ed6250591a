// Owns people and how they prove who they are: log-in, second step, registration, invitations accepted, sessions, settings.
// Tells every process when a session ends, so that its sockets close.
// Must never know contacts or messages.
import { sessionReader, stageReader } from '../../kernel/http/session-gate.ts'
import { defineRoom } from '../../kernel/room.ts'
import { deleteDeadSecrets } from './jobs.ts'
import { runMailRequests } from './requests.ts'
import { openRoutes } from './routes/open.ts'
import { ownRoutes, visitorRoutes } from './routes/own.ts'
import { readSession, readStage } from './sessions.ts'

export { pushForgetter } from './plugs.ts'
export { answerMailRequests } from './requests.ts'
export { addPerson } from './store/people.ts'
export { signInOf } from './store/sessions.ts'

sessionReader.fill(readSession)
stageReader.fill(readStage)

export const room = defineRoom({
  name: 'accounts',
  owns: [
    'person',
    'session',
    'registration',
    'one_time_secret',
    'phone_code',
    'backup_code',
    'trusted_device',
    'login_failure',
    'mail_request',
  ],
  routes: [...openRoutes, ...visitorRoutes, ...ownRoutes],
  crons: [deleteDeadSecrets],
  runs: { role: 'worker', start: runMailRequests },
})
