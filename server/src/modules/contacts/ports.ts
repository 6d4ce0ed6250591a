import type { RawBuilder, SqlBool } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { definePort } from '../../kernel/ports.ts'
import type { Tx } from '../../kernel/scope.ts'

/** Provided by groups: the groups of each contact. */
export const contactGroups =
  definePort<(db: Db, contactIds: string[]) => Promise<Map<string, { id: string; name: string }[]>>>('contactGroups')

/** Provided by groups: adds a new contact to the groups that make it visible to the member who created it. */
export const contactJoins = definePort<(tx: Tx, contactId: string) => Promise<void>>('contactJoins')

/** What later modules know about the messages of contacts. */
interface ContactMessages {
  /** The time of the last message to or from each contact. */
  lastTimes(db: Db, contactIds: string[]): Promise<Map<string, Date>>
  /**
   * Whether contact `c` could be texted, and there is neither a recorded consent to it nor a text or call from the
   * contact. Says nothing about who may be texted.
   */
  lacksConsent(): RawBuilder<SqlBool>
}

/** Provided by conversations: the time of the last message to or from each contact, and as SQL who lacks consent. */
export const contactMessages = definePort<ContactMessages>('contactMessages')
