// Owns nothing: it is the view staff have of conversations: list, thread, read, archive.
// Tells who is writing to a worker; conversations themselves tell when they are read or archived.
// Must never know carriers.
import { defineRoom } from '../../kernel/room.ts'
import { routes } from './routes.ts'
import { tellTyping } from './typing.ts'

export const room = defineRoom({ name: 'inbox', owns: [], routes, hears: [tellTyping] })
