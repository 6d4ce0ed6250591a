import type { Use } from '@crewline/contract/fields'
import { filterFieldsUsed, idsNamed, type FilterNode } from '@crewline/contract/filters'
import { msg } from '@crewline/contract/localized-text'
import { verbatim, type LocalizedText } from '@crewline/contract/words'
import type { Db } from './db/pool.ts'
import type { Tx } from './scope.ts'

/** A custom field to search for in filters (`custom.<key>`) and texts (`{<key>}`). */
export interface SoughtField {
  id: string
  key: string
  name: string
}

/** Something that may use custom fields, with the test for one of them. */
export interface FieldUser {
  use: Use
  uses: (field: SoughtField) => boolean
}

/** Something with filters. */
export interface FilterUser {
  use: Use
  filters: readonly (FilterNode | null | undefined)[]
}

/**
 * What of a module would stop or change without a group, a custom field or a shift, declared in `defineModule({ uses })`.
 * The modules `groups`, `fields` and `shifts` refuse to delete what is used, and say where.
 */
export interface ModuleUses {
  /** Lists what names a group. */
  ofGroup?: (db: Db, orgId: string, groupId: string) => Promise<Use[]>
  /** Lists what may use custom fields; each is asked about every field. */
  ofFields?: (db: Db, orgId: string) => Promise<FieldUser[]>
  /** Lists what has filters, which may name shifts. */
  withFilters?: (db: Db, orgId: string) => Promise<FilterUser[]>
}

let declarations: readonly ModuleUses[] | undefined

/** Connects the declarations of all modules. */
export function connectUses(modules: readonly { uses?: ModuleUses }[]): void {
  declarations = modules.flatMap(({ uses }) => uses ?? [])
}

function usesOfModules(): readonly ModuleUses[] {
  if (!declarations)
    throw new Error('uses are not connected: call connectModules() of server/src/main/modules.ts first')
  return declarations
}

/** Returns what uses a group, by module in module order, as far as the database handle sees it. */
export async function groupUsesOfModules(db: Db, orgId: string, groupId: string): Promise<Use[]> {
  const found = await Promise.all(usesOfModules().flatMap(({ ofGroup }) => ofGroup?.(db, orgId, groupId) ?? []))
  return found.flat()
}

/** Returns what uses each of these fields, by field id, each use once; empty for a field that is not used. */
export async function fieldUsesOfModules(
  db: Db,
  orgId: string,
  fields: readonly SoughtField[],
): Promise<Map<string, Use[]>> {
  const users = (await Promise.all(usesOfModules().flatMap(({ ofFields }) => ofFields?.(db, orgId) ?? []))).flat()
  return new Map(
    fields.map((field) => {
      const uses = users.filter((user) => user.uses(field)).map(({ use }) => use)
      return [field.id, uses.filter((use, at) => uses.findIndex((other) => other.id === use.id) === at)]
    }),
  )
}

/** Returns what has a filter that names a shift. */
export async function shiftUsesOfModules(db: Db, orgId: string, shiftId: string): Promise<Use[]> {
  const found = await Promise.all(usesOfModules().flatMap(({ withFilters }) => withFilters?.(db, orgId) ?? []))
  const names = (filter: FilterNode | null | undefined) => filter && idsNamed(filter, 'shift').includes(shiftId)
  return found.flat().flatMap(({ use, filters }) => (filters.some(names) ? [use] : []))
}

/** What is in the way of a change. */
export interface UsesInTheWay {
  /** All of it, also what the member may not see. */
  all: Use[]
  /** What may be named to the member. */
  visible: Use[]
}

/** Reads uses with `list` twice: everything, because all of it counts, and what the member sees. */
export async function usesInTheWay(tx: Tx, list: () => Promise<Use[]>): Promise<UsesInTheWay> {
  const all = await tx.unscoped(list)
  if (all.length === 0) return { all, visible: [] }
  const seen = new Set((await list()).map(({ id }) => id))
  // The team page shows every member, and who is limited to a group in sight.
  return { all, visible: all.filter(({ type, id }) => type === 'member' || seen.has(id)) }
}

/** Says what is in the way of a change, such as "Used in “Payday” and “Welders”. Remove it there first." */
export function describeUses({ all, visible }: UsesInTheWay): LocalizedText {
  if (visible.length === 0)
    return msg({ message: "Used in something you can't see. Ask an owner or admin to remove it there first." })
  const names = visible.slice(0, 3).map((use) => `“${use.name}”`)
  const more = all.length - names.length
  return msg({ message: 'Used in {names}. Remove it there first.', values: { names: listNames(names, more) } })
}

function listNames(names: readonly string[], more: number): LocalizedText {
  if (more > 0) return msg({ message: '{names} and {more} more', values: { names: names.join(', '), more } })
  const last = names.at(-1) ?? ''
  if (names.length < 2) return verbatim(last)
  return msg({ message: '{names} and {last}', values: { names: names.slice(0, -1).join(', '), last } })
}

/** Whether a filter has a rule about a custom field. */
export function filterNames(filter: FilterNode | null | undefined, { key }: SoughtField): boolean {
  return filter ? filterFieldsUsed(filter).has(`custom.${key}`) : false
}

/** Whether a text has a merge field for a custom field, such as `{badge}` or `{badge|none}`. */
export function textNames(text: string, { key }: SoughtField): boolean {
  return new RegExp(`\\{ *${key} *[|}]`).test(text)
}
