import type { Tx } from '../../kernel/scope.ts'
import type { Judgement } from '../consent/index.ts'
import { isBarred, type KnownContact } from '../contacts/index.ts'
import type { HandledReply } from '../flows/index.ts'
import { answersFor, type Answering } from '../replies/index.ts'
import { answerAll, isTimely } from './automatic.ts'

/** An inbound message, with what an automatic reply needs. */
interface Asking {
  id: string
  contact: Pick<KnownContact, 'id' | 'work'>
  body: string
  text: { lineId: string; linePhone: string; from: string; at?: Date }
}

/**
 * Sends at most one automatic reply per message: the one consent requires, else that of a flow, else a keyword reply,
 * else the away reply.
 * Blocked and terminated contacts get only what carriers require: the STOP confirmation and the HELP text.
 */
export async function answer(
  tx: Tx,
  rows: Asking[],
  from: {
    judged: Map<string, Judgement>
    flows: Map<string, HandledReply>
    replies: Map<string, string>
    answering: Answering
  },
): Promise<void> {
  const now = tx.world.now()
  const timely = rows.filter(({ text }) => isTimely(text, now))
  const messages = timely
    .filter((row) => !from.judged.has(row.id) && !from.flows.has(row.id) && !isBarred(row.contact.work))
    .map((row) => ({ contactId: row.contact.id, phone: row.text.from, body: row.body, at: now }))
  const others = await answersFor(tx, messages, from.answering)
  const byContact = new Map(timely.map((row) => [row.contact.id, row]))
  const byRow = timely.flatMap((row) => {
    const reply = from.replies.get(row.id) ?? from.flows.get(row.id)?.reply
    const verdict = from.judged.get(row.id)?.intent
    const isConsentAnswer = verdict === 'opt_out' || verdict === 'help'
    if (reply === undefined || (isBarred(row.contact.work) && !isConsentAnswer)) return []
    return [{ row, body: reply, isConsentAnswer, isAsked: true }]
  })
  const fromReplies = others.flatMap(({ contactId, body }) => {
    const row = byContact.get(contactId)
    return row ? [{ row, body, isConsentAnswer: false, isAsked: false }] : []
  })
  await answerAll(
    tx,
    [...byRow, ...fromReplies].map(({ row, body, isConsentAnswer, isAsked }) => ({
      contactId: row.contact.id,
      lineId: row.text.lineId,
      linePhone: row.text.linePhone,
      to: row.text.from,
      body,
      isConsentAnswer,
      isAsked,
    })),
  )
}
