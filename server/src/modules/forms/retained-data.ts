import type { RetainedData } from '../../kernel/retained-data.ts'
import { oldAnswers } from './retained-views.ts'
import { deleteResponses } from './store/responses.ts'

export const retainedData: readonly RetainedData[] = [
  { class: 'form_answers', atOnce: 1000, candidates: oldAnswers, remove: deleteResponses },
]
