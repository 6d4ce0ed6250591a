import { sql, type RawBuilder } from 'kysely'

/** A column of a record set: its type in the database, and its value in each row. */
type Column<Row> = readonly [
  type: 'uuid' | 'text' | 'smallint' | 'float8' | 'boolean' | 'jsonb' | 'timestamptz',
  value: (row: Row) => unknown,
]

/** Rows as a table of a statement: `insert into t (${set.names}) select ${set.names} from ${set.table}`. */
export interface RecordSet {
  /** The names of the columns, separated by commas. */
  names: RawBuilder<unknown>
  /** A table with one row per record and exactly these columns. */
  table: RawBuilder<unknown>
}

/**
 * Turns rows into a table, one parameter per column, so that the text of the statement does not depend on how many rows
 * there are. Each column is named once, next to its value: nothing is matched by position. JSON values are written as
 * they are, and undefined as null.
 */
export function recordSet<Row>(rows: readonly Row[], columns: Readonly<Record<string, Column<Row>>>): RecordSet {
  const names = sql.raw(Object.keys(columns).join(', '))
  const arrays = Object.values(columns).map(([type, value]) => {
    const values = rows.map((row) => toParameter(type, value(row)))
    return sql`${values}::${sql.raw(type)}[]`
  })
  return { names, table: sql`unnest(${sql.join(arrays)}) as record_set(${names})` }
}

function toParameter(type: string, value: unknown): unknown {
  if (value === undefined || value === null) return null
  return type === 'jsonb' ? JSON.stringify(value) : value
}
