// Owns nothing: it writes conversations into files for people to keep.
// Tells nobody anything; the audit trail says who took what.
// Must never know how messages travel.
import { defineRoom } from '../../kernel/room.ts'
import { routes } from './routes.ts'

export const room = defineRoom({ name: 'transcripts', owns: [], routes })
