import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Fact } from '../../../kernel/facts/define.ts'

/** What rules can ask about the texts of a contact `c`, as SQL. */
export interface ContactActivity {
  /** Whether they wrote to us at this moment or later. */
  repliedSince(moment: Date): RawBuilder<SqlBool>
  /** Whether the last text to them did not arrive. */
  lastDeliveryFailed(): RawBuilder<SqlBool>
  /** When the last message to or from them was; null for none. Orders the inbox of their groups. */
  lastAt(): RawBuilder<Date | null>
  /** The same for a list in that order: what is joined to `contact c`, and the moment in it. */
  lastOf(): { join: RawBuilder<unknown>; at: RawBuilder<Date | null> }
  /** The workers of an organization of whom these facts may have changed any of this. */
  touchedBy(db: Db, orgId: string, facts: Fact[]): Promise<string[]>
}

/** Where nobody knows of texts, nobody wrote any. */
export const NO_ACTIVITY: ContactActivity = {
  repliedSince: () => sql`false`,
  lastDeliveryFailed: () => sql`false`,
  lastAt: () => sql`null::timestamptz`,
  lastOf: () => ({ join: sql``, at: sql`null::timestamptz` }),
  touchedBy: async () => [],
}
