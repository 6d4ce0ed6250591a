import { phoneDigits } from '@crewline/contract/phone'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { folded, literally } from '../../contacts/index.ts'

/** Of more than so many who may be meant, looking each up costs more than going through a list until a page is full. */
const FEW = 2_000

/**
 * The patterns of which all must be found among the words of somebody whom a search means; one list for each way to mean
 * them. `null` where an index of three letters in a row cannot tell: for shorter words and other scripts.
 */
export function patternsOf(search: string): string[][] | null {
  const words = folded(search).split(/\s+/).filter(Boolean).slice(0, 8)
  const digits = phoneDigits(search)
  // Whoever has all of a search as the beginning of their employee's id has each of its words.
  const ways = [words, ...(digits && !words.every((word) => digits.includes(word)) ? [[digits]] : [])]
  const isTold = ways.every((way) => way.some(hasThree) && way.every((word) => /^[\u0020-\u007e]*$/.test(word)))
  // The index is asked for the first two.
  const rarestFirst = (a: string, b: string) => Number(hasThree(b)) - Number(hasThree(a)) || b.length - a.length
  return isTold ? ways.map((way) => way.toSorted(rarestFirst).map((word) => `%${literally(word)}%`)) : null
}

function hasThree(word: string): boolean {
  return /[a-z0-9]{3}/.test(word)
}

/** Among whom words are looked up. */
const LOOK_UP = { live: sql`contacts_with_words`, everybody: sql`anybody_with_words` }

/**
 * The ids of all workers of the organization whom a search may mean, live ones or also archived ones; `null` where they are
 * many, or an index cannot tell.
 */
export async function idsWithWords(
  db: Db,
  search: string,
  among: keyof typeof LOOK_UP = 'live',
): Promise<string[] | null> {
  const ways = patternsOf(search)
  if (!ways) return null
  const asked = ways.map((patterns) => sql`${LOOK_UP[among]}(${patterns}::text[], ${FEW + 1})`)
  const found = await sql<{ ids: string[][] }>`select jsonb_build_array(${sql.join(asked)}) as ids`.execute(db)
  const ids = found.rows[0]?.ids ?? []
  return ids.some((one) => one.length > FEW) ? null : [...new Set(ids.flat())]
}
