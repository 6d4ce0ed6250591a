import { UNKNOWN_FINAL_MS } from '@crewline/contract/limits'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { carriersOf, type Carrier } from '../carriers/index.ts'
import { lineById, type Line } from '../lines/index.ts'
import { recordReceipts, restart, statesOf } from '../messages/index.ts'
import { systemScope } from './scope.ts'
import {
  closeQuestions,
  linesToLookUp,
  noteAbsent,
  postpone,
  takeQuestions,
  unchangedQuestions,
  type Question,
} from './store.ts'

/** Retry interval for unanswered lookups, in ms. */
const LOOKUP_RETRY_MS = 15_000

/**
 * Resolves messages with an unclear outcome. Where the carrier supports a lookup by our reference, a known message
 * proceeds, and a message absent twice returns to the queue. Elsewhere only a receipt can resolve it; after 15 minutes
 * the outcome stays unknown and is shown to members. Nothing is ever resent on a guess.
 */
export async function reconcile(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('unclear outcomes of every organization are reconciled')
  const carriers = carriersOf(kernel.config, kernel.world)
  for (const { orgId, lineId } of await linesToLookUp(system, kernel.world.now())) {
    const { scope } = await systemScope(kernel, orgId, 'reconcile')
    const line = await lineById(scope.db, kernel.encryption, lineId)
    const carrier = line && carriers.get(line.carrier)
    if (!line || !carrier) continue
    const now = kernel.world.now()
    const questions = await takeQuestions(scope.db, lineId, now, new Date(now.getTime() + LOOKUP_RETRY_MS))
    const open = await stillUnknown(scope, questions)
    if (open.length === 0) continue
    if (carrier.lookup) await lookUpOutcomes(scope, line, carrier.lookup, open)
    else await closeExpired(scope, open)
  }
}

/** Closes the questions that a receipt has answered in the meantime. */
async function stillUnknown(scope: Scope, questions: Question[]): Promise<Question[]> {
  const states = await statesOf(
    scope.db,
    questions.map((question) => question.messageId),
  )
  const unknown = new Set(states.filter((message) => message.state === 'unknown').map((message) => message.id))
  const answered = questions
    .filter((question) => !unknown.has(question.messageId))
    .map((question) => question.messageId)
  if (answered.length > 0) await scope.tx((tx) => closeQuestions(tx, answered))
  return questions.filter((question) => unknown.has(question.messageId))
}

async function lookUpOutcomes(
  scope: Scope,
  line: Line,
  lookup: NonNullable<Carrier['lookup']>,
  open: Question[],
): Promise<void> {
  const lineId = line.id
  // The carrier says what it has now: how long its answer takes proves nothing.
  const askedAt = scope.world.now().getTime()
  const results = await lookup.find(
    line.credentials,
    open.map((question) => question.messageId),
  )
  const resolved = open.filter((question) => results.has(question.messageId))
  const absent = open.filter((question) => !results.has(question.messageId))
  const counts = (question: Question) => askedAt >= question.deadlineAt.getTime() + lookup.settleMs
  const neverAccepted = absent.filter(
    (question) =>
      counts(question) && question.absentOnceAt !== null && askedAt - question.absentOnceAt.getTime() >= lookup.apartMs,
  )
  const first = absent.filter((question) => counts(question) && !neverAccepted.includes(question))
  const early = absent.filter((question) => !counts(question))
  await scope.tx(async (tx) => {
    if (resolved.length > 0) {
      await recordReceipts(
        tx,
        resolved.map(({ messageId }) => {
          const result = results.get(messageId) as { carrierId: string; state: 'submitted'; errorCode: string | null }
          return { eventKey: `lookup|${messageId}|${result.state}`, lineId, messageId, ...result }
        }),
      )
      await closeQuestions(
        tx,
        resolved.map((question) => question.messageId),
      )
    }
    if (first.length > 0) await noteAbsent(tx, first, new Date(scope.world.now().getTime() + lookup.apartMs))
    for (const [lookupAtMs, group] of Map.groupBy(early, (question) => question.deadlineAt.getTime() + lookup.settleMs))
      await postpone(tx, group, new Date(lookupAtMs))
    if (neverAccepted.length > 0) await sendAgain(tx, lineId, neverAccepted)
  })
}

/**
 * Puts messages back into the queue that their carrier never got. Another process may have done so meanwhile, and the
 * outcome of its try may be unknown again: then there is another question, and this answer is not about it.
 */
async function sendAgain(tx: Tx, lineId: string, neverAccepted: Question[]): Promise<void> {
  const byId = new Map(neverAccepted.map((question) => [question.messageId, question]))
  const restarted = await restart(tx, lineId, [...byId.keys()], (lockedIds) =>
    unchangedQuestions(
      tx,
      lockedIds.flatMap((id) => byId.get(id) ?? []),
    ),
  )
  await closeQuestions(tx, restarted)
}

async function closeExpired(scope: Scope, open: Question[]): Promise<void> {
  const now = scope.world.now().getTime()
  const expired = open
    .filter((question) => now - question.deadlineAt.getTime() >= UNKNOWN_FINAL_MS)
    .map((question) => question.messageId)
  if (expired.length > 0) await scope.tx((tx) => closeQuestions(tx, expired))
}
