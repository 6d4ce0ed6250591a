import type { Tx } from '../../kernel/scope.ts'
import { publishConversationChanges, noteNextDue } from '../conversations/index.ts'
import { MessageChanged } from './events.ts'
import { restingOf } from './rest.ts'
import { heldFor } from './resting.ts'
import { laneOf } from './rules.ts'
import { lockWaitingForTime, pointLater, putOff, saveWanted, sendingStatusesOf, type Later } from './store/later.ts'

/** When a text was to be sent, and when it is to be sent now. */
export interface Move {
  from: Date
  to: Date
}

/**
 * Gives waiting texts another time at which they are to be sent, by id: as when they were queued, they wait longer while
 * their contact rests then, and are sent now when that time is over. Leaves out texts that a member gave another time, whose
 * time had come before, that wait for another try, and those that were handed off or canceled.
 */
export async function moveTexts(tx: Tx, moves: ReadonlyMap<string, Move>): Promise<void> {
  const texts = await lockWaitingForTime(tx, [...moves.keys()])
  if (texts.length === 0) return
  const now = tx.world.now()
  const statuses = await sendingStatusesOf(tx.db, texts)
  const { settings, at } = await restingOf(
    tx,
    texts.map(({ contactId }) => contactId),
  )
  const moved = texts.flatMap((text) => {
    const { from, to: wanted } = moves.get(text.id) as Move
    const before = text.reason === 'scheduled' ? text.dueAt : text.wantedAt
    if (before?.getTime() !== from.getTime()) return []
    const moment = wanted > now ? wanted : now
    const timezone = statuses.get(text.contactId)?.timezone ?? null
    const contact = { id: text.contactId, timezone }
    const rest = text.quietOverride ? null : at(moment, contact, heldFor(text.kind, settings))
    const next = { dueAt: rest?.until ?? moment, reason: rest?.reason ?? ('scheduled' as const) }
    return [{ ...text, ...next, wantedAt: rest && wanted > now ? wanted : null }]
  })
  if (moved.length === 0) return
  await saveWanted(tx, moved)
  await moveLocked(tx, moved)
}

/** Gives locked texts that wait the time and the reason in `moved`, for the sender and for open pages too. */
export async function moveLocked(tx: Tx, moved: (Later & Parameters<typeof putOff>[1][number])[]): Promise<void> {
  await putOff(tx, moved)
  for (const [lane, together] of Map.groupBy(moved, laneOf)) await pointLater(tx, lane, together)
  const contactIds = [...new Set(moved.map(({ contactId }) => contactId))]
  publishConversationChanges(tx, await noteNextDue(tx, contactIds))
  tx.publish(MessageChanged, { ids: moved.map(({ id }) => id) })
  tx.wakeUp('texts')
}
