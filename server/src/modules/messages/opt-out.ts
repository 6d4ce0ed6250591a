import type { Message } from '@crewline/contract/messages'
import type { OptOutUndo } from '@crewline/contract/consent'
import { fail } from '../../kernel/failure.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { noteNotOptOut, optOutByMember, readConsentStatuses } from '../consent/index.ts'
import { MessageChanged } from './events.ts'
import { markPossibleOptOut, takeFingerprint } from './store/reactions.ts'
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
): Promise<{ message: Message; undo?: OptOutUndo }> {
  const [message] = await messagesByIds(scope.db, [messageId])
  if (message?.direction !== 'in') return fail('not_found')
  const byId = scope.actor.kind === 'member' ? scope.actor.userId : null
  const undo = await scope.tx(async (tx): Promise<OptOutUndo | undefined> => {
    const was = await takeFingerprint(tx, messageId)
    const why =
      message.kind === 'voicemail'
        ? { wording: message.voicemail?.transcript ?? '', messageId, method: 'voicemail' as const }
        : { wording: message.body, messageId }
    let optedOut = { isNew: false, stopped: 0 }
    if (optOut) {
      if (!was && (await isOptedOut(tx, message.from))) return undefined
      optedOut = await optOutByMember(tx, message.from, why)
    } else {
      if (!was) return undefined
      await noteNotOptOut(tx, message.from, why)
    }
    const eventType = optOut ? 'opted_out' : 'not_opt_out'
    await addInternal(tx, [{ contactId: message.contactId, byId, event: { what: eventType, detail: null } }])
    tx.publish(MessageChanged, { ids: [messageId] })
    tx.audit(optOut ? 'contact.opted-out' : 'message.not-opt-out', message.contactId, { messageId })
    return optedOut.isNew && byId !== null ? { stopped: optedOut.stopped } : undefined
  })
  const [now] = await messagesByIds(scope.db, [messageId])
  return { message: now ?? fail('not_found'), ...(undo && { undo }) }
}

async function isOptedOut(tx: Tx, phone: string): Promise<boolean> {
  return (await readConsentStatuses(tx.db, [phone])).get(phone)?.optedOut ?? false
}

/** Shows that a member undid an opt-out, and marks the message in which they saw the request again. */
export async function showUndoneOptOut(
  tx: Tx,
  { contactId, byId, messageId }: { contactId: string; byId: string; messageId: string | null },
): Promise<void> {
  await addInternal(tx, [{ contactId, byId, event: { what: 'opt_out_undone', detail: null } }])
  if (messageId === null) return
  await markPossibleOptOut(tx, messageId)
  tx.publish(MessageChanged, { ids: [messageId] })
}
