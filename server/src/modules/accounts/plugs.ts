import type { Db } from '../../kernel/db/pool.ts'
import { definePlug } from '../../kernel/plugs.ts'

/** Filled by notifications: forgets the browsers that get push messages of a person, in every organization; given a sign-in, only its own. */
export const pushForgetter = definePlug<(system: Db, personId: string, signInId?: string) => Promise<void>>(
  'pushForgetter',
  async () => {},
)
