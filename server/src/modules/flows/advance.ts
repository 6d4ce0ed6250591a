import { dayIn } from '@crewline/contract/calendar'
import type { FlowStep } from '@crewline/contract/flows'
import { changedText, hintText, questionText, replyText } from './flow-texts.ts'
import { parseAnswer, type Answer } from './parse-answer.ts'
import type { Refusal } from './ports.ts'
import type { Flow } from './store/flows.ts'
import { nextStep } from './step-rules.ts'
import type { Session } from './store/sessions.ts'

/** A hint is sent only within this time after the question, in ms: later, a text is probably about something else. */
const HINT_MS = 24 * 3_600_000
/** A text is no answer to a question that was sent after it; clocks of carriers may differ this much, in ms. */
const CLOCKS_DIFFER_MS = 60_000

/** A text of a contact, at the moment when the carrier received it. */
export interface FlowText {
  body: string
  at: Date
  /** Whether a reply can still be sent: not to a text that arrives late. */
  canReply: boolean
}

/** A session with its flow. Only `session` changes. */
export interface Dialog {
  session: Session
  flow: Flow
  /** The time zone of the contact, in which "today" is a day. */
  zone: string
  /** Why the owner of the flow takes no more answers of this contact. */
  refusal?: Refusal | undefined
}

/** What a text did. */
export interface Outcome {
  /** The session that changed, if any. */
  changed: Session[]
  /** The session whose last question was answered, if its answers belong together. */
  completed?: Dialog
  /** An answer to be stored; empty for a question that was skipped, if its answers belong together. */
  given?: { dialog: Dialog; stepId: string; answer: Answer }
  /** Whether the text needs no reply of a member. */
  isConsumed: boolean
  /** Whether the text must not be shown, because it holds an anonymous answer. */
  isSecret: boolean
  reply?: string
}

const NOTHING: Outcome = { changed: [], isConsumed: false, isSecret: false }

/**
 * Decides what a text means to the flows of its contact. The question that was sent last gets the answer. When a flow
 * ends, the one it had interrupted asks again. Never changes its arguments.
 */
export function advance(dialogs: readonly Dialog[], text: FlowText): Outcome {
  const { at } = text
  if (dialogs.some(({ session }) => session.pausedUntil !== null && session.pausedUntil > at)) return NOTHING
  const started = dialogs.filter(({ session }) => session.promptedAt.getTime() <= at.getTime() + CLOCKS_DIFFER_MS)
  const [latest, ...others] = started
    .filter(({ session }) => session.state !== 'closed')
    .toSorted(
      (a, b) =>
        b.session.promptedAt.getTime() - a.session.promptedAt.getTime() || (a.session.id < b.session.id ? 1 : -1),
    )
  if (!latest) return NOTHING
  // Two sendings of one form are one conversation: only the newer one asks.
  const waiting = others.find(
    (dialog) => isWaiting(dialog, at) && !(isWhole(dialog) && dialog.flow.ownerId === latest.flow.ownerId),
  )
  if (isEnded(latest, at)) return afterEnd(latest, waiting, text)
  if (latest.session.stepId === null) return afterLastAnswer(latest, waiting, text)
  // An answer to a member must not disappear in an anonymous one.
  const isDoubtful = latest.flow.isAnonymous && wasWrittenByHand(latest)
  return latest.session.needsPrompt || isDoubtful ? askAgain(latest, text) : answerStep(latest, waiting, text)
}

/** Whether the answers of a flow belong together. */
function isWhole({ flow }: Dialog): boolean {
  return flow.ownerVersion !== null
}

function isEnded({ session, flow, refusal }: Dialog, at: Date): boolean {
  return refusal !== undefined || session.expiresAt <= at || (flow.closedAt !== null && flow.closedAt <= at)
}

function isWaiting(dialog: Dialog, at: Date): boolean {
  return dialog.session.stepId !== null && !isEnded(dialog, at)
}

function stepOf({ session, flow }: Dialog): FlowStep | undefined {
  return flow.steps.find((step) => step.id === session.stepId)
}

/** Returns whether a member wrote by hand after the question: what the contact texts may be for the member. */
function wasWrittenByHand({ session }: Dialog): boolean {
  return session.pausedUntil !== null
}

/** Tells a contact who answers after the end that the question is closed, once, and asks the question before again. */
function afterEnd(latest: Dialog, waiting: Dialog | undefined, text: FlowText): Outcome {
  const { session, flow } = latest
  const step = stepOf(latest)
  // Any text answers such a question: it is one only while the contact is about to answer a form.
  const isInDialog = isWhole(latest) && text.at.getTime() - session.promptedAt.getTime() < HINT_MS
  if (
    !step ||
    (step.type === 'text' && !isInDialog) ||
    parseAnswer(step, text.body, session.language).kind !== 'answer'
  )
    return NOTHING
  const outcome: Outcome = {
    changed: [{ ...session, state: 'closed' }],
    isConsumed: flow.isAnonymous || latest.refusal === 'already',
    isSecret: flow.isAnonymous,
  }
  const reply = replyText(flow.texts, latest.refusal ?? 'closed', session.language)
  return withNextQuestion(withReply(outcome, reply, text), waiting, text)
}

/**
 * Changes the last answer, or says that it cannot be changed. Anything but a clear answer is a text like any other, and
 * so is every text after a member wrote by hand: it answers the member.
 */
function afterLastAnswer(latest: Dialog, waiting: Dialog | undefined, text: FlowText): Outcome {
  const { session, flow } = latest
  const step = flow.steps.at(-1)
  if (!step || isWhole(latest) || step.type === 'text' || wasWrittenByHand(latest)) return NOTHING
  const parsed = parseAnswer(step, text.body, session.language)
  if (parsed.kind !== 'answer') return NOTHING
  // A second "ok" needs no words.
  if (step.type === 'acknowledge') return { changed: [], isConsumed: true, isSecret: flow.isAnonymous }
  if (flow.isAnonymous || !flow.allowChange) {
    const outcome = { changed: [], isConsumed: true, isSecret: flow.isAnonymous }
    return withReply(outcome, replyText(flow.texts, 'already', session.language), text)
  }
  const given = { dialog: latest, stepId: step.id, answer: parsed.answer }
  const reply = changedText(flow.texts, { step, answer: parsed.answer }, session.language)
  return withNextQuestion(
    withReply({ changed: [], given, isConsumed: true, isSecret: false }, reply, text),
    waiting,
    text,
  )
}

/** Sends a question again that something stands behind. What the contact wrote was no answer to it. */
function askAgain(dialog: Dialog, text: FlowText): Outcome {
  const step = stepOf(dialog)
  if (!step || !text.canReply) return NOTHING
  // A person who is reminded of an unfinished form replies OK, as when they began.
  const asked: FlowStep[] = isWhole(dialog) ? [step, { ...step, type: 'invite', options: [] }] : [step]
  if (asked.every((one) => parseAnswer(one, text.body, dialog.session.language).kind !== 'answer')) return NOTHING
  return withNextQuestion(NOTHING, { ...dialog, session: { ...dialog.session, needsPrompt: true } }, text)
}

function answerStep(dialog: Dialog, waiting: Dialog | undefined, text: FlowText): Outcome {
  const { session, flow } = dialog
  const step = stepOf(dialog)
  if (!step) return NOTHING
  const trail = trailOf(session)
  const today = dayIn(dialog.zone, text.at)
  const parsed = parseAnswer(step, text.body, session.language, { today, canReturn: trail.length > 0 })
  if (parsed.kind === 'aside') return NOTHING
  if (parsed.kind === 'back') return goBack(dialog, trail, text)
  if (parsed.kind === 'unclear') return hint(dialog, step, text)
  const next = nextStep(flow.steps, step, parsed.kind === 'answer' ? parsed.answer.key : undefined)
  const after: Session = {
    ...session,
    stepId: next?.id ?? null,
    state: next ? 'open' : 'done',
    misses: 0,
    trail: isWhole(dialog) && step.type !== 'invite' ? [...trail, step.id].join(',') : session.trail,
    pausedUntil: next ? null : session.pausedUntil,
    promptedAt: next ? text.at : session.promptedAt,
    answeredAt: next ? null : text.at,
    // The next question does not reach a contact whose text came late: the next text gets it.
    needsPrompt: next !== undefined && !text.canReply,
  }
  const outcome: Outcome = {
    changed: [after],
    // After a text by hand the answer counts, and it stays in the inbox as well.
    isConsumed: !wasWrittenByHand(dialog),
    isSecret: flow.isAnonymous && parsed.kind === 'answer',
    ...(parsed.kind === 'answer' ? { given: { dialog, stepId: step.id, answer: parsed.answer } } : {}),
    ...(parsed.kind === 'skip' && isWhole(dialog) ? { given: { dialog, stepId: step.id, answer: {} } } : {}),
    ...(isWhole(dialog) && !next ? { completed: { ...dialog, session: after } } : {}),
  }
  if (next) return withReply(outcome, questionText(next, session.language), text)
  return withNextQuestion(withReply(outcome, replyText(flow.texts, 'thanks', session.language), text), waiting, text)
}

function trailOf({ trail }: Session): string[] {
  return trail === '' ? [] : trail.split(',')
}

/** Asks the question before again; its new answer replaces the old one. */
function goBack({ session, flow }: Dialog, trail: string[], text: FlowText): Outcome {
  const before = flow.steps.find(({ id }) => id === trail.at(-1))
  if (!before) return NOTHING
  const after: Session = {
    ...session,
    stepId: before.id,
    trail: trail.slice(0, -1).join(','),
    misses: 0,
    state: 'open',
    promptedAt: text.at,
    needsPrompt: !text.canReply,
  }
  const outcome = { changed: [after], isConsumed: true, isSecret: false }
  return withReply(outcome, questionText(before, session.language), text)
}

/** One hint; the next text that is no answer goes to the team, and the session waits for a clear answer. */
function hint(dialog: Dialog, step: FlowStep, text: FlowText): Outcome {
  const { session, flow } = dialog
  // A text that does not take up an offer is about something else.
  if (session.state !== 'open' || step.type === 'invite') return NOTHING
  if (session.misses > 0) return { ...NOTHING, changed: [{ ...session, state: 'handed_over' }] }
  const isRecent = text.at.getTime() - session.promptedAt.getTime() < HINT_MS
  if (!text.canReply || !isRecent || wasWrittenByHand(dialog)) return NOTHING
  return withReply(
    { ...NOTHING, changed: [{ ...session, misses: session.misses + 1 }] },
    hintText(flow.texts, step, { language: session.language, canReturn: session.trail !== '' }),
    text,
  )
}

function withReply(outcome: Outcome, reply: string | undefined, text: FlowText): Outcome {
  return reply !== undefined && text.canReply ? { ...outcome, reply } : outcome
}

/** Adds the question that waits behind the one that just ended. */
function withNextQuestion(outcome: Outcome, waiting: Dialog | undefined, text: FlowText): Outcome {
  const step = waiting && stepOf(waiting)
  if (!waiting || !step || !waiting.session.needsPrompt || !text.canReply) return outcome
  const asked: Session = {
    ...waiting.session,
    needsPrompt: false,
    misses: 0,
    state: 'open',
    promptedAt: text.at,
    pausedUntil: null,
  }
  const question = questionText(step, waiting.session.language)
  return {
    ...outcome,
    changed: [...outcome.changed, asked],
    reply: outcome.reply === undefined ? question : `${outcome.reply}\n\n${question}`,
  }
}
