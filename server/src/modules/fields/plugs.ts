import type { CustomValue } from '@crewline/contract/contacts'
import type { FieldOption, FieldType, Use } from '@crewline/contract/fields'
import type { Db } from '../../kernel/db/pool.ts'
import { definePlug } from '../../kernel/plugs.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { FieldRule } from './rules.ts'

/** A field as those look for it who may use it: filters as `custom.<key>`, texts as `{<key>}`. */
export type SoughtField = Pick<FieldRule, 'id' | 'key' | 'name'>

/** Filled by roster: what works with these fields and would break without them, by the id of the field; absent is nothing. */
export const fieldUses = definePlug<(db: Db, fields: readonly SoughtField[]) => Promise<Map<string, Use[]>>>(
  'fieldUses',
  async () => new Map(),
)

/** What works with one field. */
export async function usesOf(db: Db, field: SoughtField): Promise<Use[]> {
  return (await fieldUses.get()(db, [field])).get(field.id) ?? []
}

/** How a field's values are read before and after it changes its type. */
export interface Shape {
  type: FieldType
  options: readonly FieldOption[]
}

/** Who has a value already. */
export interface ValueOwner {
  id: string
  name: string
}

/** Values of the organization's workers, wherever they stand. Counts are of workers who are not archived. */
export interface FieldValues {
  /** How many workers have a value, by key; a key nobody has a value of is absent. */
  count(db: Db, keys: string[]): Promise<Map<string, number>>
  /** How many workers have none. */
  missing(db: Db, key: string): Promise<number>
  /** How many workers have a value that somebody else has too, without regard to case. */
  conflicts(db: Db, key: string): Promise<number>
  /** The options somebody has, archived workers too. */
  chosen(db: Db, key: string): Promise<Set<string>>
  /** Writes every value of a key in its new form; answers how many characters the longest text has then. */
  convert(tx: Tx, key: string, change: { from: Shape; to: Shape }): Promise<number>
  /** Takes every value of these keys away. */
  clear(tx: Tx, keys: string[]): Promise<void>
  /** Who, besides one worker, has this value, without regard to case. */
  owner(tx: Tx, key: string, value: { is: CustomValue; exceptId: string | null }): Promise<ValueOwner | undefined>
}

/** Filled by contacts, who own the values. */
export const fieldValues = definePlug<FieldValues>('fieldValues', {
  count: async () => new Map(),
  missing: async () => 0,
  conflicts: async () => 0,
  chosen: async () => new Set(),
  convert: async () => 0,
  clear: async () => {},
  owner: async () => undefined,
})
