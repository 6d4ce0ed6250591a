import { msg } from '@crewline/contract/localized-text'
import type { ContactSummary } from '@crewline/contract/contacts'
import type { BodyOf } from '@crewline/contract/endpoint'
import { MESSAGES_PER_MINUTE, SAME_MESSAGE_WINDOW_MS } from '@crewline/contract/limits'
import type { Message, sendMessage } from '@crewline/contract/messages'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { barredAmong, summariesOf } from '../contacts/index.ts'
import { lineOfConversation, lockConversations } from '../conversations/index.ts'
import { attachable } from '../files/index.ts'
import { pauseSessions } from '../flows/index.ts'
import { firstLine } from '../lines/index.ts'
import { cleanBody, composeMessage, type ComposedMessage } from './compose.ts'
import { firstReply } from './ports.ts'
import { queue } from './queue.ts'
import { isOffShift, requireOffShift, withOffShiftNote } from './off-shift.ts'
import { LANE, refusalFor, type Wait } from './rules.ts'
import { claimKey, findMessageKey, sameSince, sendHash } from './store/keys.ts'
import { answeredSince } from './store/names.ts'
import { messagesByIds } from './views.ts'
import { waitOf } from './wait.ts'

type SendRequest = BodyOf<typeof sendMessage>

/** Limits the one-to-one messages a member may cause per minute, by any route. */
export const perMember = makeLocalLimit(MESSAGES_PER_MINUTE, 60)

/** A message about to be queued. */
interface Sending {
  id: string
  request: SendRequest
  senderId: string
  contact: ContactSummary
  composed: ComposedMessage
  wait: Wait | undefined
}

/**
 * Sends one message for a member, now or later. A repeat with the same key returns the first message and sends nothing.
 */
export async function send(scope: Scope, request: SendRequest): Promise<{ message: Message; deduplicated?: boolean }> {
  if (scope.actor.kind !== 'member') return fail('not_permitted')
  const senderId = scope.actor.userId
  if (request.organizationId && request.organizationId !== scope.orgId) fail('wrong_organization')
  // Must come first: a valid message may be too late or have empty merge fields when it is repeated.
  const previousId = await previousSendOf(scope, request)
  if (previousId) return { message: await messageOf(scope, previousId), deduplicated: true }
  const text = await composeMessage(scope, request.contactId, request)
  await perMember.take(senderId)
  const [summary] = await summariesOf(scope.db, scope.org.country, [request.contactId])
  const contact = summary ?? fail('not_found')
  if (request.resendOf) await refuseForeignResend(scope, contact.id, request.resendOf)
  const id = scope.world.id()
  const composed = await forOffShift(scope, contact, { request, text })
  const wait = await waitOf(scope, contact, request)
  const sending: Sending = { id, request, senderId, contact, composed, wait }
  const first = await scope.tx((tx) => once(tx, sending))
  return { message: await messageOf(scope, first), ...(first === id ? {} : { deduplicated: true }) }
}

/**
 * Returns what a contact gets although they are off shift: the text, and that no reply is needed before their shift.
 * Fails with `not_permitted` when the member may not send it then.
 */
async function forOffShift(
  scope: Scope,
  contact: ContactSummary,
  { request, text }: { request: SendRequest; text: ComposedMessage },
): Promise<ComposedMessage> {
  const { quietOverride, scheduledAt } = request
  if (!quietOverride || !(await isOffShift(scope, contact, scheduledAt ? new Date(scheduledAt) : undefined)))
    return text
  requireOffShift(scope)
  if (quietOverride.replyCanWait === false) return text
  return { ...text, body: withOffShiftNote(text.body, contact.language) }
}

/** Returns the message that already has the client's key. Fails with `key_reused` when the content differs. */
async function previousSendOf(scope: Scope, request: SendRequest): Promise<string | undefined> {
  const previous = request.clientMessageId ? await findMessageKey(scope.db, request.clientMessageId) : null
  if (!previous) return undefined
  return previous.hash.equals(hashOf(request)) ? previous.messageId : refuseKey(scope.db, previous.messageId)
}

/** Refuses a key of another message. Whether that exists is no business of members who do not see its contact. */
async function refuseKey(db: Db, messageId: string): Promise<never> {
  const [message] = await messagesByIds(db, [messageId])
  return fail(message ? 'key_reused' : 'not_found')
}

async function messageOf(scope: Scope, id: string): Promise<Message> {
  const [message] = await messagesByIds(scope.db, [id])
  return message ?? fail('not_found')
}

/** Queues a message unless the same one was sent before. Returns the id of the message that counts. */
async function once(tx: Tx, sending: Sending): Promise<string> {
  const { id, request, senderId, contact, composed, wait } = sending
  if (request.clientMessageId) {
    const hash = hashOf(request)
    const claimed = await claimKey(tx, request.clientMessageId, id, hash)
    if (claimed) return claimed.hash.equals(hash) ? claimed.messageId : refuseKey(tx.db, claimed.messageId)
  } else if (!request.mediaIds?.length) {
    const since = new Date(tx.world.now().getTime() - SAME_MESSAGE_WINDOW_MS)
    const dueAt = request.scheduledAt ? (wait?.dueAt ?? null) : null
    const same = await sameSince(tx, { contactId: contact.id, senderId, body: composed.body, dueAt }, since)
    if (same) return same
  }
  // A scheduled text goes out when nobody is about to answer.
  if (wait?.state !== 'scheduled') await pauseSessions(tx, [contact.id])
  await refuseAnswered(tx, sending)
  await refuseUnreachable(tx.db, contact)
  const line = (await firstLine(tx.db, await lineOfConversation(tx.db, contact.id), contact.phone)) ?? fail('no_line')
  const media = await attachable(tx, request.mediaIds ?? [], id)
  await queue(tx, LANE.reply, [
    {
      id,
      contactId: contact.id,
      lineId: line.id,
      from: line.phone,
      to: contact.phone ?? '',
      kind: 'text',
      senderId,
      media,
      ...composed,
      ...(wait ? { wait } : {}),
      ...(request.quietOverride ? { quietOverride: true } : {}),
      ...(request.clientMessageId ? { clientMessageId: request.clientMessageId } : {}),
      ...(request.resendOf ? { resendOf: request.resendOf } : {}),
    },
  ])
  await firstReply.get()(tx, { contactId: contact.id, userId: senderId })
  tx.audit('message.sent', id, {
    ...(request.resendOf ? { resendOf: request.resendOf } : {}),
    ...(request.quietOverride ? { quietOverride: request.quietOverride.reason } : {}),
    ...(wait ? { waits: wait.reason, dueAt: wait.dueAt.toISOString() } : {}),
  })
  return id
}

/** Hashes everything that makes two sends the same. The last message the member had seen is not part of it. */
function hashOf(request: SendRequest): Buffer {
  const { mediaIds, scheduledAt, timeZone, cancelIfReply, undoSeconds, quietOverride, translation } = request
  const more = { mediaIds, scheduledAt, timeZone, cancelIfReply, undoSeconds, quietOverride, translation }
  return sendHash(request.contactId, cleanBody(request.body), request.resendOf, more)
}

/** Refuses when a teammate has answered since, so that the contact does not get two answers. */
async function refuseAnswered(tx: Tx, { request, contact, senderId }: Sending): Promise<void> {
  if (!request.seenMessageId) return
  // Serializes two members who answer at the same moment: the second one sees the first answer.
  await lockConversations(tx, [contact.id])
  if (await answeredSince(tx.db, { contactId: contact.id, senderId, seenId: request.seenMessageId }))
    fail('answered_meanwhile')
}

/** Fails with an explanation when a contact cannot receive messages, or is blocked or terminated. */
export async function refuseUnreachable(db: Db, contact: ContactSummary): Promise<void> {
  const refusal = refusalFor(contact.reach) ?? (await barOf(db, contact.id))
  if (!refusal) return
  const { firstname } = contact
  const message = msg({
    message: '{firstname} opted out. Only {firstname} can undo this, by texting START.',
    values: { firstname },
  })
  fail(refusal, refusal === 'recipient_opted_out' ? { text: message } : {})
}

/** Returns the error code for a blocked or terminated contact, or null. */
async function barOf(db: Db, contactId: string) {
  const work = (await barredAmong(db, [contactId])).get(contactId)
  return work ? (`recipient_${work}` as const) : null
}

/** Only a message sent to this contact can be resent to them. */
async function refuseForeignResend(scope: Scope, contactId: string, resendOf: string): Promise<void> {
  const [first] = await messagesByIds(scope.db, [resendOf])
  if (first?.contactId !== contactId || first.direction !== 'out') fail('not_found')
}
