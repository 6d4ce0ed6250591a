// Owns words kept to be sent again: saved replies, keywords, the away reply.
// Tells nobody anything; whoever receives texts asks it for the answers they get by themselves.
// Must never know conversations.
import { defineRoom } from '../../kernel/room.ts'
import { routes } from './routes.ts'

export { answersFor, type Answering } from './answers.ts'
export { listeningFor } from './views.ts'

export const room = defineRoom({ name: 'replies', owns: ['saved_reply', 'keyword', 'away_sent'], routes })
