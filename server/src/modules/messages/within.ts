import type { Tx } from '../../kernel/scope.ts'
import { optOutTold } from '../consent/index.ts'
import { MessagesNoted } from './facts.ts'
import { insertWithin, type Within } from './store/within.ts'

export type { Within }

/**
 * Writes notes and events into threads; answers their ids in the order given. They travel to nobody, leave the head of the
 * conversation where it is, and count as no message anywhere.
 */
export async function addWithin(tx: Tx, rows: Within[]): Promise<string[]> {
  if (rows.length === 0) return []
  const made = rows.map((row) => ({ ...row, id: row.id ?? tx.world.id() }))
  await insertWithin(tx, made)
  const ids = made.map((row) => row.id)
  tx.publish(MessagesNoted, { ids })
  return ids
}

/** Says in the threads of these workers that somebody of the team noted their opt-out. */
export async function tellOptOut(
  tx: Tx,
  { contactIds, byId }: { contactIds: string[]; byId: string | null },
): Promise<void> {
  await addWithin(
    tx,
    contactIds.map((contactId) => ({ contactId, byId, event: { what: 'opted_out', detail: null } })),
  )
}

optOutTold.fill(tellOptOut)
