import { sql } from 'kysely'
import type { Figure } from '../../kernel/module.ts'

/** What an operator watches: deliveries that wait. */
export const figures: readonly Figure[] = [
  {
    name: 'webhook_deliveries_waiting',
    help: 'Deliveries of webhooks that are due and were not sent yet.',
    read: async (kernel) => {
      const system = kernel.database.asSystem('the metrics show how many webhooks wait')
      const result = await sql<{ n: number }>`
        select count(*)::int as n from webhook_delivery where state = 'waiting' and next_at <= ${kernel.world.now()}`.execute(
        system,
      )
      return [{ value: result.rows[0]?.n ?? 0 }]
    },
  },
]
