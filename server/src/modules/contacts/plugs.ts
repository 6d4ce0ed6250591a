import type { Db } from '../../kernel/db/pool.ts'
import { definePlug } from '../../kernel/plugs.ts'
import type { Tx } from '../../kernel/scope.ts'

/** Filled by groups: the names of the groups each of these workers is in. */
export const contactGroups = definePlug<
  (db: Db, contactIds: string[]) => Promise<Map<string, { id: string; name: string }[]>>
>('contactGroups', async () => new Map())

/** Filled by groups: does what a worker just added needs so that whoever added them sees them. */
export const contactJoins = definePlug<(tx: Tx, contactId: string) => Promise<void>>('contactJoins', async () => {})

/** Filled by messages: when the last message to or from each of these workers was. */
export const contactLastMessages = definePlug<(db: Db, contactIds: string[]) => Promise<Map<string, Date>>>(
  'contactLastMessages',
  async () => new Map(),
)
