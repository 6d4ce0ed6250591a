import { SUBMIT_DEADLINE_MS } from '@crewline/contract/limits'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { carriersOf } from '../carriers/index.ts'
import { lineById } from '../lines/index.ts'
import { outgoingChunks, recordOutcomes } from '../messages/index.ts'
import { systemScope } from './scope.ts'
import { noteSettled, noteUnknown, takeUnsettled } from './store.ts'

/** Chunks looked through in one statement. */
const CHUNKS = 20
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Gives messages an outcome that a process marked before it ended: they become `unknown`, and the carrier is asked. A sender
 * that takes a chunk does so too, but none takes those of paused lines and broadcasts, of organizations that do not pay, or
 * that wait for another day. Looks through all chunks of a line once for each owner that did not leave it.
 */
export async function settleMarked(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('messages that ended processes marked are settled in every organization')
  for (const unsettled of await takeUnsettled(system, kernel.world.now())) {
    try {
      await settleLine(kernel, unsettled)
      await noteSettled(system, unsettled)
    } catch (err) {
      const context = { err, org: unsettled.orgId, line: unsettled.lineId }
      kernel.log.warn(context, 'sender: messages of an ended process could not be settled, trying again')
    }
  }
}

async function settleLine(kernel: Kernel, { orgId, lineId }: { orgId: string; lineId: string }): Promise<void> {
  const { scope } = await systemScope(kernel, orgId, 'settle')
  const line = await lineById(scope.db, kernel.encryption, lineId)
  if (!line) return
  const canAsk = carriersOf(kernel.config, kernel.world).get(line.carrier)?.lookup !== undefined
  const before = new Date(kernel.world.now().getTime() - SUBMIT_DEADLINE_MS)
  for (let after: string | undefined = FIRST_ID; after !== undefined;) {
    const chunks = await outgoingChunks.ofLine(scope.db, lineId, { after, most: CHUNKS })
    const ids = chunks.flatMap(({ messageIds }) => messageIds)
    const overdue = ids.length > 0 ? await outgoingChunks.markedBefore(scope.db, ids, before) : []
    if (overdue.length > 0) await recordOverdue(scope, lineId, overdue, canAsk)
    after = chunks.at(-1)?.id
  }
}

/** Records that the outcome of messages is unknown whose deadline is over, and that their carrier is asked now. */
export async function recordOverdue(
  scope: Scope,
  lineId: string,
  overdue: { id: string; attempt: number }[],
  canAsk: boolean,
): Promise<void> {
  const now = scope.world.now()
  await scope.tx(async (tx) => {
    const changed = await recordOutcomes(
      tx,
      overdue.map(({ id, attempt }) => ({ id, attempt, state: 'unknown', carrierId: null, errorCode: null })),
    )
    await noteUnknown(tx, lineId, [...changed], { deadline: now, lookupAt: now, canAsk })
  })
}
