import type { Tx } from '../../kernel/scope.ts'
import type { Judgement } from '../consent/index.ts'
import { isBarred, type KnownContact } from '../contacts/index.ts'
import { answersFor, type Answering } from '../replies/index.ts'
import { ANSWER_WITHIN_MS, answerAll } from './automatic.ts'

/** A text that was received, as far as an answer to it goes. */
interface Asking {
  id: string
  contact: Pick<KnownContact, 'id' | 'work'>
  body: string
  text: { lineId: string; linePhone: string; from: string; at?: Date }
}

/**
 * One automatic answer a text: what consent asks for, else that of a keyword, else that nobody is there. Who was blocked or
 * terminated gets only what carriers ask for: that STOP was heard, and whom to ask.
 */
export async function answer(
  tx: Tx,
  rows: Asking[],
  from: { judged: Map<string, Judgement>; replies: Map<string, string>; answering: Answering },
): Promise<void> {
  const now = tx.world.now()
  // What comes to us late is for people to answer: a confirmation after five minutes is presumed to be unwanted.
  const isTimely = ({ text }: Asking) => !text.at || now.getTime() - text.at.getTime() < ANSWER_WITHIN_MS
  const timely = rows.filter(isTimely)
  const said = timely
    .filter((row) => !from.judged.has(row.id) && !isBarred(row.contact.work))
    .map((row) => ({ contactId: row.contact.id, phone: row.text.from, words: row.body, at: now }))
  const others = await answersFor(tx, said, from.answering)
  const byContact = new Map(timely.map((row) => [row.contact.id, row]))
  const byRow = timely.flatMap((row) => {
    const words = from.replies.get(row.id)
    const verdict = from.judged.get(row.id)?.verdict
    const isConsentAnswer = verdict === 'opt_out' || verdict === 'help'
    if (words === undefined || (isBarred(row.contact.work) && !isConsentAnswer)) return []
    return [{ row, words, isConsentAnswer }]
  })
  const byWords = others.flatMap(({ contactId, words }) => {
    const row = byContact.get(contactId)
    return row ? [{ row, words, isConsentAnswer: false }] : []
  })
  await answerAll(
    tx,
    [...byRow, ...byWords].map(({ row, words, isConsentAnswer }) => ({
      contactId: row.contact.id,
      lineId: row.text.lineId,
      linePhone: row.text.linePhone,
      to: row.text.from,
      words,
      isConsentAnswer,
    })),
  )
}
