import type { ContactSort } from '@crewline/contract/contact-columns'
import type { QueryOf } from '@crewline/contract/endpoint'
import type { groupContacts } from '@crewline/contract/groups'
import { sql, type RawBuilder } from 'kysely'
import { readCursor, type Cursor } from '../../../kernel/db/paging.ts'
import { fail } from '../../../kernel/failure.ts'
import type { ContactActivity } from '../store/activity.ts'
import { contactsWithConsent } from '../store/filter/audience.ts'
import { reach } from '../store/filter/compile.ts'

type Direction = 'asc' | 'desc'
type Sql = RawBuilder<unknown>

/** How a list is ordered and where its page begins. */
export interface Order {
  /** Workers with whatever the order looks at. */
  from: Sql
  /** What the list is ordered by; null for who has none of it, who come last in either direction. */
  key: Sql
  canBeEmpty: boolean
  /** Whether an index knows the order of those who are not empty. */
  isIndexed: boolean
  direction: Sql
  /** The order itself, of a key and an id. */
  by: (key: Sql, id: Sql) => Sql
  /** Narrows to what comes behind the cursor. */
  after: (key: Sql, id: Sql) => Sql
  /** The same among those who are not empty; null where the cursor is behind all of them. */
  afterAmongFilled: ((key: Sql, id: Sql) => Sql) | null
  /** The cursor's key as text; empty for none. */
  text: (key: Sql) => Sql
  /** The cursor of a place on the page. */
  cursor: (place: { key: string; id: string }) => Cursor
  /** One more than the page holds, to know whether there is another. */
  most: number
  offset: number
}

/** What is asked of an order: by what, whither, from where and how many. */
export interface OrderAsk {
  sort: ContactSort
  direction: Direction
  after?: Cursor | undefined
  most: number
  offset?: number
}

interface Sortable {
  key: Sql
  type: 'text' | 'int' | 'moment'
  join?: Sql
  canBeEmpty?: boolean
  isIndexed?: boolean
}

/** What somebody wrote, as people look it up: numbers in it by size, letters without regard to case and accents. */
const words = (column: Sql): Sortable => ({
  key: sql`nullif(${column}, '') collate natural_order`,
  type: 'text',
  canBeEmpty: true,
})

// Neither reads in the order of its letters: who works and who can be texted comes first.
const WORK = sql`array_position(array['active', 'on_leave', 'blocked', 'terminated'], c.work)`
const STATUS = sql`array_position(array['can_text', 'opted_out', 'no_mobile', 'landline', 'not_in_use'], ${reach})`

const SORTABLE: Record<Exclude<ContactSort, 'lastMessageAt'>, Sortable> = {
  name: { key: sql`c.sort_name`, type: 'text', isIndexed: true },
  createdAt: { key: sql`c.created_at`, type: 'moment', isIndexed: true },
  phone: { key: sql`c.phone`, type: 'text', canBeEmpty: true, isIndexed: true },
  status: { key: STATUS, type: 'int' },
  employeeId: words(sql`c.employee_id`),
  jobTitle: words(sql`c.job_title`),
  department: words(sql`c.department`),
  location: words(sql`c.location`),
  work: { key: WORK, type: 'int' },
  hireDate: { key: sql`(c.hire_date - date '2000-01-01')`, type: 'int', canBeEmpty: true },
  // By the day of the year: not everybody may see of which year it is.
  birthday: { key: sql`right(c.birthday, 5)`, type: 'text', canBeEmpty: true },
  preferredName: words(sql`c.preferred_name`),
  email: words(sql`c.email`),
  language: words(sql`c.language`),
  timezone: words(sql`c.timezone`),
}

function sortableOf(sort: ContactSort, activity: ContactActivity): Sortable {
  if (sort !== 'lastMessageAt') return SORTABLE[sort]
  const { join, at } = activity.lastOf()
  return { key: at, join, type: 'moment', canBeEmpty: true, isIndexed: true }
}

// A moment travels as microseconds, so that none is lost.
const asText: Record<Sortable['type'], (key: Sql) => Sql> = {
  text: (key) => key,
  int: (key) => sql`${key}::text`,
  moment: (key) => sql`(extract(epoch from ${key}) * 1000000)::bigint::text`,
}
const fromText: Record<Sortable['type'], (text: string) => Sql> = {
  text: (text) => sql`${text}::text`,
  int: (text) => sql`${text}::int`,
  moment: (text) => sql`(timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond')`,
}

/** The order of such an ask. */
export function orderBy({ sort, direction, after, most, offset = 0 }: OrderAsk, activity: ContactActivity): Order {
  const { key, type, join = sql``, canBeEmpty = false, isIndexed = false } = sortableOf(sort, activity)
  const toward = direction === 'desc' ? sql`desc` : sql`asc`
  const beyond = direction === 'desc' ? sql`<` : sql`>`
  const isBehindFilled = canBeEmpty && after?.key === ''
  const amongFilled = (one: Sql, id: Sql) =>
    after ? sql`(${one}, ${id}) ${beyond} (${fromText[type](after.key)}, ${after.id}::uuid)` : sql`true`
  return {
    ...{ key, canBeEmpty, isIndexed, most, offset, direction: toward },
    from: sql`${contactsWithConsent} ${join}`,
    by: (one, id) =>
      canBeEmpty ? sql`${one} ${toward} nulls last, ${id} ${toward}` : sql`${one} ${toward}, ${id} ${toward}`,
    after: (one, id) => {
      if (!after) return sql`true`
      if (isBehindFilled) return sql`(${one} is null and ${id} ${beyond} ${after.id}::uuid)`
      return canBeEmpty ? sql`(${one} is null or ${amongFilled(one, id)})` : amongFilled(one, id)
    },
    afterAmongFilled: isBehindFilled ? null : amongFilled,
    text: (one) => (canBeEmpty ? sql`coalesce(${asText[type](one)}, '')` : asText[type](one)),
    cursor: (place) => ({ ...place, by: `${sort} ${direction}` }),
  }
}

/** The order a list is asked for in; refuses a place in another one. */
export function orderOf(
  query: Pick<QueryOf<typeof groupContacts>, 'sort' | 'order' | 'cursor' | 'page' | 'pageSize'>,
  activity: ContactActivity,
): Order {
  const { sort, order: direction, page, pageSize } = query
  const after = query.cursor ? readCursor(query.cursor) : undefined
  if (after && after.by !== `${sort} ${direction}`)
    fail('invalid', {
      fieldErrors: {
        cursor: {
          en: 'This page is of a list in another order. Load the list again.',
          es: 'Esta página es de una lista en otro orden. Carga la lista otra vez.',
        },
      },
    })
  return orderBy({ sort, direction, after, most: pageSize + 1, offset: after ? 0 : (page - 1) * pageSize }, activity)
}
