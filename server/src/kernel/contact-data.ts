import type { RawBuilder } from 'kysely'
import type { Db } from './db/pool.ts'
import type { Kernel } from './kernel.ts'
import type { Tx } from './scope.ts'

/** The two contacts of a merge: what belongs to `fromId` moves to `toId`. */
export interface ContactPair {
  fromId: string
  toId: string
}

/** An erasure in its transaction: the contact with every contact merged into it, and all their numbers. */
export interface ContactErasure {
  contactIds: string[]
  phones: string[]
  /** Messages and files that earlier modules found; `derived` data, such as files, is erased by them. */
  messageIds: string[]
  fileIds: string[]
}

/** What a module adds to an erasure. */
export interface ErasedPart {
  messageIds?: string[]
  fileIds?: string[]
  /** Runs after the commit; for bytes outside the database. */
  afterCommit?: () => Promise<void>
}

/** An erasure after its commit: what is left is data that only the system role may delete. */
export interface RemainingErasure {
  orgId: string
  contactIds: string[]
  phones: string[]
  /** Those of the numbers that other contacts have too. */
  sharedPhones: string[]
}

/** The contacts of an export of personal data, and what its reader may see. */
export interface ExportedContact {
  contactIds: string[]
  phones: string[]
  canSeeSensitive: boolean
}

/** What happens to the rows of one table when their contact is merged, erased or exported. */
export interface ContactTable {
  /** The columns that name contacts or hold their numbers. */
  columns: readonly [string, ...string[]]
  /** `moves`: the rows belong to the kept contact afterward. `stays`: they remain with the archived contact. */
  merge: 'moves' | 'stays'
  /** `deleted`: no row names the contact or number afterward. `blanked`: rows stay, without what identifies a person. */
  erase: 'deleted' | 'blanked'
  /** The section of the export that lists the rows, or why none does. */
  export: string | { omitted: string }
}

/**
 * What one module stores about contacts, declared in `defineModule({ contactData })`. `privacy` runs the declarations
 * of all modules in one transaction, unscoped: what belongs to a contact does not depend on what the actor sees.
 */
export interface ContactData {
  /** Every table of the module with a column that names a contact or holds a contact's number. */
  tables: Readonly<Record<string, ContactTable>>
  /**
   * `rows` (default) run in module order. `derived` run after all rows, also in module order: a group orders its
   * members by their last message, and files are found through messages and calls.
   */
  order?: 'rows' | 'derived'
  /**
   * Moves rows to the kept contact and returns what `unmerge` needs; it must survive JSON. Must be safe to repeat for
   * what arrives during a merge.
   */
  merge?: (tx: Tx, pair: ContactPair) => Promise<unknown>
  /** Reverts a merge made at a moment where nothing has changed since; later changes stay with the kept contact. */
  unmerge?: (tx: Tx, pair: ContactPair, moved: never, mergedAt: Date) => Promise<void>
  /** Deletes or blanks rows in the transaction of the erasure. */
  erase?: (tx: Tx, erasure: ContactErasure, kernel: Kernel) => Promise<ErasedPart | void>
  /** Deletes what only the system role may delete, after the commit. Repeated until it succeeds. */
  finishErasure?: (system: Db, erasure: RemainingErasure, kernel: Kernel) => Promise<void>
  /** The sections of a personal data export, each a query. */
  export?: Readonly<Record<string, (contact: ExportedContact) => RawBuilder<unknown>>>
}

/** The part of a module definition that `connectContactData` reads. */
interface Declaring {
  name: string
  contactData?: ContactData
}

/** A module with what it declares about contacts. */
export interface DeclaredContactData {
  module: string
  data: ContactData
}

let declarations: readonly DeclaredContactData[] | undefined

/** Connects the declarations of all modules, given in module order. */
export function connectContactData(modules: readonly Declaring[]): void {
  const all = modules.flatMap(({ name, contactData }) => (contactData ? [{ module: name, data: contactData }] : []))
  const isDerived = ({ data }: DeclaredContactData) => data.order === 'derived'
  declarations = [...all.filter((declared) => !isDerived(declared)), ...all.filter(isDerived)]
}

/** Returns the declarations in the order in which they run. */
export function contactDataOfModules(): readonly DeclaredContactData[] {
  if (!declarations)
    throw new Error('contact data is not connected: call connectModules() of server/src/main/modules.ts first')
  return declarations
}
