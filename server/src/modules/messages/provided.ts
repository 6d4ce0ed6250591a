import { provide } from '../../kernel/ports.ts'
import { contactActivityRules } from '../audience/index.ts'
import { fileSettled } from '../files/index.ts'
import { lineHealth } from '../lines/index.ts'
import { contactActivity } from './contact-activity-views.ts'
import { showFile } from './media.ts'
import { optOutPorts } from './opt-out-ports.ts'
import { countByLine } from './store/line-health.ts'

/** What messages provides to earlier modules. */
export const provided = [
  provide(contactActivityRules, contactActivity),
  provide(lineHealth, countByLine),
  provide(fileSettled, showFile),
  ...optOutPorts,
]
