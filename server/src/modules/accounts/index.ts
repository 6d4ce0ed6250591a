// Owns people and their sessions: log in, log out, who am I.
// Tells every process when a session ends, so that its sockets close.
// Must never know contacts or messages.
import { defineRoom } from '../../kernel/room.ts'
import { sessionReader } from '../../kernel/http/session-gate.ts'
import { routes } from './routes.ts'
import { readSession } from './sessions.ts'

export { addPerson } from './store.ts'

sessionReader.fill(readSession)

export const room = defineRoom({ name: 'accounts', owns: ['person', 'session'], routes })
