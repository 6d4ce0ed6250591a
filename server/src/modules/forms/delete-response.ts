import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { discardFiles } from '../files/index.ts'
import { lockHolds } from '../legal-holds/index.ts'
import { heldResponse } from './retained-views.ts'
import { shareForm, deleteResponses, removeParticipant } from './store/responses.ts'
import { hasNamed, namedResponse } from './views.ts'

/**
 * Deletes one response with its files, and lets its person answer again where that is asked for. What followed from the
 * response stays. Fails with `not_found` for a response that the member does not see, and for an anonymous one: it could
 * be found by what is missing afterwards.
 */
export async function deleteResponse(
  scope: Scope,
  { id, responseId, mayAnswerAgain }: { id: string; responseId: string; mayAnswerAgain: boolean },
): Promise<object> {
  await scope.tx(async (tx) => {
    await lockHolds(tx)
    const form = (await shareForm(tx, id)) ?? fail('not_found')
    const { contactId, via } = (await namedResponse(tx.db, form, responseId)) ?? fail('not_found')
    if (await tx.unscoped(() => heldResponse(tx.db, form, responseId))) fail('on_legal_hold')
    const fileIds = await deleteResponses(tx, [responseId])
    // A file of an answer belongs to no group: a member with some groups sees it only through the response.
    await tx.unscoped(() => discardFiles(tx, fileIds))
    // On a shared tablet a person only claims a number. What is recorded then came through another response.
    const isByPerson = via === 'link' || via === 'text'
    const isAgain =
      mayAnswerAgain && isByPerson && contactId !== null && !(await tx.unscoped(() => hasNamed(tx.db, form, contactId)))
    if (isAgain) await removeParticipant(tx, id, contactId)
    tx.audit('form.response_deleted', id, { response: responseId, contact: contactId, mayAnswerAgain: isAgain })
  })
  return {}
}
