// Owns nothing: it answers what was sent, delivered and answered on some days, counted from the rows the lists show.
// Tells nothing.
// Must never be asked by another room; it stands last.
import { defineRoom } from '../../kernel/room.ts'
import { routes } from './routes.ts'

export const room = defineRoom({ name: 'analytics', owns: [], routes })
