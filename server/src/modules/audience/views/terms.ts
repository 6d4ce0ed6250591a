import { phoneDigits } from '@crewline/contract/phone'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { folded, literally } from '../../../kernel/text.ts'

/** Above this many candidates, looking up each one costs more than scanning a list until a page is full. */
const MAX_IDS = 2_000

/**
 * Builds the patterns that must all occur among the words of a contact; one list for each way to read the search.
 * Returns `null` when a trigram index cannot answer: for shorter words and other scripts.
 */
export function patternsOf(search: string): string[][] | null {
  const terms = folded(search).split(/\s+/).filter(Boolean).slice(0, 8)
  const digits = phoneDigits(search)
  // A contact whose employee id begins with the whole search also has each of its words.
  const alternatives = [terms, ...(digits && !terms.every((term) => digits.includes(term)) ? [[digits]] : [])]
  const isIndexable = alternatives.every(
    (alternative) => alternative.some(hasThree) && alternative.every((term) => /^[\u0020-\u007e]*$/.test(term)),
  )
  // The index is queried for the first two patterns.
  const rarestFirst = (a: string, b: string) => Number(hasThree(b)) - Number(hasThree(a)) || b.length - a.length
  return isIndexable
    ? alternatives.map((alternative) => alternative.toSorted(rarestFirst).map((term) => `%${literally(term)}%`))
    : null
}

function hasThree(term: string): boolean {
  return /[a-z0-9]{3}/.test(term)
}

/** The database functions for each set of contacts. */
const LOOKUP_FUNCTIONS = { live: sql`active_contacts_matching`, everybody: sql`contacts_matching` }

/**
 * Returns the ids of all contacts a search may match, without or with archived ones; `null` when there are too many or
 * the index cannot answer.
 */
export async function idsMatchingTerms(
  db: Db,
  search: string,
  among: keyof typeof LOOKUP_FUNCTIONS = 'live',
): Promise<string[] | null> {
  const alternatives = patternsOf(search)
  if (!alternatives) return null
  const lookups = alternatives.map((patterns) => sql`${LOOKUP_FUNCTIONS[among]}(${patterns}::text[], ${MAX_IDS + 1})`)
  const result = await sql<{ ids: string[][] }>`select jsonb_build_array(${sql.join(lookups)}) as ids`.execute(db)
  const ids = result.rows[0]?.ids ?? []
  return ids.some((matchingIds) => matchingIds.length > MAX_IDS) ? null : [...new Set(ids.flat())]
}
