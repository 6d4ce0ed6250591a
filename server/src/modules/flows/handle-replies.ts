import { ANONYMOUS_ANSWERS_MIN } from '@crewline/contract/flow-limits'
import type { Tx } from '../../kernel/scope.ts'
import { optedOutAmong } from '../consent/index.ts'
import { withPersonalCodes } from '../links/index.ts'
import { advance, type Dialog, type Outcome } from './advance.ts'
import { FlowAnswered } from './events.ts'
import { addAnonymousAnswer, saveAnswers, showAnswers, takeAnswers, type GivenAnswer } from './store/answers.ts'
import { replyText } from './flow-texts.ts'
import { wholeFlowOwner, type Refusal } from './ports.ts'
import { ownNumbersOf, zonesOf } from './views.ts'
import { flowsByIds, lockFlows, type Flow } from './store/flows.ts'
import { lockSessionsFor, saveSessions, type Session } from './store/sessions.ts'

/** A text of a contact that is not about consent. */
export interface FlowReply {
  messageId: string
  contactId: string
  phone: string
  body: string
  /** When the carrier received it. */
  at: Date
  /** Whether a reply can still be sent. */
  canReply: boolean
}

/** What the flows of a contact did with a text. */
export interface HandledReply {
  /** Whether the text answered a question and needs no reply of a member. */
  isConsumed: boolean
  /** What is stored in place of an anonymous answer. */
  body?: string
  /** What to reply; then no other automatic reply is sent. */
  reply?: string
}

/** What a thread shows in place of an anonymous answer. */
export const ANONYMOUS_BODY = 'Answered an anonymous question'

/**
 * Gives texts to the flows of their contacts, in order of arrival, in the caller's transaction. Call it after consent is
 * handled and only with texts that are not about it, before keywords and the away reply, and before conversations are
 * locked. Returns what happened to each text that concerned a flow, by its message id. Texts of numbers that are opted
 * out are left alone: their questions wait until the contact texts START.
 */
export async function handleFlowReplies(tx: Tx, replies: FlowReply[]): Promise<Map<string, HandledReply>> {
  const handled = new Map<string, HandledReply>()
  if (replies.length === 0) return handled
  const phones = [...new Set(replies.map((reply) => reply.phone))]
  const contactIds = [...new Set(replies.map((reply) => reply.contactId))]
  const sessions = await lockSessionsFor(tx, contactIds, phones)
  if (sessions.length === 0) return handled
  const askedIds = [...new Set(sessions.map((session) => session.contactId))]
  const [flows, zones, numbers, optedOut] = await Promise.all([
    flowsByIds(tx.db, tx.orgId, [...new Set(sessions.map((session) => session.flowId))]),
    zonesOf(tx.db, tx.orgId, askedIds),
    ownNumbersOf(tx.db, tx.orgId, askedIds),
    optedOutAmong(tx.db, { fingerprinter: tx, orgId: tx.orgId, phones }),
  ])
  const current = new Map(sessions.map((session) => [session.id, session]))
  const changed = new Map<string, Session>()
  const given: NonNullable<Outcome['given']>[] = []
  const completed: { messageId: string; dialog: Dialog }[] = []
  const refusals = await refusalsOf(tx, sessions, flows)
  for (const reply of replies) {
    if (optedOut.has(reply.phone)) continue
    const dialogs = [...current.values()].flatMap((session): Dialog[] => {
      const flow = flows.get(session.flowId)
      // People of a household answer for each other. A number that its contact gave up may be someone else's by now.
      const isShared = session.phone === reply.phone && numbers.get(session.contactId) === reply.phone
      const isTheirs = session.contactId === reply.contactId || isShared
      const zone = zones.get(session.contactId) ?? tx.org.timezone
      return flow && isTheirs ? [{ session, flow, zone, refusal: refusals.get(session.id) }] : []
    })
    const outcome = advance(dialogs, reply)
    for (const session of outcome.changed) {
      current.set(session.id, session)
      changed.set(session.id, session)
    }
    if (outcome.given) given.push(outcome.given)
    if (outcome.completed) completed.push({ messageId: reply.messageId, dialog: outcome.completed })
    if (outcome.isConsumed || outcome.isSecret || outcome.reply !== undefined)
      handled.set(reply.messageId, {
        isConsumed: outcome.isConsumed,
        ...(outcome.isSecret ? { body: ANONYMOUS_BODY } : {}),
        ...(outcome.reply === undefined ? {} : { reply: outcome.reply }),
      })
  }
  if (changed.size > 0) await saveSessions(tx, [...changed.values()])
  await store(tx, given)
  await complete(tx, completed, handled)
  await personalize(tx, replies, handled)
  return handled
}

/** Gives each contact links of their own, except after an anonymous answer. */
async function personalize(tx: Tx, replies: FlowReply[], handled: Map<string, HandledReply>): Promise<void> {
  const open = replies.flatMap(({ messageId, contactId }) => {
    const entry = handled.get(messageId)
    return entry?.reply === undefined || entry.body === ANONYMOUS_BODY
      ? []
      : [{ messageId, contactId, entry, text: entry.reply }]
  })
  const texts = await withPersonalCodes(
    tx,
    open.map(({ contactId, text }) => ({ contactId, text })),
  )
  open.forEach(({ messageId, entry, text }, at) => handled.set(messageId, { ...entry, reply: texts[at] ?? text }))
}

/** Asks the owner of flows whose answers belong together from whom it takes none any more. */
async function refusalsOf(
  tx: Tx,
  sessions: Session[],
  flows: ReadonlyMap<string, Flow>,
): Promise<ReadonlyMap<string, Refusal>> {
  const whole = sessions.flatMap(({ id, flowId, contactId, stepId }) => {
    const flow = flows.get(flowId)
    return flow && flow.ownerVersion !== null && stepId !== null ? [{ id, ownerId: flow.ownerId, contactId }] : []
  })
  return whole.length === 0 ? new Map() : wholeFlowOwner.get().refusedOf(tx, whole)
}

/**
 * Hands complete answers to their owner, who stores them; no second copy stays, which would outlive them. The contact learns
 * what the owner did with them.
 */
async function complete(
  tx: Tx,
  completed: { messageId: string; dialog: Dialog }[],
  handled: Map<string, HandledReply>,
): Promise<void> {
  for (const { messageId, dialog } of completed) {
    const { flow, session } = dialog
    // Before the owner is locked: who deletes a form locks both in this order.
    const answers = await takeAnswers(tx, flow.id, session.contactId)
    const result = await wholeFlowOwner.get().complete(tx, {
      ownerId: flow.ownerId,
      ownerVersion: flow.ownerVersion ?? 0,
      contactId: session.contactId,
      language: session.language,
      answers,
    })
    const entry = handled.get(messageId)
    if (result === 'thanks' || entry?.reply === undefined) continue
    const [thanks, refusal] = (['thanks', result] as const).map((name) => replyText(flow.texts, name, session.language))
    handled.set(messageId, { ...entry, reply: entry.reply.replace(thanks ?? '', () => refusal ?? '') })
  }
}

async function store(tx: Tx, given: NonNullable<Outcome['given']>[]): Promise<void> {
  const [secret, open] = [given.filter(isSecret), given.filter((one) => !isSecret(one))]
  if (open.length > 0)
    await saveAnswers(
      tx,
      open.map((one) => toStored(one, one.dialog.session.contactId)),
    )
  if (secret.length > 0)
    await storeAnonymous(
      tx,
      secret.map((one) => toStored(one, null)),
    )
  for (const [flowId, ofFlow] of Map.groupBy(given, ({ dialog }) => dialog.flow.id)) {
    const sessions = ofFlow.map(({ dialog }) => dialog.session)
    tx.publish(FlowAnswered, {
      flowId,
      contactIds: ofFlow.some(isSecret) ? [] : [...new Set(sessions.map((session) => session.contactId))],
      sessionIds: [...new Set(sessions.map((session) => session.id))],
    })
  }
}

function isSecret({ dialog }: NonNullable<Outcome['given']>): boolean {
  return dialog.flow.isAnonymous
}

function toStored({ dialog, stepId, answer }: NonNullable<Outcome['given']>, contactId: string | null): GivenAnswer {
  const { key = null, number = null, text = null } = answer
  return { flowId: dialog.flow.id, stepId, contactId, key, number, text }
}

async function storeAnonymous(tx: Tx, answers: GivenAnswer[]): Promise<void> {
  const flowIds = [...new Set(answers.map((answer) => answer.flowId))].sort()
  await lockFlows(tx, flowIds)
  // In the order of random ids, so that even two answers of one batch are not stored as they came.
  const rows = answers.map((answer) => ({ id: randomId(tx), answer })).sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const { id, answer } of rows) await addAnonymousAnswer(tx, id, answer)
  const steps = new Map(answers.map((answer) => [`${answer.flowId} ${answer.stepId}`, answer]))
  for (const step of steps.values())
    await showAnswers(tx, step, { least: ANONYMOUS_ANSWERS_MIN, withheld: ANONYMOUS_ANSWERS_MIN })
}

/** A random uuid (version 4): the ids of other rows hold the time. */
function randomId(tx: Tx): string {
  const bytes = tx.world.bytes(16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
}
