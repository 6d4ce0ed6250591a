import type { Teammate } from '@crewline/contract/team'
import { MemberRole, permissionsHeld, type RoleHolder } from '@crewline/contract/permissions'
import type { Cursor } from '../../kernel/db/paging.ts'

/** The sort order of a team; ties are broken by name, then by id. */
export type Sort = 'name' | 'role' | 'lastSeenAt'

/**
 * Returns whether a role sees all contacts. Owners and admins always do, and so do custom roles that manage the team: they
 * could let others see more than themselves. Other members see their assigned groups, or all contacts when they have none.
 */
export function canSeeAllContacts(held: RoleHolder): boolean {
  return held.role === 'owner' || held.role === 'admin' || permissionsHeld(held).includes('team.manage')
}

/** Returns the sort key of a teammate. Teammates never seen sort before all others. */
export function sortKey(teammate: Teammate, sort: Sort): string {
  const name = (`${teammate.firstname} ${teammate.lastname}`.trim() || teammate.email).toLowerCase()
  if (sort === 'role') return `${MemberRole.options.indexOf(teammate.role)} ${teammate.roleName ?? ''} ${name}`
  if (sort === 'lastSeenAt') return `${teammate.lastSeenAt ?? ''} ${name}`
  return name
}

/** Returns whether the name or email contains every word of a search, ignoring case and accents. */
export function fits(teammate: Teammate, search: string): boolean {
  const text = plain(`${teammate.firstname} ${teammate.lastname} ${teammate.email}`)
  return plain(search)
    .split(/\s+/)
    .every((term) => text.includes(term))
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
}

/** Returns one page of a sorted team, by cursor or page number, and its last position when there is more. */
export function pageFrom(
  teammates: Teammate[],
  {
    sort,
    order,
    page,
    pageSize,
    after,
  }: { sort: Sort; order: 'asc' | 'desc'; page: number; pageSize: number; after: Cursor | undefined },
): { rows: Teammate[]; last: Cursor | undefined } {
  const sign = order === 'desc' ? -1 : 1
  const placed = teammates
    .map((teammate) => ({ one: teammate, place: { key: sortKey(teammate, sort), id: teammate.id } }))
    .sort((a, b) => sign * compare(a.place, b.place))
  const from = after
    ? placed.filter(({ place }) => sign * compare(place, after) > 0)
    : placed.slice((page - 1) * pageSize)
  const rows = from.slice(0, pageSize)
  return { rows: rows.map(({ one }) => one), last: from.length > pageSize ? rows.at(-1)?.place : undefined }
}

function compare(a: Cursor, b: Cursor): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
