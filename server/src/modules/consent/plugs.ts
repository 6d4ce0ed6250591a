import type { ContactHead } from '@crewline/contract/contacts'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { definePlug } from '../../kernel/plugs.ts'
import type { Tx } from '../../kernel/scope.ts'

/** Who has which number, as far as the handle may see them. Consent keys on the number and asks only to show whose it is. */
export interface NumberHolders {
  /** The worker with this id, archived or not. */
  byId(db: Db, country: string, contactId: string): Promise<ContactHead | undefined>
  /** Whoever has each of these numbers now; of a household the one who owns it. */
  byPhones(db: Db, country: string, phones: string[]): Promise<Map<string, ContactHead>>
  /** A condition on a row `k` of consent: whoever has its number now is named like this. */
  isNamed(search: string): RawBuilder<unknown> | undefined
}

/** Filled by contacts: who has a number. */
export const numberHolders = definePlug<NumberHolders>('numberHolders', {
  byId: async () => undefined,
  byPhones: async () => new Map(),
  isNamed: () => undefined,
})

/** Filled by messages: says in the threads of these workers, for the team, that a member noted their opt-out. */
export const optOutTold = definePlug<(tx: Tx, told: { contactIds: string[]; byId: string | null }) => Promise<void>>(
  'optOutTold',
  async () => {},
)
