import type { Tx } from '../../kernel/scope.ts'
import { ConsentChanged } from './facts.ts'
import { languageOf, replyTo, type Speaker } from './replies.ts'
import { judge, type Judgement } from './rules.ts'
import { helpedSince, note } from './store/history.ts'
import { holdStanding, setOptedOut } from './store/standing.ts'

/** A worker's text, as consent hears it; `language` and `name` (every name they go by) are the worker's, where they are known. */
export interface Heard {
  messageId: string
  phone: string
  words: string
  language?: string
  name?: string
}

/** The one automatic answer a text asks for. */
export interface Reply {
  messageId: string
  phone: string
  words: string
}

/** What consent found in some texts: the answers to send, and what was said in each that said something. */
export interface Hearing {
  replies: Reply[]
  judged: Map<string, Judgement>
}

/** One answer to HELP an hour and number, in ms. */
const HELP_GAP_MS = 3_600_000

/**
 * Judges texts in the order they came and does what STOP and START say, in the caller's transaction. Answers the
 * automatic replies to send: exactly one to the STOP or START that changed something. YES counts only for who opted out.
 */
export async function hear(tx: Tx, speaker: () => Promise<Speaker>, texts: Heard[]): Promise<Hearing> {
  const judged = new Map<string, Judgement>()
  for (const text of texts) {
    const said = judge(text.words, text.name)
    if (said.verdict !== 'none' || said.wrongNumber) judged.set(text.messageId, said)
  }
  const replies: Reply[] = []
  if (judged.size === 0) return { replies, judged }
  const speaking = texts.filter((text) => judged.has(text.messageId))
  // All numbers are locked at once and in order, so that two batches never wait for each other in a ring.
  const optedOut = await holdStanding(
    tx,
    speaking.map((text) => text.phone),
  )
  const changed = new Set<string>()
  for (const text of speaking) {
    const said = asMeant(judged.get(text.messageId) as Judgement, optedOut.has(text.phone))
    judged.set(text.messageId, said)
    const words = await obey(tx, text, { said, optedOut, changed, speaker })
    if (words !== null) replies.push({ messageId: text.messageId, phone: text.phone, words })
  }
  if (changed.size > 0) tx.publish(ConsentChanged, { phones: [...changed] })
  return { replies, judged }
}

/** YES means START to who opted out, and nothing to anybody else. Who is opted out already has nothing left to judge. */
function asMeant(said: Judgement, isOptedOut: boolean): Judgement {
  if (said.verdict === 'yes') return { ...said, verdict: isOptedOut ? 'opt_in' : 'none' }
  if (said.verdict === 'possible_opt_out' && isOptedOut) return { ...said, verdict: 'none' }
  return said
}

interface Standing {
  said: Judgement
  optedOut: Set<string>
  changed: Set<string>
  speaker: () => Promise<Speaker>
}

async function obey(tx: Tx, text: Heard, { said, optedOut, changed, speaker }: Standing): Promise<string | null> {
  const { phone, words, messageId } = text
  const { verdict } = said
  if (said.wrongNumber === 'says')
    await note(tx, { phone, action: 'wrong_number', method: 'natural_language', words, messageId })
  if (verdict === 'none' || verdict === 'yes') return null
  await note(tx, { phone, action: verdict, method: said.method, words, messageId })
  const language = languageOf(text.language, said.language)
  if (verdict === 'help') {
    const since = new Date(tx.world.now().getTime() - HELP_GAP_MS)
    return (await helpedSince(tx, phone, since, messageId)) ? null : replyTo(verdict, await speaker(), language)
  }
  if (verdict === 'possible_opt_out') return null
  const out = verdict === 'opt_out'
  if (optedOut.has(phone) === out || (await setOptedOut(tx, [phone], out)).length === 0) return null
  if (out) optedOut.add(phone)
  else optedOut.delete(phone)
  changed.add(phone)
  return replyTo(verdict, await speaker(), language)
}
