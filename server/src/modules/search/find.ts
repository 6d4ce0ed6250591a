import type { ContactHead } from '@crewline/contract/contacts'
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
import { inMonths, newest, edgesOf, read, type Wanted } from './views.ts'
import { askFor, highlightsOf, holdsAll, type Asked } from './words.ts'

/** Hits are counted up to this many. */
const COUNT_UP_TO = 100
/** Newest messages looked through one by one before the index of words is asked: common words are found there. */
const WALK = 1000
/** Looks for more where hits turned out to be none, at most this often. */
const LOOKS = 12

type Ask = QueryOf<typeof searchMessages>

interface Hit {
  message: Message
  contact: ContactHead
  highlights: [number, number][]
}

interface Answer {
  results: Hit[]
  total: number
  nextCursor?: string
}

/**
 * Messages that hold all words of the phrase, newest first. Ids are found across organizations' words by the organization's
 * own id; what is shown is read through the asking member's own sight, so nothing else can come out.
 */
export async function search(scope: Scope, ask: Ask, kernel: Kernel): Promise<Answer> {
  const asked = askFor(ask.phrase)
  const nothing = { results: [], total: 0 }
  const place = placeOf(ask.cursor)
  const range = dayRange(ask, scope.org.timezone)
  if (!asked || range.since >= range.until) return nothing
  const system = kernel.database.asSystem(
    'words are found by the organization of who asks, messages read in their sight',
  )
  const wanted: Wanted = {
    orgId: scope.orgId,
    query: asked.query,
    contactId: ask.contactId ?? null,
    senderId: ask.senderId ?? null,
    direction: ask.direction ?? null,
    hasMedia: ask.hasMedia ?? null,
    memberId: scope.isNarrow && scope.actor.kind === 'member' ? scope.actor.memberId : null,
    above: idFloor(range.since),
    below: [place.id, idFloor(range.until)].sort()[0] as string,
  }
  const enough = Math.max(SEARCH_HITS, COUNT_UP_TO - place.found) + 1
  const found = await collect(scope, system, { asked, wanted, enough })
  const total = Math.min(COUNT_UP_TO, place.found + found.count)
  const last = found.hits.at(-1)
  if (found.count <= SEARCH_HITS || !last) return { results: found.hits, total }
  const key = String(Math.min(COUNT_UP_TO, place.found + found.hits.length))
  return { results: found.hits, total, nextCursor: cursorOf({ key, id: last.message.id }) }
}

interface Look {
  asked: Asked
  wanted: Wanted
  enough: number
}

/** The hits of one page and how many there are in all, up to `enough`. */
async function collect(scope: Scope, system: Db, look: Look): Promise<{ hits: Hit[]; count: number }> {
  const { asked, wanted, enough } = look
  // Where no second look is needed and everything is in sight, what is counted need not be read.
  const isCountedUnread = asked.isExact && wanted.memberId === null
  const hits: Hit[] = []
  let count = 0
  let below = wanted.below
  for (let n = 0; n < LOOKS && count < enough; n++) {
    const missing = enough - count
    const ids = await candidates(system, { ...wanted, below }, missing)
    if (isCountedUnread) {
      hits.push(...(await hitsOf(scope, asked, ids.slice(0, SEARCH_HITS))))
      return { hits, count: ids.length }
    }
    const held = await hitsOf(scope, asked, ids)
    hits.push(...held)
    count += held.length
    const last = ids.at(-1)
    if (!last || ids.length < missing) break
    below = last
  }
  return { hits: hits.slice(0, SEARCH_HITS), count }
}

/** Ids that match, newest first: the newest messages one by one, then the index of words month by month. */
async function candidates(system: Db, wanted: Wanted, most: number): Promise<string[]> {
  const ids: string[] = []
  const walked = await newest(system, wanted, WALK)
  ids.push(...walked.hits.slice(0, most))
  if (ids.length >= most || walked.count < WALK || !walked.last) return ids
  const below = walked.last
  const edges = await edgesOf(system, wanted.orgId)
  if (!edges) return ids
  const above = [wanted.above, edges.oldest].sort()[1] as string
  const floors = monthFloors(below > edges.newest ? edges.newest : below, above)
  ids.push(...(await inMonths(system, { ...wanted, below }, { floors, most: most - ids.length })))
  return ids
}

async function hitsOf(scope: Scope, asked: Asked, ids: string[]): Promise<Hit[]> {
  const rows = await read(scope.db, { orgId: scope.orgId, country: scope.org.country, ids })
  return rows
    .filter(({ message }) => asked.isExact || holdsAll(asked, textsOf(message)))
    .map((row) => ({ ...row, highlights: highlightsOf(asked, row.message.body) }))
}

function textsOf(message: Message): string[] {
  return [message.body, message.translation?.text ?? '', message.voicemail?.transcript ?? '']
}

/** Where a page goes on, and how many hits came before it. */
function placeOf(text: string | undefined): { found: number; id: string } {
  if (text === undefined) return { found: 0, id: ID_MAX }
  const { key, id } = readCursor(text)
  if (!/^\d{1,3}$/.test(key))
    fail('invalid', {
      fieldErrors: {
        cursor: {
          en: 'This page link is old. Load the list again.',
          es: 'Este enlace de página es antiguo. Carga la lista otra vez.',
        },
      },
    })
  return { found: Math.min(COUNT_UP_TO, Number(key)), id: id.toLowerCase() }
}
