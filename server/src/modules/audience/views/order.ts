import { msg } from '@crewline/contract/localized-text'
import type { ContactSort } from '@crewline/contract/contact-columns'
import type { QueryOf } from '@crewline/contract/endpoint'
import type { groupContacts } from '@crewline/contract/audience'
import { sql, type RawBuilder } from 'kysely'
import { readCursor, type Cursor } from '../../../kernel/db/paging.ts'
import { fail } from '../../../kernel/failure.ts'
import type { ContactActivity } from './activity.ts'
import { contactsWithConsent } from './where.ts'
import { reach } from './compile.ts'

type Direction = 'asc' | 'desc'
type Sql = RawBuilder<unknown>

/** How a list is sorted and where its page begins. */
export interface Order {
  /** Contacts with the joins that the sort key needs. */
  from: Sql
  /** The sort key; null when the contact has no value, which sorts last in both directions. */
  key: Sql
  canBeEmpty: boolean
  /** Whether an index provides the order of contacts with a value. */
  isIndexed: boolean
  direction: Sql
  /** The ORDER BY terms for a key and an id. */
  by: (key: Sql, id: Sql) => Sql
  /** Limits to rows after the cursor. */
  after: (key: Sql, id: Sql) => Sql
  /** The same for contacts with a value; null when the cursor is after all of them. */
  afterAmongFilled: ((key: Sql, id: Sql) => Sql) | null
  /** The cursor key as text; empty for none. */
  text: (key: Sql) => Sql
  /** The cursor of a row on the page. */
  cursor: (place: { key: string; id: string }) => Cursor
  /** One more than the page size, to detect a next page. */
  most: number
  offset: number
}

/** The requested order: sort key, direction, start and number of rows. */
export interface OrderOptions {
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

/** Sorts text naturally: numbers in it by value, letters ignoring case and accents. */
const naturalText = (column: Sql): Sortable => ({
  key: sql`nullif(${column}, '') collate natural_order`,
  type: 'text',
  canBeEmpty: true,
})

// These sort by rank, not alphabetically: active and reachable contacts first.
const WORK = sql`array_position(array['active', 'on_leave', 'blocked', 'terminated'], c.work)`
const STATUS = sql`array_position(array['can_text', 'opted_out', 'no_mobile', 'landline', 'not_in_use'], ${reach})`

const SORTABLE: Record<Exclude<ContactSort, 'lastMessageAt'>, Sortable> = {
  name: { key: sql`c.sort_name`, type: 'text', isIndexed: true },
  createdAt: { key: sql`c.created_at`, type: 'moment', isIndexed: true },
  phone: { key: sql`c.phone`, type: 'text', canBeEmpty: true, isIndexed: true },
  status: { key: STATUS, type: 'int' },
  employeeId: naturalText(sql`c.employee_id`),
  jobTitle: naturalText(sql`c.job_title`),
  department: naturalText(sql`c.department`),
  location: naturalText(sql`c.location`),
  work: { key: WORK, type: 'int' },
  hireDate: { key: sql`(c.hire_date - date '2000-01-01')`, type: 'int', canBeEmpty: true },
  // By day of the year: not every member may see the year.
  birthday: { key: sql`right(c.birthday, 5)`, type: 'text', canBeEmpty: true },
  preferredName: naturalText(sql`c.preferred_name`),
  email: naturalText(sql`c.email`),
  language: naturalText(sql`c.language`),
  timezone: naturalText(sql`c.timezone`),
}

function sortableOf(sort: ContactSort, activity: ContactActivity): Sortable {
  if (sort !== 'lastMessageAt') return SORTABLE[sort]
  const { join, at } = activity.lastOf()
  return { key: at, join, type: 'moment', canBeEmpty: true, isIndexed: true }
}

// Timestamps are passed as microseconds to keep their full precision.
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

/** Builds the SQL parts of the requested order. */
export function orderBy({ sort, direction, after, most, offset = 0 }: OrderOptions, activity: ContactActivity): Order {
  const { key, type, join = sql``, canBeEmpty = false, isIndexed = false } = sortableOf(sort, activity)
  const toward = direction === 'desc' ? sql`desc` : sql`asc`
  const beyond = direction === 'desc' ? sql`<` : sql`>`
  const isBehindFilled = canBeEmpty && after?.key === ''
  const amongFilled = (column: Sql, id: Sql) =>
    after ? sql`(${column}, ${id}) ${beyond} (${fromText[type](after.key)}, ${after.id}::uuid)` : sql`true`
  return {
    key,
    canBeEmpty,
    isIndexed,
    most,
    offset,
    direction: toward,
    from: sql`${contactsWithConsent} ${join}`,
    by: (column, id) =>
      canBeEmpty ? sql`${column} ${toward} nulls last, ${id} ${toward}` : sql`${column} ${toward}, ${id} ${toward}`,
    after: (column, id) => {
      if (!after) return sql`true`
      if (isBehindFilled) return sql`(${column} is null and ${id} ${beyond} ${after.id}::uuid)`
      return canBeEmpty ? sql`(${column} is null or ${amongFilled(column, id)})` : amongFilled(column, id)
    },
    afterAmongFilled: isBehindFilled ? null : amongFilled,
    text: (column) => (canBeEmpty ? sql`coalesce(${asText[type](column)}, '')` : asText[type](column)),
    cursor: (position) => ({
      ...position,
      by: `${sort} ${direction}`,
    }),
  }
}

/** Returns the requested order of a list; fails with `invalid` for a cursor of another order. */
export function orderOf(
  query: Pick<QueryOf<typeof groupContacts>, 'sort' | 'order' | 'cursor' | 'page' | 'pageSize'>,
  activity: ContactActivity,
): Order {
  const { sort, order: direction, page, pageSize } = query
  const after = query.cursor ? readCursor(query.cursor) : undefined
  if (after && after.by !== `${sort} ${direction}`)
    fail('invalid', {
      fieldErrors: {
        cursor: msg({ message: 'The order of this list has changed. Load the list again.' }),
      },
    })
  return orderBy({ sort, direction, after, most: pageSize + 1, offset: after ? 0 : (page - 1) * pageSize }, activity)
}
