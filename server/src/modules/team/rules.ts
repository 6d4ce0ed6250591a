import type { Teammate } from '@crewline/contract/team'
import { Role } from '@crewline/contract/permissions'
import type { Cursor } from '../../kernel/db/paging.ts'

/** What decides the order of a team; ties are broken by name, then by id. */
export type Sort = 'name' | 'role' | 'lastSeenAt'

/** Owners and admins see everybody; others see the groups they were given, or everybody when they were given none. */
export function seesEverybody(role: Role): boolean {
  return role === 'owner' || role === 'admin'
}

/** A teammate's place in an order as one text; whoever was never seen comes before everybody who was. */
export function sortKey(one: Teammate, sort: Sort): string {
  const name = (`${one.firstname} ${one.lastname}`.trim() || one.email).toLowerCase()
  if (sort === 'role') return `${Role.options.indexOf(one.role)} ${name}`
  if (sort === 'lastSeenAt') return `${one.lastSeenAt ?? ''} ${name}`
  return name
}

/** Whether every word of a search is in the name or the e-mail, however it is written. */
export function fits(one: Teammate, search: string): boolean {
  const said = plain(`${one.firstname} ${one.lastname} ${one.email}`)
  return plain(search)
    .split(/\s+/)
    .every((word) => said.includes(word))
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
}

/** One page of a sorted team, after a cursor or by number, and where it ended when there is more. */
export function pageFrom(
  everybody: Teammate[],
  {
    sort,
    order,
    page,
    pageSize,
    after,
  }: { sort: Sort; order: 'asc' | 'desc'; page: number; pageSize: number; after: Cursor | undefined },
): { rows: Teammate[]; last: Cursor | undefined } {
  const sign = order === 'desc' ? -1 : 1
  const placed = everybody
    .map((one) => ({ one, place: { key: sortKey(one, sort), id: one.id } }))
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
