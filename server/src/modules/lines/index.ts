// Owns the numbers an organization texts from, and the carrier account behind each.
// Tells nobody anything: whoever sends or calls asks anew.
// Must never know messages; a carrier's secrets leave this room only opened for a call to that carrier.
import { defineRoom } from '../../kernel/room.ts'
import { routes } from './routes.ts'

export { accountCheck, lineHealth } from './plugs.ts'
export { textHookUrl, voiceHookUrl, type LineCounts } from './rules.ts'
export {
  addLine,
  everyLine,
  firstLine,
  lineById,
  pausedLines,
  pauseLine,
  resumeLine,
  type Line,
  type NewLine,
} from './store.ts'

export const room = defineRoom({ name: 'lines', owns: ['line'], routes })
