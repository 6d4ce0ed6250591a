import type { Tx } from '../../kernel/scope.ts'
import { ConsentChanged } from './events.ts'
import { waitingTextStopper } from './ports.ts'
import { languageOf, replyTo, type Speaker } from './replies.ts'
import { judge, type Judgement } from './rules.ts'
import { helpedSince, note } from './store/history.ts'
import { lockConsent, setOptedOut } from './store/consent-status.ts'

/** An inbound message to classify. `language` and `name` (every name of the contact) are given when known. */
export interface InboundText {
  messageId: string
  phone: string
  body: string
  language?: string
  name?: string
}

/** The automatic answer to a message. */
export interface Reply {
  messageId: string
  phone: string
  body: string
}

/** The answers to send, and the classification of each relevant message. */
export interface Hearing {
  replies: Reply[]
  judged: Map<string, Judgement>
}

/** Minimum time between two answers to HELP per number, in ms. */
const HELP_GAP_MS = 3_600_000

/**
 * Classifies messages in order of arrival and applies STOP and START in the caller's transaction. Returns the automatic
 * answers to send: exactly one for a STOP or START that changed something. YES counts only for an opted-out number.
 */
export async function handleConsentMessages(
  tx: Tx,
  speaker: () => Promise<Speaker>,
  texts: InboundText[],
): Promise<Hearing> {
  const judged = new Map<string, Judgement>()
  for (const text of texts) {
    const judgement = judge(text.body, text.name)
    if (judgement.intent !== 'none' || judgement.wrongNumber) judged.set(text.messageId, judgement)
  }
  const replies: Reply[] = []
  if (judged.size === 0) return { replies, judged }
  const relevant = texts.filter((text) => judged.has(text.messageId))
  // Lock all numbers at once and in order, so that two batches cannot deadlock.
  const optedOut = await lockConsent(
    tx,
    relevant.map((text) => text.phone),
  )
  const changed = new Set<string>()
  for (const text of relevant) {
    const judgement = resolveIntent(judged.get(text.messageId) as Judgement, optedOut.has(text.phone))
    judged.set(text.messageId, judgement)
    const body = await obey(tx, text, { judgement, optedOut, changed, speaker })
    if (body !== null) replies.push({ messageId: text.messageId, phone: text.phone, body })
  }
  if (changed.size > 0) tx.publish(ConsentChanged, { phones: [...changed] })
  return { replies, judged }
}

/** YES means START for an opted-out number and nothing otherwise. An opted-out number needs no further decision. */
function resolveIntent(judgement: Judgement, isOptedOut: boolean): Judgement {
  if (judgement.intent === 'yes') return { ...judgement, intent: isOptedOut ? 'opt_in' : 'none' }
  if (judgement.intent === 'possible_opt_out' && isOptedOut) return { ...judgement, intent: 'none' }
  return judgement
}

interface IntentContext {
  judgement: Judgement
  optedOut: Set<string>
  changed: Set<string>
  speaker: () => Promise<Speaker>
}

async function obey(
  tx: Tx,
  text: InboundText,
  { judgement, optedOut, changed, speaker }: IntentContext,
): Promise<string | null> {
  const { phone, body, messageId } = text
  const { intent } = judgement
  if (judgement.wrongNumber === 'says')
    await note(tx, { phone, action: 'wrong_number', method: 'natural_language', wording: body, messageId })
  if (intent === 'none' || intent === 'yes') return null
  await note(tx, { phone, action: intent, method: judgement.method, wording: body, messageId })
  const language = languageOf(text.language, judgement.language)
  if (intent === 'help') {
    const since = new Date(tx.world.now().getTime() - HELP_GAP_MS)
    return (await helpedSince(tx, phone, since, messageId)) ? null : replyTo(intent, await speaker(), language)
  }
  if (intent === 'possible_opt_out') return null
  const out = intent === 'opt_out'
  if (optedOut.has(phone) === out || (await setOptedOut(tx, [phone], out)).length === 0) return null
  if (out) {
    optedOut.add(phone)
    await waitingTextStopper.get()(tx, [phone])
  } else optedOut.delete(phone)
  changed.add(phone)
  return replyTo(intent, await speaker(), language)
}
