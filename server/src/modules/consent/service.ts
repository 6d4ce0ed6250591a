import type { Tx } from '../../kernel/scope.ts'
import { ConsentChanged } from './facts.ts'
import { judge, replyTo, type Verdict } from './rules.ts'
import { note, setOptedOut } from './store.ts'

/** A worker's text, as consent hears it. */
export interface Heard {
  messageId: string
  phone: string
  words: string
}

/** The one automatic answer a text asks for. */
export interface Reply {
  phone: string
  words: string
  verdict: Verdict
}

/**
 * Judges texts in the order they came and does what STOP and START say, in the caller's transaction. Answers the
 * automatic replies to send; a second STOP is answered by nothing.
 */
export async function hear(tx: Tx, organization: string, texts: Heard[]): Promise<Reply[]> {
  const replies: Reply[] = []
  const changed: string[] = []
  for (const text of texts) {
    const verdict = judge(text.words)
    if (verdict === 'none') continue
    await note(tx, {
      phone: text.phone,
      action: verdict,
      method: 'keyword',
      words: text.words,
      messageId: text.messageId,
    })
    const turned =
      verdict === 'opt_out' || verdict === 'opt_in'
        ? await setOptedOut(tx, text.phone, verdict === 'opt_out')
        : verdict === 'help'
    if (turned && verdict !== 'help') changed.push(text.phone)
    const words = turned ? replyTo(verdict, organization) : null
    if (words) replies.push({ phone: text.phone, words, verdict })
  }
  if (changed.length > 0) tx.publish(ConsentChanged, { phones: changed })
  return replies
}

/** A carrier refused because these people opted out there: we believe it and remember. */
export async function optOutByCarrier(tx: Tx, phones: string[], code: string): Promise<void> {
  const changed: string[] = []
  for (const phone of new Set(phones)) {
    if (!(await setOptedOut(tx, phone, true))) continue
    await note(tx, { phone, action: 'opt_out', method: 'carrier', words: code, messageId: null })
    changed.push(phone)
  }
  if (changed.length > 0) tx.publish(ConsentChanged, { phones: changed })
}
