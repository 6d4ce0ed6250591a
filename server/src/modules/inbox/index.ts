// Owns nothing: it is the view staff have of conversations: list, thread, read, archive.
// Tells nothing itself; conversations tell when they are read or archived.
// Must never know carriers.
import { defineRoom } from '../../kernel/room.ts'
import { routes } from './routes.ts'

export const room = defineRoom({ name: 'inbox', owns: [], routes })
