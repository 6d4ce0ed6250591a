import type { Db } from '../../kernel/db/pool.ts'
import { Phrasebook, type Phrase } from './phrases/phrasebook.ts'
import { shippedPhrases } from './phrases/read-catalog.ts'
import { phrasesVersion, storedPhrases, type StoredPhrase } from './phrases/phrase-views.ts'

/** The phrases that ship with the product. */
export const shippedPhrasebook = new Phrasebook(shippedPhrases)

/** How many organizations' phrases a process keeps in memory. */
const KEPT = 200

/** By the name of their content, which no other content ever has; the least recently used first. */
const kept = new Map<string, Phrasebook>()

/** Returns the phrases an organization can use: its own first, then those of the product. */
export async function phrasebookOf(db: Db, orgId: string): Promise<Phrasebook> {
  const version = await phrasesVersion(db, orgId)
  if (version === undefined) return shippedPhrasebook
  const book = kept.get(version) ?? new Phrasebook(usable(await storedPhrases(db, orgId)), shippedPhrasebook)
  kept.delete(version)
  kept.set(version, book)
  for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest)
  return book
}

/** Returns the phrases in the form in which they are looked up, the oldest first, so that a later one changes nothing. */
function usable(stored: StoredPhrase[]): Phrase[] {
  return stored
    .filter(({ removedAt }) => removedAt === null)
    .toReversed()
    .map(({ id, isSafety, texts }) => ({
      id,
      isSafety,
      texts: Object.fromEntries(
        texts
          .filter(({ text }) => text !== '')
          .map(({ language, text, revision, reviewerName, reviewedAt }) => {
            const review = reviewedAt ? { by: reviewerName ?? '', on: reviewedAt.toISOString() } : undefined
            return [language, { text, revision, review }]
          }),
      ),
    }))
}
