import type { RetainedData } from '../../kernel/retained-data.ts'
import { oldDetails } from './retained-views.ts'
import { eraseDetails } from '../../kernel/audit-erasure.ts'

/** Entries stay, with who did what and when; their marks and the chain remain valid without the details. */
export const retainedData: readonly RetainedData[] = [
  { class: 'audit_details', atOnce: 1000, candidates: oldDetails, remove: eraseDetails },
]
