import type { Use } from '@crewline/contract/fields'
import { filterFieldsUsed, type FilterNode } from '@crewline/contract/filters'
import type { Db } from './db/pool.ts'

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

/**
 * What of a module would stop or change without a group or a custom field, declared in `defineModule({ uses })`. The
 * modules `groups` and `fields` refuse to delete what is used, and show where.
 */
export interface ModuleUses {
  /** Lists what names a group. */
  ofGroup?: (db: Db, orgId: string, groupId: string) => Promise<Use[]>
  /** Lists what may use custom fields; each is asked about every field. */
  ofFields?: (db: Db, orgId: string) => Promise<FieldUser[]>
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

/** Whether a filter has a rule about a custom field. */
export function filterNames(filter: FilterNode | null | undefined, { key }: SoughtField): boolean {
  return filter ? filterFieldsUsed(filter).has(`custom.${key}`) : false
}

/** Whether a text has a merge field for a custom field, such as `{badge}` or `{badge|none}`. */
export function textNames(text: string, { key }: SoughtField): boolean {
  return new RegExp(`\\{ *${key} *[|}]`).test(text)
}
