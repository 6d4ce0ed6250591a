import type { Tx } from '../../kernel/scope.ts'
import { claimNotices, noticeFor } from '../consent/index.ts'
import { barredAmong, summariesOf } from '../contacts/index.ts'
import { organizationOf, settingsOf } from '../organizations/index.ts'
import { MessagesHandedOff } from './events.ts'
import { queue } from './queue.ts'
import { LANE, type Draft } from './rules.ts'
import type { MovedRow } from './store/hand-off.ts'

/** The notice is not sent later than this after the message it follows, in ms. */
const NOTICE_LIFETIME_MS = 24 * 3_600_000

/**
 * Publishes that carriers accepted messages, and queues the first-contact notice after the first message to a number,
 * if the setting is on.
 */
export async function publishHandedOff(tx: Tx, handedOff: MovedRow[]): Promise<void> {
  if (handedOff.length === 0) return
  tx.publish(MessagesHandedOff, { ids: handedOff.map((row) => row.id) })
  const texts = handedOff.filter((row) => row.kind === 'text' || row.kind === 'broadcast')
  if (texts.length > 0) await noticeFirst(tx, texts)
}

/**
 * Queues the notice after each message that is the first to its number: sender, cost, HELP and STOP, in the language of
 * the contact. Once per number forever, even for simultaneous messages; not to numbers that opted out or contacts
 * blocked or terminated meanwhile, who get it with a later message.
 */
async function noticeFirst(tx: Tx, handedOff: MovedRow[]): Promise<void> {
  if (!(await settingsOf(tx.db, tx.orgId)).firstContactNotice) return
  const barred = await barredAmong(
    tx.db,
    handedOff.map((text) => text.contact_id),
  )
  const texts = handedOff.filter((text) => !barred.has(text.contact_id))
  const claimed = await claimNotices(
    tx,
    texts.map((text) => text.phone_to),
  )
  if (claimed.size === 0) return
  const first = [...new Map(texts.toReversed().map((text) => [text.phone_to, text])).values()].filter((text) =>
    claimed.has(text.phone_to),
  )
  const { senderName } = await organizationOf(tx.db, tx.orgId)
  const contactIds = first.map((text) => text.contact_id)
  const summaries = await summariesOf(tx.db, tx.org.country, contactIds)
  const languages = new Map(summaries.map((summary) => [summary.id, summary.language]))
  const expiresAt = new Date(tx.world.now().getTime() + NOTICE_LIFETIME_MS)
  const draftOf = (text: MovedRow): Draft => ({
    id: tx.world.id(),
    contactId: text.contact_id,
    lineId: text.line_id,
    from: text.phone_from,
    to: text.phone_to,
    body: noticeFor(senderName, languages.get(text.contact_id)),
    kind: 'auto_reply',
    senderId: null,
    expiresAt,
  })
  // The notices of a broadcast must not precede its remaining messages.
  for (const [isBroadcast, group] of Map.groupBy(first, (text) => text.kind === 'broadcast'))
    await queue(tx, isBroadcast ? LANE.broadcast : LANE.reply, group.map(draftOf))
}
