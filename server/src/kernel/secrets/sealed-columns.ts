/**
 * A column whose values are sealed with an encryption key, declared in `defineModule({ sealedColumns })`. The operator's
 * command opens and seals them again when the key changes; a value in a column that no module declares would be lost with its
 * key, so a test looks for such columns.
 */
export interface SealedColumn {
  table: string
  column: string
  /** The columns of the primary key with their types, in order. */
  key: Readonly<Record<string, 'uuid' | 'text'>>
  /** Returns the place that the value of a row is bound to, from the primary key. */
  placeOf: (key: Readonly<Record<string, string>>) => string
}

type Keyed = Pick<SealedColumn, 'table' | 'column'>

/** A sealed column of a table whose rows have an id and no organization. */
export function sealedById(name: Keyed, placeOf: (id: string) => string): SealedColumn {
  return { ...name, key: { id: 'uuid' }, placeOf: ({ id = '' }) => placeOf(id) }
}

/** A sealed column of a table whose rows have an organization and an id; the place names the id. */
export function sealedInOrg(name: Keyed, placeOf: (id: string) => string): SealedColumn {
  return { ...name, key: { org_id: 'uuid', id: 'uuid' }, placeOf: ({ id = '' }) => placeOf(id) }
}

/** A sealed column of a table with one row for each organization. */
export function sealedByOrg(name: Keyed, placeOf: (orgId: string) => string): SealedColumn {
  return { ...name, key: { org_id: 'uuid' }, placeOf: ({ org_id: orgId = '' }) => placeOf(orgId) }
}

/** Sealed values in files of the data directory, declared in `defineModule({ sealedFiles })`. */
export interface SealedFiles {
  /** Counts the values of each key id in the files of a data directory. */
  count(dataDir: string): Promise<ReadonlyMap<string, number>>
  /** Seals again, with the first key, what no running process is about to read; returns how many values. */
  sealAgain(tools: { dataDir: string; seal: SealAgain }): Promise<number>
}

/** Returns a value sealed with the first key; undefined when it already is, or does not open. */
export type SealAgain = (place: string, sealed: string) => string | undefined

let columns: readonly SealedColumn[] | undefined
let files: readonly SealedFiles[] = []

/** Connects the declarations of all modules and of the kernel. */
export function connectSealed(
  owners: readonly { sealedColumns?: readonly SealedColumn[]; sealedFiles?: SealedFiles }[],
): void {
  columns = owners.flatMap(({ sealedColumns = [] }) => sealedColumns)
  files = owners.flatMap(({ sealedFiles }) => sealedFiles ?? [])
}

/** Returns the sealed columns of every table. */
export function sealedColumns(): readonly SealedColumn[] {
  if (!columns)
    throw new Error('sealed columns are not connected: call connectModules() of server/src/main/modules.ts first')
  return columns
}

/** Returns what counts and seals the values in files. */
export function sealedFiles(): readonly SealedFiles[] {
  return files
}

/** Counts the values of each key id in the files of a data directory. */
export async function countOnDisk(dataDir: string): Promise<Map<string, number>> {
  const total = new Map<string, number>()
  for (const kind of files)
    for (const [id, number] of await kind.count(dataDir)) total.set(id, (total.get(id) ?? 0) + number)
  return total
}
