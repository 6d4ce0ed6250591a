import type { Message } from '@crewline/contract/messages'
import { reasonFor } from '@crewline/contract/reasons'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { headsOf } from '../contacts/index.ts'
import { settingsOf } from '../organizations/index.ts'
import { tellConversations } from './arrivals.ts'
import { MessageChanged } from './facts.ts'
import { nightEnd } from './quiet-hours.ts'
import { LANE } from './rules.ts'
import { perMember, refuseUnreachable } from './send.ts'
import { clearFailed, noteNextDue } from './store/heads.ts'
import { holdOutgoing, pointLater, type Later } from './store/later.ts'
import { reopen } from './store/retries.ts'
import { messagesByIds } from './views.ts'

const OVER = new Set<Message['state']>(['undelivered', 'failed', 'expired'])

/**
 * Tries a text that did not arrive again on a person's word, as the same message. Refused with `cannot_retry` where the
 * reason says that another try cannot help, or where the text may have arrived. At night it waits for the morning.
 */
export async function tryAgain(scope: Scope, id: string): Promise<{ message: Message }> {
  if (scope.actor.kind !== 'member') return fail('not_permitted')
  await perMember.take(scope.actor.personId)
  const [message] = await messagesByIds(scope.db, [id])
  if (message?.direction !== 'out') return fail('not_found')
  const [contact] = await headsOf(scope.db, scope.org.country, [message.contactId])
  if (!contact) return fail('not_found')
  await refuseUnreachable(scope.db, contact)
  const { quietHours } = await settingsOf(scope.db, scope.orgId)
  await scope.tx(async (tx) => {
    const text = await holdOutgoing(tx, id)
    if (!text || !mayTryAgain(text, contact.phone)) return fail('cannot_retry')
    const now = tx.world.now()
    const zone = contact.timezone ?? tx.org.timezone
    const morning = quietHours.mode === 'hold' ? nightEnd(now, zone, quietHours) : null
    await reopen(tx, id, morning)
    await pointLater(tx, LANE.reply, [{ ...text, dueAt: morning ?? now }])
    await clearFailed(tx, text.contactId)
    await noteNextDue(tx, [text.contactId])
    tellConversations(tx, [text.contactId])
    tx.publish(MessageChanged, { ids: [id] })
    tx.ring('texts')
    tx.audit('message.retried', id, { code: text.errorCode })
  })
  const [again] = await messagesByIds(scope.db, [id])
  return { message: again ?? fail('not_found') }
}

/** The same message goes to the same number: a contact with another one is texted anew. */
function mayTryAgain(text: Later, phone: string | null): boolean {
  return text.kind === 'text' && OVER.has(text.state) && text.to === phone && reasonFor(text.errorCode).mayRetry
}
