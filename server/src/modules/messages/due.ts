import type { Tx } from '../../kernel/scope.ts'
import { ensureRows } from '../consent/index.ts'
import { touchMembers } from '../groups/index.ts'
import { settingsOf } from '../organizations/index.ts'
import { tellConversations } from './arrivals.ts'
import { MessageChanged } from './facts.ts'
import { nightEnd } from './quiet-hours.ts'
import { LANE, type Obstacle, type Waiting } from './rules.ts'
import { moveHeads } from './store/conversations.ts'
import { noteNextDue } from './store/heads.ts'
import { markWent, pointLater, putOff, standingOf, type Standing } from './store/later.ts'

/** Whether a text waited for a time, as against the moment to undo it or another try. */
function waitedForTime(text: Waiting): boolean {
  return text.waited?.reason === 'scheduled' || text.waited?.reason === 'quiet_hours'
}

/** Whether nobody asked for this text: an automatic answer other than those to STOP and HELP. */
function isUnasked(text: Waiting): boolean {
  return text.kind === 'auto_reply' && !text.isConsentAnswer
}

/**
 * Judges texts whose time has come by how their contacts stand now: each goes to the number the contact has today, or has
 * an obstacle; one that would go in the contact's night is put off to the morning and left out. Automatic answers do not go to
 * who was blocked or terminated meanwhile. Other texts that never waited cost nothing here.
 */
export async function lookAgain(
  tx: Tx,
  held: Waiting[],
): Promise<{ going: Waiting[]; obstacles: Map<string, Obstacle> }> {
  const later = held.filter((text) => text.waited !== null || isUnasked(text))
  const obstacles = new Map<string, Obstacle>()
  if (later.length === 0) return { going: held, obstacles }
  const standing = await standingOf(tx.db, later)
  const off = await nightOf(tx, later, standing)
  await putOffToMorning(tx, off)
  const going = held
    .filter((text) => !off.has(text))
    .map((text) => {
      const contact = text.waited || isUnasked(text) ? standing.get(text.contactId) : undefined
      const obstacle = contact && obstacleOf(text, contact)
      if (obstacle) obstacles.set(text.id, obstacle)
      // What a carrier had once stays as it was on every attempt.
      return waitedForTime(text) && text.retries === 0 && contact?.phone ? { ...text, to: contact.phone } : text
    })
  const numbers = going.filter(waitedForTime).map((text) => text.to)
  if (numbers.length > 0) await ensureRows(tx, numbers)
  return { going, obstacles }
}

function obstacleOf(text: Waiting, { obstacle, phone }: Standing): Obstacle | null {
  const isBarred = obstacle === 'blocked' || obstacle === 'terminated'
  if (isBarred && text.isConsentAnswer) return null
  if (!isBarred && text.waited === null) return null
  // Whom a person texts now, archived or not, they mean to text.
  if (obstacle === 'contact_archived' && !waitedForTime(text)) return null
  // Another try is for the number of the first one, which may be somebody else's by now.
  if (!obstacle && text.retries > 0 && phone !== text.to) return 'number_changed'
  return obstacle
}

/** Texts for which it is night now, with its end. A time that a person chose with a reason to go at night is kept. */
async function nightOf(tx: Tx, later: Waiting[], standing: Map<string, Standing>): Promise<Map<Waiting, Date>> {
  const asked = later.filter((text) => text.waited?.reason === 'scheduled' && !text.waited.quietOverride)
  if (asked.length === 0) return new Map()
  const { quietHours } = await settingsOf(tx.db, tx.orgId)
  if (quietHours.mode !== 'hold') return new Map()
  const now = tx.world.now()
  return new Map(
    asked.flatMap((text) => {
      const end = nightEnd(now, standing.get(text.contactId)?.timezone ?? tx.org.timezone, quietHours)
      return end ? [[text, end] as const] : []
    }),
  )
}

async function putOffToMorning(tx: Tx, off: Map<Waiting, Date>): Promise<void> {
  if (off.size === 0) return
  const texts = [...off].map(([{ id, lineId, contactId }, dueAt]) => ({ id, lineId, contactId, dueAt }))
  await putOff(tx, texts, 'quiet_hours')
  await pointLater(tx, LANE.reply, texts)
  const contactIds = texts.map((text) => text.contactId)
  tellConversations(tx, await noteNextDue(tx, contactIds))
  tx.publish(MessageChanged, { ids: texts.map((text) => text.id) })
}

/** Notes that texts which had waited for their time go now: they become the heads of their conversations. */
export async function wentAfterWait(tx: Tx, submitting: Waiting[], stopped: Waiting[]): Promise<void> {
  const waited = [...submitting, ...stopped].filter((text) => text.waited !== null)
  if (waited.length === 0) return
  const went = submitting.filter(waitedForTime)
  const now = tx.world.now()
  if (went.length > 0) {
    const places = await markWent(tx, went, now)
    await moveHeads(
      tx,
      'out',
      went.map((text) => ({
        contactId: text.contactId,
        messageId: text.id,
        place: places.get(text.id) as string,
        lineId: text.lineId,
        body: text.body,
        media: text.media,
        at: now,
        reopen: text.kind === 'text',
      })),
    )
    await touchMembers(
      tx,
      went.map((text) => text.contactId),
      went.map(() => now),
    )
  }
  const contactIds = waited.filter(waitedForTime).map((text) => text.contactId)
  if (contactIds.length > 0) tellConversations(tx, await noteNextDue(tx, contactIds))
  tx.publish(MessageChanged, { ids: waited.map((text) => text.id) })
}
