import type { BodyOf } from '@crewline/contract/endpoint'
import type { editScheduled, Message } from '@crewline/contract/messages'
import { countTexts } from '@crewline/contract/segments'
import { fail } from '../../kernel/failure.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { ensureRows } from '../consent/index.ts'
import { headsOf } from '../contacts/index.ts'
import { putMemberBack, touchMembers } from '../groups/index.ts'
import { settingsOf } from '../organizations/index.ts'
import { tellConversations } from './arrivals.ts'
import { wordsFor } from './compose.ts'
import { MessageChanged, MessageStatusChanged } from './facts.ts'
import { LANE } from './rules.ts'
import { nightEnd } from './quiet-hours.ts'
import { perMember, refuseUnreachable } from './send.ts'
import { moveHeads } from './store/conversations.ts'
import { noteFailures, noteNextDue, restoreHead } from './store/heads.ts'
import {
  endWait,
  holdCancelledByReply,
  holdOutgoing,
  markWent,
  pointLater,
  saveLater,
  standingOf,
  type Later,
} from './store/later.ts'
import { messagesByIds } from './views.ts'
import { chosenMoment } from './wait.ts'

/** Which text a call is about, and in whose conversation. */
interface Place {
  message_id: string
  conversation_id: string
}

/** A text that waits, locked; refused when it is on its way already, or never was here. */
async function holdWaiting(tx: Tx, place: Place): Promise<Later> {
  const text = await holdOutgoing(tx, place.message_id)
  if (text?.contactId !== place.conversation_id) return fail('not_found')
  return text.state === 'held' || text.state === 'scheduled' ? text : fail('already_on_its_way')
}

/** Whether a carrier had it before: it waits for another try and stays as it was. */
function isAnotherTry(text: Later): boolean {
  return text.reason === 'retry' || text.reason === 'carrier_cap'
}

/**
 * Changes the words or the time of a text that waits. What went already, or is about to be tried again as it was, is
 * refused with `already_on_its_way`.
 */
export async function edit(
  scope: Scope,
  place: Place,
  ask: BodyOf<typeof editScheduled>,
): Promise<{ message: Message }> {
  const words = ask.body === undefined ? undefined : await wordsFor(scope, place.conversation_id, { body: ask.body })
  await scope.tx(async (tx) => {
    const text = await holdWaiting(tx, place)
    if (isAnotherTry(text) || text.state === 'held') fail('already_on_its_way')
    const chosen = ask.scheduledAt === undefined ? undefined : chosenMoment(tx.world.now(), ask.scheduledAt)
    const when = chosen && (await dayFor(tx, text, chosen))
    const body = words?.body ?? text.body
    const count = countTexts(body)
    const changed = {
      ...text,
      body,
      encoding: count.encoding,
      segments: text.media?.length ? Math.max(1, count.segments) : count.segments,
      // Other words are no longer the translation of what was written.
      translation: words ? null : text.translation,
      dueAt: when?.dueAt ?? text.dueAt,
      reason: when?.reason ?? text.reason,
      zone: ask.timeZone ?? text.zone,
      cancelIfReply: ask.cancelIfReply ?? text.cancelIfReply,
    }
    await saveLater(tx, changed)
    if (when) await pointLater(tx, LANE.reply, [{ ...text, dueAt: when.dueAt }])
    tellConversations(tx, await noteNextDue(tx, [text.contactId]))
    tx.publish(MessageChanged, { ids: [text.id] })
    tx.audit('message.edited', text.id, {
      ...(when ? { dueAt: when.dueAt.toISOString() } : {}),
      words: words !== undefined,
    })
  })
  return answer(scope, place)
}

/**
 * Cancels a text that waits: either this or its going wins, never both. Another try after a failure is given up, and the
 * text stays not delivered.
 */
export async function cancel(scope: Scope, place: Place): Promise<{ message: Message }> {
  await scope.tx(async (tx) => {
    const text = await holdWaiting(tx, place)
    await callOff(tx, [text])
    tx.audit('message.cancelled', text.id)
  })
  return answer(scope, place)
}

/** The chosen moment, or the morning after it where texts do not go at night. */
async function dayFor(
  tx: Tx,
  text: Later,
  chosen: Date,
): Promise<{ dueAt: Date; reason: 'scheduled' | 'quiet_hours' }> {
  const { quietHours } = await settingsOf(tx.db, tx.orgId)
  const zone = (await standingOf(tx.db, [text])).get(text.contactId)?.timezone ?? tx.org.timezone
  const morning = quietHours.mode === 'hold' && !text.quietOverride ? nightEnd(chosen, zone, quietHours) : null
  return morning ? { dueAt: morning, reason: 'quiet_hours' } : { dueAt: chosen, reason: 'scheduled' }
}

/**
 * Sends a text that waits at once, to the number the contact has now, also at night: whoever asks for it has been told the
 * hour.
 */
export async function sendNow(scope: Scope, place: Place): Promise<{ message: Message }> {
  if (scope.actor.kind !== 'member') return fail('not_permitted')
  await perMember.take(scope.actor.personId)
  const [contact] = await headsOf(scope.db, scope.org.country, [place.conversation_id])
  await scope.tx(async (tx) => {
    const text = await holdWaiting(tx, place)
    if (contact) await refuseUnreachable(tx.db, contact)
    await endWait(tx, [text.id], 'queued')
    await pointLater(tx, LANE.reply, [{ ...text, dueAt: tx.world.now() }])
    const isFirstTry = text.state === 'scheduled' && !isAnotherTry(text)
    if (isFirstTry) await bringForward(tx, { ...text, to: contact?.phone ?? text.to })
    tx.publish(MessageChanged, { ids: [text.id] })
    tx.ring('texts')
    tx.audit('message.sent-now', text.id, { waited: text.reason })
  })
  return answer(scope, place)
}

/**
 * Cancels the texts of these contacts that a reply was to cancel. To be called by whoever receives a reply, before consent
 * is heard: the sender takes message rows before consent rows, and so must everybody.
 */
export async function cancelOnReply(tx: Tx, contactIds: string[]): Promise<void> {
  if (contactIds.length === 0) return
  const texts = await holdCancelledByReply(tx, contactIds)
  if (texts.length === 0) return
  await callOff(tx, texts)
  for (const text of texts) tx.audit('message.cancelled', text.id, { by: 'reply' })
}

async function callOff(tx: Tx, texts: Later[]): Promise<void> {
  const idsOf = (some: Later[]) => some.map((text) => text.id)
  await endWait(tx, idsOf(texts.filter((text) => !isAnotherTry(text))), 'cancelled')
  await endWait(tx, idsOf(texts.filter(isAnotherTry)), 'undelivered')
  for (const { contactId, id } of texts.filter((one) => one.state === 'held')) {
    const at = await restoreHead(tx, contactId, id)
    if (at) await putMemberBack(tx, contactId, at)
  }
  const contactIds = [...new Set(texts.map((text) => text.contactId))]
  await noteNextDue(tx, contactIds)
  await noteFailures(tx, idsOf(texts.filter(isAnotherTry)))
  tellConversations(tx, contactIds)
  tx.publish(MessageStatusChanged, { ids: idsOf(texts) })
  tx.publish(MessageChanged, { ids: idsOf(texts) })
}

/** Makes a text the head of its conversation now that it goes. */
async function bringForward(tx: Tx, text: Later): Promise<void> {
  const now = tx.world.now()
  const { contactId, lineId, body, media } = text
  await ensureRows(tx, [text.to])
  const place = (await markWent(tx, [text], now)).get(text.id) as string
  await moveHeads(tx, 'out', [{ contactId, messageId: text.id, place, lineId, body, media, at: now, reopen: true }])
  await touchMembers(tx, [contactId], [now])
  tellConversations(tx, await noteNextDue(tx, [contactId]))
}

async function answer(scope: Scope, place: Place): Promise<{ message: Message }> {
  const [message] = await messagesByIds(scope.db, [place.message_id])
  return { message: message ?? fail('not_found') }
}
