import type { ContactHead } from '@crewline/contract/contacts'
import type { BodyOf } from '@crewline/contract/endpoint'
import { MESSAGES_PER_MINUTE, SAME_MESSAGE_WINDOW_MS } from '@crewline/contract/limits'
import type { Message, sendMessage } from '@crewline/contract/messages'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { headsOf, workOf } from '../contacts/index.ts'
import { attachable } from '../files/index.ts'
import { firstLine } from '../lines/index.ts'
import { cleanWords, wordsFor, type Words } from './compose.ts'
import { firstReply } from './plugs.ts'
import { queue } from './queue.ts'
import { LANE, refusalFor, type Wait } from './rules.ts'
import { lineOfConversation } from './store/conversations.ts'
import { holdConversation } from './store/heads.ts'
import { claimKey, knownKey, sameSince, sendHash } from './store/keys.ts'
import { answeredSince } from './store/names.ts'
import { messagesByIds } from './views.ts'
import { waitOf } from './wait.ts'

type Ask = BodyOf<typeof sendMessage>

/** One-to-one texts a member may cause to go in a minute, by whatever way. */
export const perMember = makeLocalLimit(MESSAGES_PER_MINUTE, 60)

/** A text on its way into the queue. */
interface Sending {
  id: string
  ask: Ask
  senderId: string
  contact: ContactHead
  words: Words
  wait: Wait | undefined
}

/**
 * Sends one message on a person's word, now or later. Sent again with the same key it answers the first message and sends
 * nothing.
 */
export async function send(scope: Scope, ask: Ask): Promise<{ message: Message; deduplicated?: boolean }> {
  if (scope.actor.kind !== 'member') return fail('not_permitted')
  const senderId = scope.actor.personId
  if (ask.organizationId && ask.organizationId !== scope.orgId) fail('wrong_organization')
  // Asked first: what was right when it was sent may be too late or have empty fields when it is sent again.
  const known = await keptFor(scope, ask)
  if (known) return { message: await messageOf(scope, known), deduplicated: true }
  const words = await wordsFor(scope, ask.contactId, ask)
  await perMember.take(senderId)
  const [head] = await headsOf(scope.db, scope.org.country, [ask.contactId])
  const contact = head ?? fail('not_found')
  if (ask.resendOf) await refuseForeignResend(scope, contact.id, ask.resendOf)
  const id = scope.world.id()
  const wait = await waitOf(scope, contact, ask)
  const sending: Sending = { id, ask, senderId, contact, words, wait }
  const first = await scope.tx((tx) => once(tx, sending))
  return { message: await messageOf(scope, first), ...(first === id ? {} : { deduplicated: true }) }
}

/** The message that the client's key stands for already; refused when it stands for another. */
async function keptFor(scope: Scope, ask: Ask): Promise<string | undefined> {
  const known = ask.clientMessageId ? await knownKey(scope.db, ask.clientMessageId) : null
  if (!known) return undefined
  return known.hash.equals(hashOf(ask)) ? known.messageId : fail('key_reused')
}

async function messageOf(scope: Scope, id: string): Promise<Message> {
  const [message] = await messagesByIds(scope.db, [id])
  return message ?? fail('not_found')
}

/** Queues a text unless the same was sent before; answers the id of the one that counts. */
async function once(tx: Tx, sending: Sending): Promise<string> {
  const { id, ask, senderId, contact, words, wait } = sending
  if (ask.clientMessageId) {
    const hash = hashOf(ask)
    const known = await claimKey(tx, ask.clientMessageId, id, hash)
    if (known) return known.hash.equals(hash) ? known.messageId : fail('key_reused')
  } else if (!ask.mediaIds?.length) {
    const since = new Date(tx.world.now().getTime() - SAME_MESSAGE_WINDOW_MS)
    const dueAt = ask.scheduledAt ? (wait?.dueAt ?? null) : null
    const same = await sameSince(tx, { contactId: contact.id, senderId, body: words.body, dueAt }, since)
    if (same) return same
  }
  await refuseAnswered(tx, sending)
  await refuseUnreachable(tx.db, contact)
  const line = (await firstLine(tx.db, await lineOfConversation(tx.db, contact.id))) ?? fail('no_line')
  const media = await attachable(tx, ask.mediaIds ?? [], id)
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
      ...words,
      ...(wait ? { wait } : {}),
      ...(ask.quietOverride ? { quietOverride: true } : {}),
      ...(ask.clientMessageId ? { clientMessageId: ask.clientMessageId } : {}),
      ...(ask.resendOf ? { resendOf: ask.resendOf } : {}),
    },
  ])
  await firstReply.get()(tx, { contactId: contact.id, personId: senderId })
  tx.audit('message.sent', id, {
    ...(ask.resendOf ? { resendOf: ask.resendOf } : {}),
    ...(ask.quietOverride ? { quietOverride: ask.quietOverride.reason } : {}),
    ...(wait ? { waits: wait.reason, dueAt: wait.dueAt.toISOString() } : {}),
  })
  return id
}

/** Everything that makes two sends the same; which message the person had seen does not. */
function hashOf(ask: Ask): Buffer {
  const { mediaIds, scheduledAt, timeZone, cancelIfReply, undoSeconds, quietOverride, translation } = ask
  const more = { mediaIds, scheduledAt, timeZone, cancelIfReply, undoSeconds, quietOverride, translation }
  return sendHash(ask.contactId, cleanWords(ask.body), ask.resendOf, more)
}

/** A teammate who answered meanwhile is read before the worker gets two answers. */
async function refuseAnswered(tx: Tx, { ask, contact, senderId }: Sending): Promise<void> {
  if (!ask.seenMessageId) return
  // Of two who answer at the same moment one comes second, and sees the first.
  await holdConversation(tx, contact.id)
  if (await answeredSince(tx.db, { contactId: contact.id, senderId, seenId: ask.seenMessageId }))
    fail('answered_meanwhile')
}

/** Refuses in words when a contact cannot get texts, or their work says that they get none. */
export async function refuseUnreachable(db: Db, contact: ContactHead): Promise<void> {
  const refusal = refusalFor(contact.reach) ?? (await barOf(db, contact.id))
  if (!refusal) return
  const { firstname } = contact
  const words = {
    en: `${firstname} opted out. Only ${firstname} can undo this, by texting START.`,
    es: `${firstname} se dio de baja. Solo ${firstname} puede deshacerlo, enviando START.`,
  }
  fail(refusal, refusal === 'recipient_opted_out' ? { words } : {})
}

/** The refusal for somebody who was blocked or works here no more; null for everybody else. */
async function barOf(db: Db, contactId: string) {
  const work = await workOf(db, contactId)
  if (work === 'blocked') return 'recipient_blocked'
  return work === 'terminated' ? 'recipient_terminated' : null
}

/** Only a text that this worker was sent can be sent to them again. */
async function refuseForeignResend(scope: Scope, contactId: string, resendOf: string): Promise<void> {
  const [first] = await messagesByIds(scope.db, [resendOf])
  if (first?.contactId !== contactId || first.direction !== 'out') fail('not_found')
}
