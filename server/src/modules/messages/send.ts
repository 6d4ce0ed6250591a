import type { BodyOf } from '@crewline/contract/endpoint'
import { MESSAGES_PER_MINUTE, MESSAGE_MAX_TEXTS, SAME_MESSAGE_WINDOW_MS } from '@crewline/contract/limits'
import type { Message, sendMessage } from '@crewline/contract/messages'
import { countTexts, normalizeBreaks } from '@crewline/contract/segments'
import { fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import type { Scope } from '../../kernel/scope.ts'
import { headsOf } from '../contacts/index.ts'
import { firstLine } from '../lines/index.ts'
import { queue } from './queue.ts'
import { LANE, refusalFor, withoutControls } from './rules.ts'
import { lineOfConversation } from './store/conversations.ts'
import { claimKey, sameSince, sendHash } from './store/keys.ts'
import { messagesByIds } from './views.ts'

const perMember = makeLocalLimit(MESSAGES_PER_MINUTE, 60)

/** Sends one message on a person's word. Sent again with the same key it answers the first message and sends nothing. */
export async function send(
  scope: Scope,
  ask: BodyOf<typeof sendMessage>,
): Promise<{ message: Message; deduplicated?: boolean }> {
  if (scope.actor.kind !== 'member') return fail('not_permitted')
  const senderId = scope.actor.personId
  if (ask.organizationId && ask.organizationId !== scope.orgId) fail('wrong_organization')
  const body = withoutControls(normalizeBreaks(ask.body)).trimEnd()
  if (body.trim() === '') fail('message_empty', { fieldErrors: { body: 'Write a message first.' } })
  if (countTexts(body).segments > MESSAGE_MAX_TEXTS)
    fail('message_too_long', { fieldErrors: { body: 'This message is longer than 10 texts. Shorten it.' } })
  await perMember.take(senderId)
  const [head] = await headsOf(scope.db, scope.org.country, [ask.contactId])
  const contact = head ?? fail('not_found')
  if (ask.resendOf) await refuseForeignResend(scope, contact.id, ask.resendOf)
  const id = scope.world.id()
  const first = await scope.tx(async (tx) => {
    if (ask.clientMessageId) {
      const hash = sendHash(contact.id, body, ask.resendOf)
      const known = await claimKey(tx, ask.clientMessageId, id, hash)
      if (known) return known.hash.equals(hash) ? known.messageId : fail('key_reused')
    } else {
      const same = await sameSince(
        tx,
        { contactId: contact.id, senderId, body },
        new Date(tx.world.now().getTime() - SAME_MESSAGE_WINDOW_MS),
      )
      if (same) return same
    }
    const refusal = refusalFor(contact.reach)
    if (refusal)
      fail(
        refusal,
        refusal === 'recipient_opted_out'
          ? { words: `${contact.firstname} opted out. Only ${contact.firstname} can undo this, by texting START.` }
          : {},
      )
    const line = (await firstLine(tx.db, await lineOfConversation(tx.db, contact.id))) ?? fail('no_line')
    await queue(tx, LANE.reply, [
      {
        id,
        contactId: contact.id,
        lineId: line.id,
        from: line.phone,
        to: contact.phone ?? '',
        body,
        kind: 'text',
        senderId,
        ...(ask.clientMessageId ? { clientMessageId: ask.clientMessageId } : {}),
        ...(ask.resendOf ? { resendOf: ask.resendOf } : {}),
      },
    ])
    tx.audit('message.sent', id, ask.resendOf ? { resendOf: ask.resendOf } : {})
    return id
  })
  const [message] = await messagesByIds(scope.db, [first])
  return { message: message ?? fail('not_found'), ...(first === id ? {} : { deduplicated: true }) }
}

/** Only a text that this worker was sent can be sent to them again. */
async function refuseForeignResend(scope: Scope, contactId: string, resendOf: string): Promise<void> {
  const [first] = await messagesByIds(scope.db, [resendOf])
  if (first?.contactId !== contactId || first.direction !== 'out') fail('not_found')
}
