import { msg } from '@crewline/contract/localized-text'
import type { ContactSummary } from '@crewline/contract/contacts'
import type { QueryOf } from '@crewline/contract/endpoint'
import { SEARCH_HITS } from '@crewline/contract/limits'
import type { Message } from '@crewline/contract/messages'
import type { searchMessages } from '@crewline/contract/search'
import { cursorOf, readCursor } from '../../kernel/db/paging.ts'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { dayRange, idFloor, ID_MAX, monthFloors } from './months.ts'
import { inMonths, newest, edgesOf, read, type MessageFilter } from './views.ts'
import { parseSearch, highlightsOf, matchesAll, type SearchTerms } from './words.ts'

/** Hits are counted up to this number. */
const COUNT_UP_TO = 100
/** The number of newest messages scanned before the word index is used; common words are found there. */
const WALK = 1000
/** The maximum number of rounds when candidates turn out not to match. */
const WALKS_MAX = 12

type SearchQuery = QueryOf<typeof searchMessages>

interface Hit {
  message: Message
  contact: ContactSummary
  highlights: [number, number][]
}

interface Answer {
  results: Hit[]
  total: number
  nextCursor?: string
}

/**
 * Returns messages that contain all words of the phrase, newest first. Ids are found with a system handle by
 * organization id; the messages are read through the actor's scope, so no other data can be returned.
 */
export async function search(scope: Scope, query: SearchQuery, kernel: Kernel): Promise<Answer> {
  const terms = parseSearch(query.phrase)
  const nothing = { results: [], total: 0 }
  const position = parsePosition(query.cursor)
  const range = dayRange(query, scope.org.timezone)
  if (!terms || range.since >= range.until) return nothing
  const system = kernel.database.asSystem(
    'search words are found in the organization, messages are read with the access of the member',
  )
  const filter: MessageFilter = {
    orgId: scope.orgId,
    query: terms.query,
    contactId: query.contactId ?? null,
    senderId: query.senderId ?? null,
    direction: query.direction ?? null,
    hasMedia: query.hasMedia ?? null,
    memberId: scope.isLimitedToGroups && scope.actor.kind === 'member' ? scope.actor.memberId : null,
    above: idFloor(range.since),
    below: [position.id, idFloor(range.until)].sort()[0] as string,
  }
  const enough = Math.max(SEARCH_HITS, COUNT_UP_TO - position.counted) + 1
  const collected = await collect(scope, system, { terms, filter, enough })
  const total = Math.min(COUNT_UP_TO, position.counted + collected.count)
  const last = collected.hits.at(-1)
  if (collected.count <= SEARCH_HITS || !last) return { results: collected.hits, total }
  const key = String(Math.min(COUNT_UP_TO, position.counted + collected.hits.length))
  return { results: collected.hits, total, nextCursor: cursorOf({ key, id: last.message.id }) }
}

interface CollectOptions {
  terms: SearchTerms
  filter: MessageFilter
  enough: number
}

/** Returns the hits of one page and the total number, up to `enough`. */
async function collect(scope: Scope, system: Db, options: CollectOptions): Promise<{ hits: Hit[]; count: number }> {
  const { terms, filter, enough } = options
  // If no second check is needed and the actor sees all contacts, the counted messages need not be read.
  const isCountedUnread = terms.isExact && filter.memberId === null
  const hits: Hit[] = []
  let count = 0
  let below = filter.below
  for (let n = 0; n < WALKS_MAX && count < enough; n++) {
    const missing = enough - count
    const ids = await candidates(system, { ...filter, below }, missing)
    if (isCountedUnread) {
      hits.push(...(await hitsOf(scope, terms, ids.slice(0, SEARCH_HITS))))
      return { hits, count: ids.length }
    }
    const held = await hitsOf(scope, terms, ids)
    hits.push(...held)
    count += held.length
    const last = ids.at(-1)
    if (!last || ids.length < missing) break
    below = last
  }
  return { hits: hits.slice(0, SEARCH_HITS), count }
}

/** Returns matching ids, newest first: scans the newest messages, then uses the word index month by month. */
async function candidates(system: Db, filter: MessageFilter, most: number): Promise<string[]> {
  const ids: string[] = []
  const walked = await newest(system, filter, WALK)
  ids.push(...walked.hits.slice(0, most))
  if (ids.length >= most || walked.count < WALK || !walked.last) return ids
  const below = walked.last
  const edges = await edgesOf(system, filter.orgId)
  if (!edges) return ids
  const above = [filter.above, edges.oldest].sort()[1] as string
  const floors = monthFloors(below > edges.newest ? edges.newest : below, above)
  ids.push(...(await inMonths(system, { ...filter, below }, { floors, most: most - ids.length })))
  return ids
}

async function hitsOf(scope: Scope, terms: SearchTerms, ids: string[]): Promise<Hit[]> {
  const rows = await read(scope.db, { orgId: scope.orgId, country: scope.org.country, ids })
  return rows
    .filter(({ message }) => terms.isExact || matchesAll(terms, textsOf(message)))
    .map((row) => ({ ...row, highlights: highlightsOf(terms, row.message.body) }))
}

function textsOf(message: Message): string[] {
  return [message.body, message.translation?.text ?? '', message.voicemail?.transcript ?? '']
}

/** Returns where a page continues, and how many hits came before it. */
function parsePosition(text: string | undefined): { counted: number; id: string } {
  if (text === undefined) return { counted: 0, id: ID_MAX }
  const { key, id } = readCursor(text)
  if (!/^\d{1,3}$/.test(key))
    fail('invalid', {
      fieldErrors: {
        cursor: msg({ message: 'This page link is old. Load the list again.' }),
      },
    })
  return { counted: Math.min(COUNT_UP_TO, Number(key)), id: id.toLowerCase() }
}
