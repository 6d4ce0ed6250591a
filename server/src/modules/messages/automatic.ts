import type { Tx } from '../../kernel/scope.ts'
import type { Draft } from './rules.ts'
import { LANE } from './rules.ts'
import { queue } from './queue.ts'
import { answeredSince } from './store/answered.ts'

/** The answer to STOP must come within this time or not at all, in ms (47 CFR 64.1200(a)(12)). */
export const ANSWER_WITHIN_MS = 5 * 60_000
/** So many automatic answers to one number in so long: more say that a machine answers us. */
const MOST_ANSWERS = 3
const ANSWERS_WINDOW_MS = 10 * 60_000

/** An automatic answer to a worker's text. */
export interface Answer {
  contactId: string
  lineId: string
  linePhone: string
  to: string
  words: string
  /** It answers STOP or HELP itself, and goes to who opted out too. */
  isConsentAnswer: boolean
}

/**
 * Queues automatic answers, which expire soon. None go to short codes and names, which are machines, and no more than
 * three to one number in ten minutes.
 */
export async function answerAll(tx: Tx, answers: Answer[]): Promise<void> {
  const wanted = answers.filter((answer) => /^\+\d{8,15}$/.test(answer.to))
  if (wanted.length === 0) return
  const now = tx.world.now()
  const sent = await answeredSince(
    tx,
    wanted.map((answer) => answer.contactId),
    new Date(now.getTime() - ANSWERS_WINDOW_MS),
  )
  const drafts = wanted.flatMap((answer): Draft[] => {
    const before = sent.get(answer.contactId) ?? 0
    if (before >= MOST_ANSWERS) return []
    sent.set(answer.contactId, before + 1)
    return [
      {
        id: tx.world.id(),
        contactId: answer.contactId,
        lineId: answer.lineId,
        from: answer.linePhone,
        to: answer.to,
        body: answer.words,
        kind: 'auto_reply',
        isConsentAnswer: answer.isConsentAnswer,
        senderId: null,
        expiresAt: new Date(now.getTime() + ANSWER_WITHIN_MS),
      },
    ]
  })
  await queue(tx, LANE.answer, drafts)
}
