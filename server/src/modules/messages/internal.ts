import type { Tx } from '../../kernel/scope.ts'
import { InternalMessagesAdded } from './events.ts'
import { insertInternal, type InternalMessage } from './store/within.ts'

export type { InternalMessage }

/**
 * Writes notes and events into threads. Returns their ids in the order given. They are not sent, do not change the
 * conversation summary, and do not count as messages.
 */
export async function addInternal(tx: Tx, rows: InternalMessage[]): Promise<string[]> {
  if (rows.length === 0) return []
  const made = rows.map((row) => ({ ...row, id: row.id ?? tx.world.id() }))
  await insertInternal(tx, made)
  const ids = made.map((row) => row.id)
  tx.publish(InternalMessagesAdded, { ids })
  return ids
}

/** Adds an event to the threads of these contacts that a member recorded their opt-out. */
export async function addOptOutNotice(
  tx: Tx,
  { contactIds, byId }: { contactIds: string[]; byId: string | null },
): Promise<void> {
  await addInternal(
    tx,
    contactIds.map((contactId) => ({ contactId, byId, event: { what: 'opted_out', detail: null } })),
  )
}
