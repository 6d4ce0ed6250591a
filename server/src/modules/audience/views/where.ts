import type { Audience, Selection } from '@crewline/contract/filters'
import { phoneDigits } from '@crewline/contract/phone'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { folded, literally } from '../../../kernel/text.ts'
import { contactMessages } from '../../contacts/index.ts'
import type { FilterContext } from '../filter-rules/context.ts'
import { groupMembership } from '../ports.ts'
import { canText, compileFilter } from './compile.ts'

/**
 * Contacts joined to the opt-out of their number: all rules of this module are evaluated over this. Only opted-out
 * numbers are joined: they are few, have their own index, and no other consent column is used.
 */
export const contactsWithConsent = sql`contact c left join consent k on k.org_id = c.org_id and k.phone = c.phone and k.opted_out`

/**
 * Like `contactsWithConsent`, for conditions over all contacts. The planner cannot know how many match, and where it
 * expects few it looks up each number; with a group by, the numbers are read once from their index alone.
 */
export function allContactsWithConsent(orgId: string): RawBuilder<unknown> {
  return sql`contact c left join (
    select phone, true as opted_out from consent where org_id = ${orgId} and opted_out group by phone) k on k.phone = c.phone`
}

/**
 * Like `canText`, for a count of many contacts: reads the opted-out numbers once, whatever the planner expects of the
 * other conditions. Joins and sorts nothing when those conditions do not use the numbers.
 */
export function canTextInBulk(orgId: string): RawBuilder<SqlBool> {
  return sql`(c.phone is not null and c.phone_state = 'ok'
    and c.phone not in (select o.phone from consent o where o.org_id = ${orgId} and o.opted_out))`
}

/** Builds the condition for the contacts a list shows, over `contact c` left joined with `consent k`. */
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
  if (reach === 'no_consent') parts.push(contactMessages.get().lacksConsent())
  if (groupId) parts.push(isIn(groupId, ctx))
  if (search.trim()) parts.push(matches(search.trim()))
  if (filter) parts.push(compileFilter(filter, ctx, at))
  return sql`(${sql.join(parts, sql` and `)})`
}

function isIn(groupId: string, ctx: FilterContext): RawBuilder<SqlBool> {
  const groups = groupMembership.get()
  const rules = groups.builtInRules(ctx.orgId, groupId)
  return rules ? compileFilter(rules, ctx) : groups.isMember([groupId])
}

/** Each word must occur in a name, or the whole text must match the employee id, or its digits the phone number. */
function matches(search: string): RawBuilder<SqlBool> {
  const terms = folded(search).split(/\s+/).filter(Boolean).slice(0, 8)
  const names = terms.map((term) => {
    const part = `%${literally(term)}%`
    return sql`(c.sort_name like ${part} or (c.preferred_name <> '' and folded_text(c.preferred_name) like ${part}))`
  })
  const byName = names.length > 0 ? sql`(${sql.join(names, sql` and `)})` : sql`true`
  const byId = sql`(c.employee_id <> '' and lower(c.employee_id) like ${`${literally(search.toLowerCase())}%`})`
  const digits = phoneDigits(search)
  return digits ? sql`(c.phone like ${`%${digits}%`} or ${byName} or ${byId})` : sql`(${byName} or ${byId})`
}

/**
 * Builds the condition for the contacts of a selection: those listed, including archived ones, or all contacts of its
 * audience except the excluded ones. Row-level security limits a member with a group scope to the contacts they see.
 */
export function selectionWhere(selection: Selection, ctx: FilterContext): RawBuilder<SqlBool> {
  if (!selection.selectedAll)
    return sql`(c.id = any(${selection.contacts}::uuid[]) and c.merged_into is null and c.erased_at is null)`
  const matching = audienceWhere(selection.audience ?? {}, ctx)
  return selection.excludedIds.length === 0
    ? matching
    : sql`(${matching} and c.id <> all(${selection.excludedIds}::uuid[]))`
}
