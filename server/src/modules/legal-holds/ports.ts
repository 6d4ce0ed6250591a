import type { RawBuilder } from 'kysely'
import { definePort } from '../../kernel/ports.ts'

/** Returns as SQL whether an open request of a person still needs what is kept about a contact. */
export type NeededForRequest = (orgId: RawBuilder<unknown>, contactId: RawBuilder<unknown>) => RawBuilder<boolean>

/** Provided by records: as SQL, whether an open request for their data still needs what is kept about a contact. */
export const neededForRequest = definePort<NeededForRequest>('neededForRequest')
