import type { Audience, Selection } from '@crewline/contract/filters'
import { phoneDigits } from '@crewline/contract/phone'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { folded, literally } from '../../../contacts/index.ts'
import type { FilterContext } from '../../filter-rules/context.ts'
import { SYSTEM_GROUPS, systemKeyOf } from '../../filter-rules/system-groups.ts'
import { canText, compileFilter } from './compile.ts'

/**
 * Workers with whether their number opted out: what every condition of this room is asked over. Of the numbers only those
 * that opted out are joined: they are few, have an index of their own, and nothing else of theirs is asked for.
 */
export const contactsWithConsent = sql`contact c left join consent k on k.org_id = c.org_id and k.phone = c.phone and k.opted_out`

/**
 * The same for conditions over everybody. How many meet one cannot be known before, and where few are expected each number is
 * looked up; grouped, the numbers are read once instead, from their index alone.
 */
export function everybodyWithConsent(orgId: string): RawBuilder<unknown> {
  return sql`contact c left join (
    select phone, true as opted_out from consent where org_id = ${orgId} and opted_out group by phone) k on k.phone = c.phone`
}

/**
 * `canText`, for a count of many: the numbers that opted out are read once, whatever was expected of the conditions beside it,
 * and nothing is joined or sorted where those do not ask for them.
 */
export function canTextOfMany(orgId: string): RawBuilder<SqlBool> {
  return sql`(c.phone is not null and c.phone_state = 'ok'
    and c.phone not in (select o.phone from consent o where o.org_id = ${orgId} and o.opted_out))`
}

/** Which workers a list shows, as a condition over `contact c` left joined with `consent k`. */
export function audienceWhere(
  audience: Partial<Audience>,
  ctx: FilterContext,
  at = 'audience.filter',
): RawBuilder<SqlBool> {
  const { reach = 'all', search = '', groupId, filter } = audience
  const parts: RawBuilder<unknown>[] = [
    reach === 'archived'
      ? sql`c.archived_at is not null and c.merged_into is null and c.erased_at is null`
      : sql`c.archived_at is null`,
  ]
  if (reach === 'can_text') parts.push(canText)
  if (reach === 'opted_out') parts.push(sql`k.opted_out`)
  if (reach === 'no_mobile') parts.push(sql`c.phone is null`)
  if (groupId) parts.push(isIn(groupId, ctx))
  if (search.trim()) parts.push(matches(search.trim()))
  if (filter) parts.push(compileFilter(filter, ctx, at))
  return sql`(${sql.join(parts, sql` and `)})`
}

function isIn(groupId: string, ctx: FilterContext): RawBuilder<SqlBool> {
  const key = systemKeyOf(ctx.orgId, groupId)
  if (key) return compileFilter(SYSTEM_GROUPS[key], ctx)
  return sql`exists (select from group_member g where g.org_id = c.org_id and g.group_id = ${groupId} and g.contact_id = c.id)`
}

/** Every word must be in a name, or all of it the employee's id, or its digits in the number. */
function matches(search: string): RawBuilder<SqlBool> {
  const words = folded(search).split(/\s+/).filter(Boolean).slice(0, 8)
  const names = words.map((word) => {
    const part = `%${literally(word)}%`
    return sql`(c.sort_name like ${part} or (c.preferred_name <> '' and folded_text(c.preferred_name) like ${part}))`
  })
  const byName = names.length > 0 ? sql`(${sql.join(names, sql` and `)})` : sql`true`
  const byId = sql`(c.employee_id <> '' and lower(c.employee_id) like ${`${literally(search.toLowerCase())}%`})`
  const digits = phoneDigits(search)
  return digits ? sql`(c.phone like ${`%${digits}%`} or ${byName} or ${byId})` : sql`(${byName} or ${byId})`
}

/**
 * Whom a selection means: those named, also archived ones, or everybody its audience shows but the excluded ones. Out of
 * sight is out of it: the database shows a member of some groups only their workers.
 */
export function selectionWhere(selection: Selection, ctx: FilterContext): RawBuilder<SqlBool> {
  if (!selection.selectedAll)
    return sql`(c.id = any(${selection.contacts}::uuid[]) and c.merged_into is null and c.erased_at is null)`
  const shown = audienceWhere(selection.audience ?? {}, ctx)
  return selection.excludedIds.length === 0 ? shown : sql`(${shown} and c.id <> all(${selection.excludedIds}::uuid[]))`
}
