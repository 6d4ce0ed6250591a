import type { RetainedData } from '../../kernel/retained-data.ts'
import type { Tx } from '../../kernel/scope.ts'
import { discardFiles } from '../files/index.ts'
import { deleteFlowAnswers } from '../flows/index.ts'
import { oldAnswers } from './retained-views.ts'
import { deleteResponses } from './store/responses.ts'

export const retainedData: readonly RetainedData[] = [
  { class: 'form_answers', atOnce: 1000, candidates: oldAnswers, remove: forget },
]

/** Deletes answers with the files that came with them, and answers by text that never became a response. */
async function forget(tx: Tx, ids: string[]): Promise<void> {
  await deleteFlowAnswers(tx, ids)
  await discardFiles(tx, await deleteResponses(tx, ids))
}
