// Owns no data: it exports conversations as files. Emits no events; the audit trail records who exported what. Must
// never know how messages are sent.
import { defineModule } from '../../kernel/module.ts'
import { routes } from './routes.ts'

export { asCsv } from './csv.ts'
export { countTranscript, readTranscript, type Transcript } from './export.ts'
export { asText } from './text.ts'

export const module = defineModule({ name: 'transcripts', owns: [], routes })
