import type { Message } from '@crewline/contract/messages'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { noteNotOptOut, optOutByMember } from '../consent/index.ts'
import { MessageChanged } from './facts.ts'
import { takeMark } from './store/reactions.ts'
import { messagesByIds } from './views.ts'
import { addWithin } from './within.ts'

/**
 * A member judged whether a worker's text asked for no more texts: the worker is opted out, or the mark goes. Saying the
 * same twice changes nothing; nobody but the worker can opt in again. `not_found` for anything but a text that came in.
 */
export async function judgeByMember(
  scope: Scope,
  messageId: string,
  { optOut }: { optOut: boolean },
): Promise<{ message: Message }> {
  const [message] = await messagesByIds(scope.db, [messageId])
  if (message?.direction !== 'in') return fail('not_found')
  const byId = scope.actor.kind === 'member' ? scope.actor.personId : null
  await scope.tx(async (tx) => {
    const was = await takeMark(tx, messageId)
    const why =
      message.kind === 'voicemail'
        ? { words: message.voicemail?.transcript ?? '', messageId, method: 'voicemail' as const }
        : { words: message.body, messageId }
    if (optOut) {
      if (!(await optOutByMember(tx, message.from, why)) && !was) return
    } else {
      if (!was) return
      await noteNotOptOut(tx, message.from, why)
    }
    const what = optOut ? 'opted_out' : 'not_opt_out'
    await addWithin(tx, [{ contactId: message.contactId, byId, event: { what, detail: null } }])
    tx.publish(MessageChanged, { ids: [messageId] })
    tx.audit(optOut ? 'contact.opted-out' : 'message.not-opt-out', message.contactId, { messageId })
  })
  const [now] = await messagesByIds(scope.db, [messageId])
  return { message: now ?? fail('not_found') }
}
