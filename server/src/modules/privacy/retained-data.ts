import type { RetainedData } from '../../kernel/retained-data.ts'
import { eraseFormer } from './erase.ts'
import { formerContacts } from './retained-views.ts'

export const retainedData: readonly RetainedData[] = [
  { class: 'former_contacts', atOnce: 5, candidates: formerContacts, remove: eraseFormer },
]
