// Owns nothing: what pages tell of their errors goes to the log, and from there to whoever the settings name.
// Tells nothing.
// Must never keep what it hears, nor look at who tells it.
import { defineRoom } from '../../kernel/room.ts'
import { routes } from './routes.ts'

export const room = defineRoom({ name: 'errors', owns: [], routes })
