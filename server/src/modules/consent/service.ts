import type { Tx } from '../../kernel/scope.ts'
import { ConsentChanged } from './events.ts'
import { waitingTextStopper } from './ports.ts'
import { languageOf, replyTo, type Speaker } from './replies.ts'
import { judge, type Judgement } from './rules.ts'
import { countHelp, note } from './store/history.ts'
import { lockConsent, setOptedOut } from './store/consent-status.ts'
import { endUndo } from './store/undo.ts'

/** An inbound message to classify. `language` and `name` (every name of the contact) are given when known. */
export interface InboundText {
  messageId: string
  phone: string
  body: string
  language?: string
  name?: string
  /** What the carrier itself did about it, if anything. It counts as the carrier says, and is not answered again. */
  handledAs?: 'opt_out' | 'opt_in' | 'help' | undefined
}

/** The automatic answer to a message. */
export interface Reply {
  messageId: string
  phone: string
  body: string
}

/** The answers to send, the classification of each relevant message, and which of them opted a number in or out. */
export interface Hearing {
  replies: Reply[]
  judged: Map<string, Judgement>
  changedBy: Set<string>
}

/** Answers to HELP per number and hour. More come from a machine that answers our answers. */
const HELP_ANSWERS_MAX = 5
const HELP_WINDOW_MS = 3_600_000

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
    const judgement = judgeInbound(text)
    if (judgement.intent !== 'none' || judgement.wrongNumber) judged.set(text.messageId, judgement)
  }
  const replies: Reply[] = []
  const changedBy = new Set<string>()
  if (judged.size === 0) return { replies, judged, changedBy }
  const relevant = texts.filter((text) => judged.has(text.messageId))
  // Lock all numbers at once and in order, so that two batches cannot deadlock.
  const optedOut = await lockConsent(
    tx,
    relevant.map((text) => text.phone),
  )
  // What the contact says about texts counts more than a member's doubt.
  const spoken = relevant.filter((text) => judged.get(text.messageId)?.intent !== 'help')
  await endUndo(
    tx,
    spoken.map((text) => text.phone),
  )
  const changed = new Set<string>()
  for (const text of relevant) {
    const judgement = resolveIntent(judged.get(text.messageId) as Judgement, optedOut.has(text.phone))
    judged.set(text.messageId, judgement)
    const body = await obey(tx, text, { judgement, optedOut, changed, changedBy, speaker })
    if (body !== null) replies.push({ messageId: text.messageId, phone: text.phone, body })
  }
  if (changed.size > 0) tx.publish(ConsentChanged, { phones: [...changed] })
  return { replies, judged, changedBy }
}

function judgeInbound({ body, name, handledAs }: InboundText): Judgement {
  const judgement = judge(body, name)
  return handledAs ? { ...judgement, intent: handledAs, method: 'carrier' } : judgement
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
  changedBy: Set<string>
  speaker: () => Promise<Speaker>
}

async function obey(
  tx: Tx,
  text: InboundText,
  { judgement, optedOut, changed, changedBy, speaker }: IntentContext,
): Promise<string | null> {
  const { phone, body, messageId } = text
  const { intent } = judgement
  if (judgement.wrongNumber === 'says')
    await note(tx, { phone, action: 'wrong_number', method: 'natural_language', wording: body, messageId })
  if (intent === 'none' || intent === 'yes') return null
  await note(tx, { phone, action: intent, method: judgement.method, wording: body, messageId })
  const language = languageOf(text.language, judgement.language)
  if (intent === 'help') {
    if (text.handledAs) return null
    const since = new Date(tx.world.now().getTime() - HELP_WINDOW_MS)
    const before = await countHelp(tx, phone, { since, exceptMessageId: messageId })
    return before < HELP_ANSWERS_MAX ? replyTo(intent, await speaker(), language) : null
  }
  if (intent === 'possible_opt_out') return null
  const out = intent === 'opt_out'
  if (optedOut.has(phone) === out || (await setOptedOut(tx, [phone], out)).length === 0) return null
  if (out) {
    optedOut.add(phone)
    await waitingTextStopper.get()(tx, [phone])
  } else optedOut.delete(phone)
  changed.add(phone)
  changedBy.add(messageId)
  if (text.handledAs) return null
  return replyTo(intent, await speaker(), language)
}
