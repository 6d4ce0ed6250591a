import type { Db } from '../../kernel/db/pool.ts'
import { definePort } from '../../kernel/ports.ts'
import type { Tx } from '../../kernel/scope.ts'

/** Provided by groups: the groups of each contact. */
export const contactGroups =
  definePort<(db: Db, contactIds: string[]) => Promise<Map<string, { id: string; name: string }[]>>>('contactGroups')

/** Provided by groups: adds a new contact to the groups that make it visible to the member who created it. */
export const contactJoins = definePort<(tx: Tx, contactId: string) => Promise<void>>('contactJoins')

/** Provided by conversations: the time of the last message to or from each contact. */
export const contactLastMessages =
  definePort<(db: Db, contactIds: string[]) => Promise<Map<string, Date>>>('contactLastMessages')
