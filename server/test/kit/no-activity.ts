import { sql } from 'kysely'
import type { ContactActivity } from '../../src/modules/audience/index.ts'

/** For rules that are compiled without the messages module: no contact has messages. */
export const NO_ACTIVITY: ContactActivity = {
  repliedSince: () => sql`false`,
  lastDeliveryFailed: () => sql`false`,
  lastAt: () => sql`null::timestamptz`,
  lastOf: () => ({ join: sql``, at: sql`null::timestamptz` }),
  touchedBy: async () => [],
}
