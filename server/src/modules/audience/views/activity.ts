import type { RawBuilder, SqlBool } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { DomainEvent } from '../../../kernel/events/define.ts'

/** What rules can check about the messages of a contact `c`, as SQL. */
export interface ContactActivity {
  /** Whether the contact sent a message at this moment or later. */
  repliedSince(moment: Date): RawBuilder<SqlBool>
  /** Whether the last message to the contact was not delivered. */
  lastDeliveryFailed(): RawBuilder<SqlBool>
  /** The time of the last message to or from the contact; null if there is none. Orders the inbox of their groups. */
  lastAt(): RawBuilder<Date | null>
  /** The same for sorting a list: the join to `contact c`, and the time in it. */
  lastOf(): { join: RawBuilder<unknown>; at: RawBuilder<Date | null> }
  /** The contacts of an organization for which these events may have changed any of this. */
  touchedBy(db: Db, orgId: string, events: DomainEvent[]): Promise<string[]>
}
