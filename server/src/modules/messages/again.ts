import { statesBefore } from '@crewline/contract/message-states'
import type { Message } from '@crewline/contract/messages'
import { reasonFor } from '@crewline/contract/reasons'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { summariesOf } from '../contacts/index.ts'
import { publishConversationChanges, clearFailed, noteNextDue } from '../conversations/index.ts'
import { MessageChanged, MessageStatusChanged } from './events.ts'
import { isOffShift, requireOffShift } from './off-shift.ts'
import { restingOf } from './rest.ts'
import { heldBy } from './resting.ts'
import { LANE } from './rules.ts'
import { perMember, refuseUnreachable } from './send.ts'
import { leaveBatch } from './store/batches.ts'
import { lockOutgoing, pointLater, type Later } from './store/later.ts'
import { reopen } from './store/retries.ts'
import { messagesByIds } from './views.ts'

const OVER: ReadonlySet<Message['state']> = new Set(statesBefore('send again'))

/**
 * Retries an undelivered message on request of a member, as the same message. Fails with `cannot_retry` when the error
 * code says that a retry cannot help or the message may have arrived. At night it waits for the morning, and for people who are off shift
 * for its start, unless it was sent with a reason before; off shift only a member who may text people then repeats that,
 * and where the guard only warns the retry fails with `not_permitted` for others. A text of a
 * broadcast leaves even if the broadcast is paused or stopped: sending it again is a decision about this one contact.
 */
export async function retryFailedMessage(scope: Scope, id: string): Promise<{ message: Message }> {
  if (scope.actor.kind !== 'member') return fail('not_permitted')
  await perMember.take(scope.actor.userId)
  const [message] = await messagesByIds(scope.db, [id])
  if (message?.direction !== 'out') return fail('not_found')
  const [contact] = await summariesOf(scope.db, scope.org.country, [message.contactId])
  if (!contact) return fail('not_found')
  await refuseUnreachable(scope.db, contact)
  const resting = await restingOf(scope, [contact.id])
  const isGuarded = !scope.can('messages.off_shift') && (await isOffShift(scope, contact))
  await scope.tx(async (tx) => {
    const text = await lockOutgoing(tx, id)
    if (!text || !canRetry(text, contact.phone)) return fail('cannot_retry')
    const now = tx.world.now()
    const rest = text.quietOverride && !isGuarded ? null : resting.at(now, contact, heldBy(resting.settings))
    if (isGuarded && !rest) requireOffShift(scope)
    await reopen(tx, id, rest)
    await leaveBatch(tx, [id])
    await pointLater(tx, LANE.reply, [{ ...text, dueAt: rest?.until ?? now }])
    await clearFailed(tx, text.contactId)
    await noteNextDue(tx, [text.contactId])
    publishConversationChanges(tx, [text.contactId])
    tx.publish(MessageChanged, { ids: [id] })
    if (text.batchId) tx.publish(MessageStatusChanged, { ids: [id] })
    tx.wakeUp('texts')
    tx.audit('message.retried', id, { code: text.errorCode })
  })
  const [updated] = await messagesByIds(scope.db, [id])
  return { message: updated ?? fail('not_found') }
}

/** A retry goes to the original number: a contact with a new number gets a new message. */
function canRetry(text: Later, phone: string | null): boolean {
  const isWritten = text.kind === 'text' || text.kind === 'broadcast'
  return isWritten && OVER.has(text.state) && text.to === phone && reasonFor(text.errorCode).mayRetry
}
