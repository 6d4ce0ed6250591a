import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/pool.ts'
import { allowLong } from '../db/timeout.ts'
import { keyIdOf, SealedValueError, type Encryption } from './encryption.ts'
import { MASTER } from './encryption-keys.ts'
import type { SealAgain, SealedColumn } from './sealed-columns.ts'

/** Values in one transaction: their rows are locked for some milliseconds. */
const AT_ONCE = 500

/** Values of one column by the key that sealed them. */
export interface ColumnCount {
  column: SealedColumn
  /** By key id; what does not look sealed has the id `?`. */
  values: Map<string, number>
}

/** What one pass over the values did. */
export interface PassResult {
  sealed: number
  /** Values that their key does not open, by key id; the key itself may be missing. They stay as they are. */
  damaged: Map<string, number>
}

const nameOf = ({ table, column }: SealedColumn): string => `${table}.${column}`

/** Counts the values of a column by key, with one read of its table. */
export async function countByKey(system: Db, column: SealedColumn): Promise<ColumnCount> {
  const value = sql.ref(column.column)
  const { rows } = await system.transaction().execute(async (tx) => {
    await allowLong(tx, 'the operator counts the values of each encryption key')
    return sql<{ id: string; count: number }>`
      select coalesce(substring(left(${value}, 40) from '^v2[.]([a-z0-9][a-z0-9-]{0,31})[.][A-Za-z0-9_-]'),
        case when ${value} ~ '^v1[.][A-Za-z0-9_-]' then ${MASTER} end, '?') as id, count(*) as count
      from ${sql.table(column.table)} where ${value} is not null group by 1`.execute(tx)
  })
  return { column, values: new Map(rows.map(({ id, count }) => [id, count])) }
}

/** Returns a function that seals a value again with the first key; undefined when it already is, or does not open. */
export function sealerAgain(encryption: Encryption, onDamaged: (keyId: string) => void = () => {}): SealAgain {
  return (place, sealed) => {
    const id = keyIdOf(sealed)
    if (id === encryption.sealingKey) return undefined
    let text: string
    try {
      text = encryption.open(place, sealed)
    } catch (error) {
      if (!(error instanceof SealedValueError)) throw error
      onDamaged(id ?? '?')
      return undefined
    }
    return encryption.seal(place, text)
  }
}

/**
 * Seals every value of a column again that another key than the first sealed, in the order of the primary key. Rows that a
 * request is changing are left to the next pass, so that neither waits for the other. It can end at any moment: each
 * transaction is complete, and the next run finds what is left.
 */
export async function sealColumnAgain(
  system: Db,
  encryption: Encryption,
  column: SealedColumn,
  onBatch: (sealed: number) => void = () => {},
): Promise<PassResult> {
  const result: PassResult = { sealed: 0, damaged: new Map() }
  const again = sealerAgain(encryption, (id) => result.damaged.set(id, (result.damaged.get(id) ?? 0) + 1))
  const isOld = oldValues(column, encryption.sealingKey)
  let last: Record<string, string> | undefined
  for (;;) {
    const { rows, sealed } = await system.transaction().execute((tx) => sealBatch(tx, { column, isOld, last, again }))
    result.sealed += sealed
    onBatch(sealed)
    last = rows.at(-1)
    if (rows.length < AT_ONCE) return result
  }
}

function oldValues({ column }: SealedColumn, sealingKey: string): RawBuilder<boolean> {
  const prefix = sealingKey === MASTER ? 'v1.' : `v2.${sealingKey}.`
  return sql<boolean>`${sql.ref(column)} is not null and not starts_with(${sql.ref(column)}, ${prefix})`
}

type Row = Record<string, string> & { sealed_value: string }

async function sealBatch(
  tx: Db,
  batch: {
    column: SealedColumn
    isOld: RawBuilder<boolean>
    last: Record<string, string> | undefined
    again: SealAgain
  },
): Promise<{ rows: Row[]; sealed: number }> {
  const { column, isOld, last, again } = batch
  const [table, value] = [sql.table(column.table), sql.ref(column.column)]
  const names = Object.keys(column.key)
  const keys = sql.join(names.map((name) => sql.ref(name)))
  const after = last ? sql`and (${keys}) > (${sql.join(names.map((name) => last[name]))})` : sql``
  const { rows } = await sql<Row>`
    select ${keys}, ${value} as sealed_value from ${table} where ${isOld} ${after}
    order by ${keys} limit ${AT_ONCE} for no key update skip locked`.execute(tx)
  const changes = rows.flatMap((row) => {
    const resealed = again(column.placeOf(row), row.sealed_value)
    return resealed === undefined ? [] : [{ row, resealed }]
  })
  if (changes.length > 0) {
    const given = sql.join([
      ...names.map((name) => sql`${changes.map(({ row }) => row[name])}::${sql.raw(column.key[name] ?? 'text')}[]`),
      sql`${changes.map(({ row }) => row.sealed_value)}::text[]`,
      sql`${changes.map(({ resealed }) => resealed)}::text[]`,
    ])
    const same = sql.join(
      names.map((name) => sql`${sql.ref(`t.${name}`)} = ${sql.ref(`given.${name}`)}`),
      sql` and `,
    )
    await sql`
      update ${table} t set ${value} = given.resealed_value
      from unnest(${given}) as given(${sql.join([...names, 'sealed_value', 'resealed_value'].map((name) => sql.ref(name)))})
      where ${same} and ${sql.ref(`t.${column.column}`)} = given.sealed_value`.execute(tx)
  }
  return { rows, sealed: changes.length }
}

/** Adds the counts of several columns up by key. */
export function totalByKey(counts: readonly ColumnCount[]): Map<string, number> {
  const total = new Map<string, number>()
  for (const { values } of counts) for (const [id, count] of values) total.set(id, (total.get(id) ?? 0) + count)
  return total
}

/** Names the columns that hold values of a key, with their number. */
export function placesOfKey(counts: readonly ColumnCount[], id: string): string {
  return counts
    .flatMap(({ column, values }) => {
      const count = values.get(id)
      return count ? [`${nameOf(column)}: ${count}`] : []
    })
    .join(', ')
}
