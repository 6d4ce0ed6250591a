import type { Tx } from '../../kernel/scope.ts'
import { claimNotices, noticeFor } from '../consent/index.ts'
import { barredAmong, headsOf } from '../contacts/index.ts'
import { organizationOf, settingsOf } from '../organizations/index.ts'
import { MessagesHandedOff } from './facts.ts'
import { queue } from './queue.ts'
import { LANE, type Draft } from './rules.ts'
import type { MovedRow } from './store/hand-off.ts'

/** A notice says nothing any more this long after the text it follows, in ms. */
const NOTICE_WITHIN_MS = 24 * 3_600_000

/** Tells that carriers took messages, and follows the first text to a number with the notice, where one is sent. */
export async function tellHandedOff(tx: Tx, handedOff: MovedRow[]): Promise<void> {
  if (handedOff.length === 0) return
  tx.publish(MessagesHandedOff, { ids: handedOff.map((one) => one.id) })
  const texts = handedOff.filter((one) => one.kind === 'text' || one.kind === 'broadcast')
  if (texts.length > 0) await noticeFirst(tx, texts)
}

/**
 * Queues the notice for each of these texts that is the first to its number: who texts, what it may cost, HELP and STOP, in
 * the worker's language. Once for each number and for ever, also where two texts go at the same moment; never to a number
 * that opted out, nor to who was blocked or terminated meanwhile: they get it should they be texted again.
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
  const { organization } = await organizationOf(tx.db, tx.orgId)
  const contactIds = first.map((text) => text.contact_id)
  const heads = await headsOf(tx.db, tx.org.country, contactIds)
  const languages = new Map(heads.map((head) => [head.id, head.language]))
  const expiresAt = new Date(tx.world.now().getTime() + NOTICE_WITHIN_MS)
  const draftOf = (text: MovedRow): Draft => ({
    id: tx.world.id(),
    contactId: text.contact_id,
    lineId: text.line_id,
    from: text.phone_from,
    to: text.phone_to,
    body: noticeFor(organization.name, languages.get(text.contact_id)),
    kind: 'auto_reply',
    senderId: null,
    expiresAt,
  })
  // Notices of a broadcast do not go before its other texts.
  for (const [isBroadcast, some] of Map.groupBy(first, (text) => text.kind === 'broadcast'))
    await queue(tx, isBroadcast ? LANE.broadcast : LANE.reply, some.map(draftOf))
}
