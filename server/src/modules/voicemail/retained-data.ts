import type { RetainedData } from '../../kernel/retained-data.ts'
import { removeRecordings } from './service.ts'
import { oldRecordings } from './retained-views.ts'

export const retainedData: readonly RetainedData[] = [
  { class: 'voicemails', atOnce: 100, candidates: oldRecordings, remove: removeRecordings },
]
