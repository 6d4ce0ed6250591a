import { defineCron } from '../../kernel/jobs/define.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { forgetKeys, makePartition } from './store/upkeep.ts'

/** Months made ahead: a worker that is down for weeks still finds a place for its messages. */
const MONTHS_AHEAD = 3
/** A client's key is remembered this long, in ms. */
const KEYS_MS = 7 * 24 * 3_600_000

/** Makes the message partitions of this month and the next ones; safe to do at any time, from any process. */
export async function makePartitions(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('message partitions belong to all organizations')
  const now = kernel.world.now()
  for (let month = 0; month <= MONTHS_AHEAD; month++) {
    await makePartition(system, new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, 1)))
  }
}

/** What messages need by the clock. */
export const crons = [
  defineCron({ name: 'messages.make-partitions', at: '7 2 * * *', run: makePartitions }),
  defineCron({
    name: 'messages.forget-keys',
    at: '27 3 * * *',
    run: async (kernel) => {
      const system = kernel.database.asSystem("clients' keys of every organization grow old")
      await forgetKeys(system, new Date(kernel.world.now().getTime() - KEYS_MS))
    },
  }),
]
