import type { BodyOf } from '@crewline/contract/endpoint'
import type { editScheduled } from '@crewline/contract/later'
import { statesBefore } from '@crewline/contract/message-states'
import type { Message } from '@crewline/contract/messages'
import { fail } from '../../kernel/failure.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { ensureRows } from '../consent/index.ts'
import { summariesOf } from '../contacts/index.ts'
import {
  publishConversationChanges,
  updateConversationSummaries,
  noteFailures,
  noteNextDue,
  restoreSummary,
} from '../conversations/index.ts'
import { restoreMember, touchMembers } from '../groups/index.ts'
import { composeMessage, sizeOf } from './compose.ts'
import { MessageChanged, MessageStatusChanged } from './events.ts'
import { isOffShift, noteForMoment, noteForNow, requireOffShift } from './off-shift.ts'
import { LANE } from './rules.ts'
import { perMember, refuseUnreachable } from './send.ts'
import { leaveBatch } from './store/batches.ts'
import {
  endWait,
  lockCancelledByReply,
  lockOutgoing,
  lockStoppable,
  lockWaitingFor,
  lockWaitingOf,
  suppressOptedOut,
  assignSortIds,
  pointLater,
  saveLater,
  type Later,
} from './store/later.ts'
import { messagesByIds } from './views.ts'
import { chosenMoment, dayFor } from './wait.ts'

/** The message of a call, and its conversation. */
interface MessageQuery {
  message_id: string
  conversation_id: string
}

/** Locks a waiting message; fails when it was canceled, is already on its way or does not exist here. */
async function lockWaiting(tx: Tx, query: MessageQuery): Promise<Later> {
  const text = await lockOutgoing(tx, query.message_id)
  if (text?.contactId !== query.conversation_id) return fail('not_found')
  if (text.state === 'cancelled') return fail('already_canceled')
  return statesBefore('postpone').includes(text.state) ? text : fail('already_on_its_way')
}

/** Checks whether a carrier had the message before: it waits for a retry and cannot be changed. */
function isAnotherTry(text: Later): boolean {
  return text.reason === 'retry' || text.reason === 'carrier_cap'
}

/** Checks whether a try of the message failed before: it stays as it is, because it may have arrived all the same (ADR 0185). */
function wasTried(text: Later): boolean {
  return isAnotherTry(text) || (text.retries > 0 && text.attempts > 0)
}

/**
 * Edits the text or the time of a waiting message. Fails with `already_on_its_way` when it was sent or waits for a retry, with
 * `already_tried` when its first try had other words, and with `not_permitted` when the member may not send it off shift then.
 */
export async function edit(
  scope: Scope,
  query: MessageQuery,
  changes: BodyOf<typeof editScheduled>,
): Promise<{ message: Message }> {
  const composed =
    changes.body === undefined ? undefined : await composeMessage(scope, query.conversation_id, { body: changes.body })
  const [contact] = await summariesOf(scope.db, scope.org.country, [query.conversation_id])
  await scope.tx(async (tx) => {
    const text = await lockWaiting(tx, query)
    if (isAnotherTry(text) || text.state === 'held') fail('already_on_its_way')
    const isTried = wasTried(text)
    const isRewritten = composed !== undefined && !(isTried && composed.body === text.body)
    if (isTried && isRewritten) fail('already_tried')
    const chosen = changes.scheduledAt === undefined ? undefined : chosenMoment(tx.world.now(), changes.scheduledAt)
    const when = chosen && (await dayFor(tx, text, chosen))
    if (when && contact && (await isOffShift(tx, contact, when.dueAt))) requireOffShift(scope)
    const moment = isTried ? null : (when?.dueAt ?? text.dueAt)
    const written = composed?.body ?? text.body
    const body = contact && moment ? await noteForMoment(tx, contact, { text, body: written, moment }) : written
    const changed = {
      ...text,
      body,
      ...sizeOf(body, text.media),
      // An edited text no longer has this translation.
      translation: isRewritten ? null : text.translation,
      dueAt: when?.dueAt ?? text.dueAt,
      reason: when?.reason ?? text.reason,
      wantedAt: when ? when.wantedAt : text.wantedAt,
      zone: changes.timeZone ?? text.zone,
      cancelIfReply: changes.cancelIfReply ?? text.cancelIfReply,
    }
    await saveLater(tx, changed)
    if (when) await pointLater(tx, LANE.reply, [{ ...text, dueAt: when.dueAt }])
    publishConversationChanges(tx, await noteNextDue(tx, [text.contactId]))
    tx.publish(MessageChanged, { ids: [text.id] })
    tx.audit('message.edited', text.id, {
      ...(when ? { dueAt: when.dueAt.toISOString() } : {}),
      words: isRewritten,
    })
  })
  return answer(scope, query)
}

/**
 * Cancels a waiting message; either the cancel or the send wins, never both. A message that was tried before stays as its
 * last try ended: not delivered.
 */
export async function cancel(scope: Scope, query: MessageQuery): Promise<{ message: Message }> {
  await scope.tx(async (tx) => {
    const text = await lockWaiting(tx, query)
    await callOff(tx, [text])
    tx.audit('message.cancelled', text.id)
  })
  return answer(scope, query)
}

/**
 * Sends a waiting message now, to the current number of the contact, also at night: the interface showed the local time to the
 * member. One that was tried before keeps its number and place, and fails with `number_changed` when the contact gave that number
 * up. A text of a broadcast leaves even if the broadcast is paused. A contact who is off shift may also read that no reply is
 * needed before their shift; fails with `not_permitted` when the member may not send it then.
 */
export async function sendNow(scope: Scope, query: MessageQuery): Promise<{ message: Message }> {
  if (scope.actor.kind !== 'member') return fail('not_permitted')
  await perMember.take(scope.actor.userId)
  const [contact] = await summariesOf(scope.db, scope.org.country, [query.conversation_id])
  const isGuarded = contact !== undefined && (await isOffShift(scope, contact))
  await scope.tx(async (tx) => {
    const text = await lockWaiting(tx, query)
    if (contact) await refuseUnreachable(tx.db, contact)
    const isTried = wasTried(text)
    if (isTried && contact?.phone !== text.to) fail('number_changed')
    if (isGuarded && contact) {
      requireOffShift(scope)
      const body = isTried ? text.body : await noteForNow(tx, contact, text)
      await saveLater(tx, { ...text, body, ...sizeOf(body, text.media) })
    }
    await endWait(tx, [text.id], 'queued')
    await leaveBatch(tx, [text.id])
    await pointLater(tx, LANE.reply, [{ ...text, dueAt: tx.world.now() }])
    if (text.state === 'scheduled' && !isTried) await moveToLatest(tx, { ...text, to: contact?.phone ?? text.to })
    tx.publish(MessageChanged, { ids: [text.id] })
    tx.wakeUp('texts')
    tx.audit('message.sent-now', text.id, { waited: text.reason })
  })
  return answer(scope, query)
}

/**
 * Cancels the messages of these contacts that a reply should cancel. Call it when a reply is received, before consent
 * is processed: the sender locks message rows before consent rows, and every transaction must use that order.
 */
export async function cancelOnReply(tx: Tx, contactIds: string[]): Promise<void> {
  if (contactIds.length === 0) return
  const texts = await lockCancelledByReply(tx, contactIds)
  if (texts.length === 0) return
  await callOff(tx, texts)
  for (const text of texts) tx.audit('message.cancelled', text.id, { by: 'reply' })
}

/** Messages cancelled in one statement. */
const CANCEL_BATCH = 500

/** Cancels the waiting messages of a user who leaves; returns how many. Retries continue, because they were sent once. */
export async function cancelWaitingOf(tx: Tx, userId: string): Promise<number> {
  let cancelled = 0
  for (;;) {
    const texts = await lockWaitingOf(tx, userId, CANCEL_BATCH)
    if (texts.length === 0) return cancelled
    await callOff(tx, texts)
    for (const text of texts) tx.audit('message.cancelled', text.id, { by: 'removal' })
    cancelled += texts.length
  }
}

/** Cancels those of these texts that no carrier was given yet. Returns how many. */
export async function cancelTexts(tx: Tx, ids: string[], by: string): Promise<number> {
  let cancelled = 0
  for (let at = 0; at < ids.length; at += CANCEL_BATCH) {
    const texts = await lockStoppable(tx, ids.slice(at, at + CANCEL_BATCH))
    if (texts.length > 0) await callOff(tx, texts)
    for (const text of texts) tx.audit('message.cancelled', text.id, { by })
    cancelled += texts.length
  }
  return cancelled
}

/**
 * Stops the texts that wait for numbers which just opted out, also those of contacts that the actor cannot see. A text
 * that the sender has locked is skipped: the sender waits for the opt-out and suppresses the text itself. Returns how
 * many texts it stopped.
 */
export async function stopWaitingTexts(tx: Tx, phones: string[]): Promise<number> {
  return tx.unscoped(async () => {
    const texts = await lockWaitingFor(tx, phones)
    if (texts.length === 0) return 0
    const ids = texts.map((text) => text.id)
    await suppressOptedOut(tx, ids)
    const contactIds = [...new Set(texts.map((text) => text.contactId))]
    await noteNextDue(tx, contactIds)
    publishConversationChanges(tx, contactIds)
    tx.publish(MessageStatusChanged, { ids })
    tx.publish(MessageChanged, { ids })
    for (const id of ids) tx.audit('message.cancelled', id, { by: 'opt_out' })
    return ids.length
  })
}

async function callOff(tx: Tx, texts: Later[]): Promise<void> {
  const idsOf = (messages: Later[]) => messages.map((text) => text.id)
  await endWait(tx, idsOf(texts.filter((text) => !wasTried(text))), 'cancelled')
  await endWait(tx, idsOf(texts.filter(wasTried)), 'last_try')
  for (const { contactId, id } of texts.filter((message) => message.state === 'held')) {
    const at = await restoreSummary(tx, contactId, id)
    if (at) await restoreMember(tx, contactId, at)
  }
  const contactIds = [...new Set(texts.map((text) => text.contactId))]
  await noteNextDue(tx, contactIds)
  await noteFailures(tx, idsOf(texts.filter(wasTried)))
  publishConversationChanges(tx, contactIds)
  tx.publish(MessageStatusChanged, { ids: idsOf(texts) })
  tx.publish(MessageChanged, { ids: idsOf(texts) })
}

/** Updates the conversation summary to a message that is sent now. */
async function moveToLatest(tx: Tx, text: Later): Promise<void> {
  const now = tx.world.now()
  const { contactId, lineId, body, media } = text
  await ensureRows(tx, [text.to])
  const position = (await assignSortIds(tx, [text], now)).get(text.id) as string
  await updateConversationSummaries(tx, 'out', [
    { contactId, messageId: text.id, position, lineId, body, media, at: now, reopen: true },
  ])
  await touchMembers(tx, [contactId], [now])
  publishConversationChanges(tx, await noteNextDue(tx, [contactId]))
}

async function answer(scope: Scope, query: MessageQuery): Promise<{ message: Message }> {
  const [message] = await messagesByIds(scope.db, [query.message_id])
  return { message: message ?? fail('not_found') }
}
