import type { RetainedData } from '../../kernel/retained-data.ts'
import { oldAttachments, oldMessages } from './retained-views.ts'
import { removeAttachments, removeMessages } from './purge.ts'

export const retainedData: readonly RetainedData[] = [
  { class: 'messages', atOnce: 1000, candidates: oldMessages, remove: removeMessages },
  { class: 'attachments', atOnce: 200, candidates: oldAttachments, remove: removeAttachments },
]
