import type { Db } from '../../kernel/db/pool.ts'
import { definePlug } from '../../kernel/plugs.ts'

/** Filled by notifications: forgets every browser that gets push messages of a person, in every organization. */
export const pushForgetter = definePlug<(system: Db, personId: string) => Promise<void>>(
  'pushForgetter',
  async () => {},
)
