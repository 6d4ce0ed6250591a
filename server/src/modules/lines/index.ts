// Owns the numbers an organization texts from, and the carrier account behind each.
// Tells nobody anything yet.
// Must never know messages; a carrier's secrets leave this room only opened for a call to that carrier.
import { defineRoom } from '../../kernel/room.ts'

export { addLine, everyLine, firstLine, lineById, type Line } from './store.ts'

export const room = defineRoom({ name: 'lines', owns: ['line'] })
