import type { CustomValue } from '@crewline/contract/contacts'
import type { FieldOption, FieldType } from '@crewline/contract/fields'
import type { Db } from '../../kernel/db/pool.ts'
import { definePort } from '../../kernel/ports.ts'
import type { Tx } from '../../kernel/scope.ts'

/**
 * Provided by legal-holds: returns which of these keys have a value of a contact on hold, and keeps holds as they are until the
 * transaction ends. Call it before any other lock.
 */
export const heldFields = definePort<(tx: Tx, keys: readonly string[]) => Promise<Set<string>>>('heldFields')

/** How to read a field's values before or after a type change. */
export interface Shape {
  type: FieldType
  options: readonly FieldOption[]
}

/** The contact that already has a value. */
export interface ValueOwner {
  id: string
  name: string
}

/** Access to stored values of the organization's contacts. Counts exclude archived contacts. */
export interface FieldValues {
  /** Counts the contacts with a value, by key. Keys without values are absent. */
  count(db: Db, keys: string[]): Promise<Map<string, number>>
  /** Counts the contacts without a value. */
  missing(db: Db, key: string): Promise<number>
  /** Counts the contacts whose value another contact has too, ignoring case. */
  conflicts(db: Db, key: string): Promise<number>
  /** Returns the options in use, including by archived contacts. */
  chosen(db: Db, key: string): Promise<Set<string>>
  /** Converts every value of a key. Returns the length of the longest resulting text in characters. */
  convert(tx: Tx, key: string, change: { from: Shape; to: Shape }): Promise<number>
  /** Deletes every value of these keys. */
  clear(tx: Tx, keys: string[]): Promise<void>
  /** Returns another contact with this value, ignoring case. */
  owner(tx: Tx, key: string, value: { is: CustomValue; exceptId: string | null }): Promise<ValueOwner | undefined>
}

/** Provided by contacts: counts, converts and deletes stored values of custom fields. */
export const fieldValues = definePort<FieldValues>('fieldValues')
