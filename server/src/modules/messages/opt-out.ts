import type { Message } from '@crewline/contract/messages'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { noteNotOptOut, optOutByMember } from '../consent/index.ts'
import { MessageChanged } from './events.ts'
import { takeFingerprint } from './store/reactions.ts'
import { messagesByIds } from './views.ts'
import { addInternal } from './internal.ts'

/**
 * Records a member's review of whether a message asked to opt out: opts the contact out, or clears the mark. Repeating
 * it changes nothing; only the contact can opt in again. Fails with `not_found` for anything but an inbound message.
 */
export async function judgeByMember(
  scope: Scope,
  messageId: string,
  { optOut }: { optOut: boolean },
): Promise<{ message: Message }> {
  const [message] = await messagesByIds(scope.db, [messageId])
  if (message?.direction !== 'in') return fail('not_found')
  const byId = scope.actor.kind === 'member' ? scope.actor.userId : null
  await scope.tx(async (tx) => {
    const was = await takeFingerprint(tx, messageId)
    const why =
      message.kind === 'voicemail'
        ? { wording: message.voicemail?.transcript ?? '', messageId, method: 'voicemail' as const }
        : { wording: message.body, messageId }
    if (optOut) {
      if (!(await optOutByMember(tx, message.from, why)) && !was) return
    } else {
      if (!was) return
      await noteNotOptOut(tx, message.from, why)
    }
    const eventType = optOut ? 'opted_out' : 'not_opt_out'
    await addInternal(tx, [{ contactId: message.contactId, byId, event: { what: eventType, detail: null } }])
    tx.publish(MessageChanged, { ids: [messageId] })
    tx.audit(optOut ? 'contact.opted-out' : 'message.not-opt-out', message.contactId, { messageId })
  })
  const [now] = await messagesByIds(scope.db, [messageId])
  return { message: now ?? fail('not_found') }
}
