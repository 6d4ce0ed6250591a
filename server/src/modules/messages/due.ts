import type { Tx } from '../../kernel/scope.ts'
import { ensureRows } from '../consent/index.ts'
import { publishConversationChanges, updateConversationSummaries, noteNextDue } from '../conversations/index.ts'
import { touchMembers } from '../groups/index.ts'
import { MessageChanged, MessageStatusChanged } from './events.ts'
import { restingOf } from './rest.ts'
import { heldFor, type Rest } from './resting.ts'
import { laneOf, type Obstacle, type Waiting } from './rules.ts'
import { assignSortIds, pointLater, putOff, saveNumbers, sendingStatusesOf, type SendingStatus } from './store/later.ts'

/** Checks whether a message waited for a time, not for the undo window or a retry. */
function waitedForTime(text: Waiting): boolean {
  const reason = text.waited?.reason
  return reason === 'scheduled' || reason === 'quiet_hours' || reason === 'off_shift'
}

/** Checks whether a message leaves for the first time now: one that was sent again stays at its place in the thread. */
function isFirstTry(text: Waiting): boolean {
  return waitedForTime(text) && text.retries === 0
}

/** Checks whether a message is an automatic reply other than those to STOP and HELP. */
function isUnasked(text: Waiting): boolean {
  return text.kind === 'auto_reply' && !text.isConsentAnswer
}

/** A text that may stand in the queue no longer than this, in ms, is judged again after it: it may have become night. */
const FRESH_MS = 5 * 60_000

/**
 * Checks whether a text to many, or one that waited for the morning or a shift, stood in the queue for a while after its time,
 * because its broadcast, its line or sending as a whole was paused.
 */
function hasStood({ kind, waited, queuedAt }: Waiting, now: Date): boolean {
  const isAfterRest = waited?.reason === 'quiet_hours' || waited?.reason === 'off_shift'
  if (waited ? !isAfterRest : kind !== 'broadcast') return false
  return now.getTime() - (waited?.dueAt ?? queuedAt).getTime() > FRESH_MS
}

/**
 * Checks due messages against the current state of their contacts: each goes to the current number of the contact, or
 * gets an obstacle; messages that would be sent in the night of the contact, or while they are off shift, are postponed
 * and omitted.
 * Automatic replies to contacts who were blocked or terminated meanwhile get an obstacle. Texts of a broadcast that stood in the
 * queue for a while are checked like those that waited; other messages that never waited need no lookup.
 */
export async function recheckWaiting(
  tx: Tx,
  held: Waiting[],
): Promise<{ going: Waiting[]; obstacles: Map<string, Obstacle> }> {
  const now = tx.world.now()
  const stood = new Set(held.filter((text) => text.waited === null && hasStood(text, now)))
  const later = held.filter((text) => text.waited !== null || isUnasked(text) || stood.has(text))
  const obstacles = new Map<string, Obstacle>()
  if (later.length === 0) return { going: held, obstacles }
  const statusById = await sendingStatusesOf(tx.db, later)
  const off = await restsOf(tx, later, statusById)
  await postpone(tx, off)
  const going = held
    .filter((text) => !off.has(text))
    .map((text) => {
      const contact = text.waited || isUnasked(text) || stood.has(text) ? statusById.get(text.contactId) : undefined
      const obstacle = contact && obstacleOf(text, contact, stood.has(text))
      if (obstacle) obstacles.set(text.id, obstacle)
      // A message once given to a carrier stays the same on every attempt.
      const isNew = isFirstTry(text) || (stood.has(text) && !wasGiven(text))
      return isNew && contact?.phone ? { ...text, to: contact.phone } : text
    })
  const numberOf = new Map(held.map(({ id, to }) => [id, to]))
  const moved = going.filter(({ id, to, waited }) => waited === null && to !== numberOf.get(id))
  if (moved.length > 0) await saveNumbers(tx, moved)
  const numbers = [...going.filter(waitedForTime), ...moved].map((text) => text.to)
  if (numbers.length > 0) await ensureRows(tx, numbers)
  return { going, obstacles }
}

/** Checks whether a carrier may have had a message before. */
function wasGiven({ attempt, retries }: Waiting): boolean {
  return attempt > 1 || retries > 0
}

function obstacleOf(text: Waiting, { obstacle, phone }: SendingStatus, stood: boolean): Obstacle | null {
  const isBarred = obstacle === 'blocked' || obstacle === 'terminated'
  if (isBarred && text.isConsentAnswer) return null
  if (!isBarred && text.waited === null && !stood) return null
  // A member who texts an archived contact directly means to do so.
  if (obstacle === 'contact_archived' && !waitedForTime(text) && !stood) return null
  // A retry is for the number of the first attempt, which may belong to another contact by now.
  if (!obstacle && (stood ? wasGiven(text) : text.retries > 0) && phone !== text.to) return 'number_changed'
  return obstacle
}

/**
 * Returns the messages whose contacts rest now, with why and until when. Keeps a time that a member chose with a reason to
 * send it anyway.
 */
async function restsOf(tx: Tx, later: Waiting[], statusById: Map<string, SendingStatus>): Promise<Map<Waiting, Rest>> {
  const now = tx.world.now()
  const judged = later.filter(
    (text) => !text.quietOverride && (text.waited?.reason === 'scheduled' || hasStood(text, now)),
  )
  if (judged.length === 0) return new Map()
  const { settings, at } = await restingOf(
    tx,
    judged.map((text) => text.contactId),
  )
  return new Map(
    judged.flatMap((text) => {
      const timezone = statusById.get(text.contactId)?.timezone ?? null
      const held = heldFor(text.kind, settings)
      // Where the organization only asks about nights, a member decided that a text waits for the morning.
      const heeds =
        text.waited?.reason === 'quiet_hours' && settings.quietHours.mode === 'warn' ? { ...held, nights: true } : held
      const rest = at(now, { id: text.contactId, timezone }, heeds)
      return rest ? [[text, rest] as const] : []
    }),
  )
}

async function postpone(tx: Tx, off: Map<Waiting, Rest>): Promise<void> {
  if (off.size === 0) return
  const texts = [...off].map(([{ id, lineId, contactId, kind }, { until, reason }]) => ({
    id,
    lineId,
    contactId,
    kind,
    reason,
    dueAt: until,
  }))
  await putOff(tx, texts)
  for (const [lane, together] of Map.groupBy(texts, laneOf)) await pointLater(tx, lane, together)
  const contactIds = texts.map((text) => text.contactId)
  publishConversationChanges(tx, await noteNextDue(tx, contactIds))
  const ids = texts.map((text) => text.id)
  tx.publish(MessageChanged, { ids })
  const queued = [...off.keys()].filter((text) => !text.waited).map((text) => text.id)
  if (queued.length > 0) tx.publish(MessageStatusChanged, { ids: queued })
}

/** Records that messages which waited for their time are sent now, and updates the conversation summaries. */
export async function recordSentAfterWait(tx: Tx, submitting: Waiting[], stopped: Waiting[]): Promise<void> {
  const waited = [...submitting, ...stopped].filter((text) => text.waited !== null)
  if (waited.length === 0) return
  const due = submitting.filter(isFirstTry)
  const now = tx.world.now()
  if (due.length > 0) {
    const positions = await assignSortIds(tx, due, now)
    await updateConversationSummaries(
      tx,
      'out',
      due.map((text) => ({
        contactId: text.contactId,
        messageId: text.id,
        position: positions.get(text.id) as string,
        lineId: text.lineId,
        body: text.body,
        media: text.media,
        at: now,
        reopen: text.kind === 'text',
        kind: text.kind,
        batchId: text.batchId,
      })),
    )
    const moved = due.filter((text) => text.kind !== 'broadcast')
    await touchMembers(
      tx,
      moved.map((text) => text.contactId),
      moved.map(() => now),
    )
  }
  const contactIds = waited.filter(waitedForTime).map((text) => text.contactId)
  if (contactIds.length > 0) publishConversationChanges(tx, await noteNextDue(tx, contactIds))
  tx.publish(MessageChanged, { ids: waited.map((text) => text.id) })
}
