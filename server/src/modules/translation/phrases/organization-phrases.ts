import type { Db } from '../../../kernel/db/pool.ts'
import { Phrasebook, shippedPhrases } from './phrasebook.ts'

/** The phrases that ship with the product. */
export const shippedPhrasebook = new Phrasebook(shippedPhrases)

/** Returns the phrases an organization can use. */
export async function phrasebookOf(_db: Db, _orgId: string): Promise<Phrasebook> {
  return shippedPhrasebook
}
