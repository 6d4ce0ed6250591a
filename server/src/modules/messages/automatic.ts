import type { Tx } from '../../kernel/scope.ts'
import type { Draft } from './rules.ts'
import { LANE } from './rules.ts'
import { queue } from './queue.ts'
import { answeredSince } from './store/answered.ts'

/** The reply to STOP must be sent within this time or not at all, in ms (47 CFR 64.1200(a)(12)). */
export const ANSWER_WINDOW_MS = 5 * 60_000
/** Messages that arrive late are left to the team: a confirmation after five minutes is presumed unwanted. */
export function isTimely(text: { at?: Date }, now: Date): boolean {
  return !text.at || now.getTime() - text.at.getTime() < ANSWER_WINDOW_MS
}

/**
 * Maximum automatic replies to one number in the window: more indicate that a machine is answering us. Replies to STOP,
 * START and HELP have a higher limit, because each of them must be confirmed, and so have replies to the answers of a
 * flow, which has up to ten questions.
 */
const MOST_ANSWERS = 3
const MOST_CONSENT_ANSWERS = 10
const ANSWERS_WINDOW_MS = 10 * 60_000

/** An automatic reply to a message from a contact. */
export interface Answer {
  contactId: string
  lineId: string
  linePhone: string
  to: string
  body: string
  /** Replies to STOP or HELP itself, and is also sent to opted-out numbers. */
  isConsentAnswer: boolean
  /** Replies to STOP, START, HELP or an answer of a flow, unlike a keyword reply or an away reply. */
  isAsked: boolean
}

/**
 * Queues automatic replies, which expire soon. Skips short codes and alphanumeric senders, which are machines, and
 * sends at most three to one number in ten minutes, or ten counting the replies to STOP, START, HELP
 * and the answers of a flow.
 */
export async function answerAll(tx: Tx, answers: Answer[]): Promise<void> {
  const textable = answers.filter((answer) => /^\+\d{8,15}$/.test(answer.to))
  if (textable.length === 0) return
  const now = tx.world.now()
  const sent = await answeredSince(
    tx,
    textable.map((answer) => answer.contactId),
    new Date(now.getTime() - ANSWERS_WINDOW_MS),
  )
  const drafts = textable.flatMap((answer): Draft[] => {
    const before = sent.get(answer.contactId) ?? 0
    if (before >= (answer.isAsked ? MOST_CONSENT_ANSWERS : MOST_ANSWERS)) return []
    sent.set(answer.contactId, before + 1)
    return [
      {
        id: tx.world.id(),
        contactId: answer.contactId,
        lineId: answer.lineId,
        from: answer.linePhone,
        to: answer.to,
        body: answer.body,
        kind: 'auto_reply',
        isConsentAnswer: answer.isConsentAnswer,
        senderId: null,
        expiresAt: new Date(now.getTime() + ANSWER_WINDOW_MS),
      },
    ]
  })
  await queue(tx, LANE.answer, drafts)
}
