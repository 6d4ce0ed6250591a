import { UNKNOWN_FINAL_MS } from '@crewline/contract/limits'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { carriersOf, type Carrier } from '../carriers/index.ts'
import { lineById, type Line } from '../lines/index.ts'
import { recordReceipts, restart, statesOf } from '../messages/index.ts'
import { systemScope } from './scope.ts'
import { closeQuestions, linesToAsk, noteAbsent, postpone, takeQuestions, type Question } from './store.ts'

/** A question nobody answered is asked again after this long, in ms. */
const ASK_AGAIN_MS = 15_000

/**
 * Learns the outcomes of texts whose hand-off ended unclear. Where the carrier answers for our references, a text it
 * knows moves on, and a text it says twice it never had goes back to the queue. Everywhere else only a receipt can
 * tell, and after 15 minutes the outcome stays unknown, in sight of people. Nothing is ever resent on a guess.
 */
export async function reconcile(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('unclear outcomes of every organization are asked for')
  const carriers = carriersOf(kernel.config, kernel.world)
  for (const { orgId, lineId } of await linesToAsk(system, kernel.world.now())) {
    const { scope } = await systemScope(kernel, orgId, 'reconcile')
    const line = await lineById(scope.db, kernel.seal, lineId)
    const carrier = line && carriers.get(line.carrier)
    if (!line || !carrier) continue
    const now = kernel.world.now()
    const questions = await takeQuestions(scope.db, lineId, now, new Date(now.getTime() + ASK_AGAIN_MS))
    const open = await stillUnknown(scope, questions)
    if (open.length === 0) continue
    if (carrier.lookup) await ask(scope, line, carrier.lookup, open)
    else await giveUpOld(scope, open)
  }
}

/** Questions whose message a receipt has answered meanwhile are closed. */
async function stillUnknown(scope: Scope, questions: Question[]): Promise<Question[]> {
  const states = await statesOf(
    scope.db,
    questions.map((one) => one.messageId),
  )
  const unknown = new Set(states.filter((one) => one.state === 'unknown').map((one) => one.id))
  const answered = questions.filter((one) => !unknown.has(one.messageId)).map((one) => one.messageId)
  if (answered.length > 0) await scope.tx((tx) => closeQuestions(tx, answered))
  return questions.filter((one) => unknown.has(one.messageId))
}

async function ask(scope: Scope, line: Line, lookup: NonNullable<Carrier['lookup']>, open: Question[]): Promise<void> {
  const lineId = line.id
  const found = await lookup.find(
    line.credentials,
    open.map((one) => one.messageId),
  )
  const now = scope.world.now()
  const known = open.filter((one) => found.has(one.messageId))
  const absent = open.filter((one) => !found.has(one.messageId))
  const counts = (one: Question) => now.getTime() >= one.deadlineAt.getTime() + lookup.settleMs
  const gone = absent.filter(
    (one) => counts(one) && one.absentOnceAt !== null && now.getTime() - one.absentOnceAt.getTime() >= lookup.apartMs,
  )
  const first = absent.filter((one) => counts(one) && !gone.includes(one))
  const early = absent.filter((one) => !counts(one))
  await scope.tx(async (tx) => {
    if (known.length > 0) {
      await recordReceipts(
        tx,
        known.map(({ messageId }) => {
          const one = found.get(messageId) as { carrierId: string; state: 'submitted'; errorCode: string | null }
          return { eventKey: `lookup|${messageId}|${one.state}`, lineId, messageId, ...one }
        }),
      )
      await closeQuestions(
        tx,
        known.map((one) => one.messageId),
      )
    }
    if (first.length > 0)
      await noteAbsent(
        tx,
        first.map((one) => one.messageId),
        new Date(now.getTime() + lookup.apartMs),
      )
    for (const [askAt, group] of Map.groupBy(early, (one) => one.deadlineAt.getTime() + lookup.settleMs)) {
      await postpone(
        tx,
        group.map((one) => one.messageId),
        new Date(askAt),
      )
    }
    if (gone.length > 0) {
      await restart(
        tx,
        lineId,
        gone.map((one) => one.messageId),
      )
      await closeQuestions(
        tx,
        gone.map((one) => one.messageId),
      )
    }
  })
}

async function giveUpOld(scope: Scope, open: Question[]): Promise<void> {
  const now = scope.world.now().getTime()
  const old = open.filter((one) => now - one.deadlineAt.getTime() >= UNKNOWN_FINAL_MS).map((one) => one.messageId)
  if (old.length > 0) await scope.tx((tx) => closeQuestions(tx, old))
}
