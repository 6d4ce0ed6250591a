import { defineCron } from '../../kernel/jobs/define.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { deleteOldKeys, makePartition } from './store/upkeep.ts'

/** Months created in advance: messages can be stored even if the worker is down for weeks. */
const MONTHS_AHEAD = 3
/** A client key is kept for this long, in ms. */
const KEYS_MS = 7 * 24 * 3_600_000

/** Creates the message partitions of this and the next months; safe at any time and from any process. */
export async function makePartitions(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('message partitions belong to all organizations')
  const now = kernel.world.now()
  for (let month = 0; month <= MONTHS_AHEAD; month++) {
    await makePartition(system, new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, 1)))
  }
}

/** The cron jobs of messages. */
export const crons = [
  defineCron({ name: 'messages.make-partitions', at: '7 2 * * *', run: makePartitions }),
  defineCron({
    name: 'messages.forget-keys',
    at: '27 3 * * *',
    run: async (kernel) => {
      const system = kernel.database.asSystem('client message keys of every organization expire')
      await deleteOldKeys(system, new Date(kernel.world.now().getTime() - KEYS_MS))
    },
  }),
]
