import { FlowSteps, FlowTexts } from '@crewline/contract/flows'
import { ANONYMOUS_ANSWERS_MIN, FLOW_ANSWER_MS, FLOW_PAUSE_MS } from '@crewline/contract/flow-limits'
import { msg } from '@crewline/contract/localized-text'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { judge } from '../consent/index.ts'
import { showAnswers } from './store/answers.ts'
import { addFlow, flowsByIds, listenUntil, lockFlows, setClosed, type NewFlow } from './store/flows.ts'
import { interruptSessions, lockSessionsOf, pauseUntil, startSessions, type AskedContact } from './store/sessions.ts'

/** Contacts who answer after the end are told so for this long, in ms. */
const LATE_MS = 24 * 3_600_000
/** Sessions written in one statement. */
const BATCH = 500

/**
 * Creates a flow of questions in the caller's transaction; returns its id. No one is asked before `openSessions`. Refuses
 * answers that mean STOP, START or HELP in any language: who texts them would opt out instead.
 */
export async function createFlow(tx: Tx, flow: NewFlow): Promise<string> {
  const steps = FlowSteps.parse(flow.steps)
  for (const { key, label, synonyms } of steps.flatMap((step) => step.options))
    for (const phrase of [key, ...Object.values(label), ...synonyms]) refuseReserved(phrase)
  const id = tx.world.id()
  await addFlow(tx, id, { ...flow, steps, texts: FlowTexts.parse(flow.texts) })
  return id
}

function refuseReserved(phrase: string): void {
  const { intent } = judge(phrase)
  if (intent === 'opt_out' || intent === 'opt_in' || intent === 'help')
    fail('word_reserved', {
      text: msg({
        message: '“{phrase}” has a meaning by law, such as STOP or HELP. Choose another word.',
        values: { phrase },
      }),
    })
}

/**
 * Starts the sessions of contacts who are sent the first question (`questionText`) in the same transaction, and again
 * for a reminder: a contact who has not answered is then asked the same question once more. The newest question of a
 * contact gets the answers; older ones wait until it ends. A flow without a closing time waits `waitsMs`, in ms. Must be
 * called before the questions are queued, because sessions are locked before conversations.
 */
export async function openSessions(
  tx: Tx,
  flowId: string,
  contacts: AskedContact[],
  waitsMs: number = FLOW_ANSWER_MS,
): Promise<void> {
  const flow = (await flowsByIds(tx.db, tx.orgId, [flowId])).get(flowId) ?? fail('not_found')
  const now = tx.world.now()
  const expiresAt = flow.closesAt ?? new Date(now.getTime() + waitsMs)
  const stepId = flow.steps[0]?.id ?? fail('not_found')
  const byContact = [...new Map(contacts.map((contact) => [contact.contactId, contact])).values()]
  for (let from = 0; from < byContact.length; from += BATCH) {
    const batch = byContact.slice(from, from + BATCH)
    const contactIds = batch.map((contact) => contact.contactId)
    await lockSessionsOf(tx, contactIds)
    await startSessions(tx, flowId, { contacts: batch, stepId, expiresAt })
    await interruptSessions(tx, flowId, contactIds)
  }
  if (byContact.length > 0) await listenUntil(tx, flowId, new Date(expiresAt.getTime() + LATE_MS))
}

/**
 * Leaves the texts of these contacts to the member who just wrote to them by hand: for 15 minutes they answer no
 * question. Must be called before conversations are locked.
 */
export async function pauseSessions(tx: Tx, contactIds: string[]): Promise<void> {
  await pauseUntil(tx, contactIds, new Date(tx.world.now().getTime() + FLOW_PAUSE_MS))
}

/** Ends a flow: later answers do not count. Shows what remains of anonymous answers, if enough contacts gave them. */
export async function closeFlow(tx: Tx, flowId: string, at = tx.world.now()): Promise<void> {
  await lockFlows(tx, [flowId])
  const flow = (await flowsByIds(tx.db, tx.orgId, [flowId])).get(flowId) ?? fail('not_found')
  const isClosed = await setClosed(tx, flowId, { at, until: new Date(at.getTime() + LATE_MS) })
  if (!isClosed || !flow.isAnonymous) return
  for (const { id: stepId } of flow.steps)
    await showAnswers(tx, { flowId, stepId }, { least: ANONYMOUS_ANSWERS_MIN, withheld: 0 })
}
