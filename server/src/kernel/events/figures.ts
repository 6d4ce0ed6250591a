import { sql } from 'kysely'
import type { Kernel } from '../kernel.ts'
import type { Figure } from '../module.ts'

const system = (kernel: Kernel) => kernel.database.asSystem('the metrics show how far events wait')

/** What an operator watches about domain events: how far followers are behind. */
export const eventFigures: readonly Figure[] = [
  {
    name: 'events_waiting_oldest_seconds',
    help: 'How long the oldest domain event that a follower has not processed has been waiting.',
    label: 'follower',
    read: async (kernel) => {
      const result = await sql<{ follower: string; seconds: number }>`
        select c.follower, coalesce(greatest(extract(epoch from clock_timestamp() - e.at), 0), 0)::float8 as seconds
        from event_cursor c left join lateral (
          select at from event_log l where (l.xid, l.seq) > (c.xid, c.seq) order by l.xid, l.seq limit 1) e on true
        order by c.follower`.execute(system(kernel))
      return result.rows.map(({ follower, seconds }) => ({ label: follower, value: seconds }))
    },
  },
]
