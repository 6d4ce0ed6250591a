// Owns the lines an organization texts from, and the carrier account behind each. Publishes no events: senders and
// callers read the current state. Must not depend on messages; carrier credentials leave this module decrypted only for
// a call to that carrier.
import { defineModule } from '../../kernel/module.ts'
import { routes } from './routes.ts'
import { sealedColumns } from './sealed-columns.ts'

export {
  accountCheck,
  lineHealth,
  numberMarket,
  type AccountCheck,
  type NumberForSale,
  type NumberMarket,
  type NumberRefusal,
  type Purchase,
  type NumberWish,
} from './ports.ts'
export { releaseBought } from './give-back.ts'
export { telnyxAccountOf, textHookUrl, voiceHookUrl, type LineCounts } from './rules.ts'
export {
  addLine,
  boughtLines,
  everyLine,
  firstLine,
  lineById,
  linesNotSending,
  markReleased,
  pauseLine,
  resumeLine,
  SAMPLE_CARRIER,
  sampleLine,
  type Line,
  type NewLine,
} from './store.ts'

export const module = defineModule({ name: 'lines', owns: ['line'], sealedColumns, routes })
