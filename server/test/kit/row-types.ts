import type pg from 'pg'

/** What `pg` makes of the types of our columns; kernel/db/pool.ts reads int8 as a number. */
const TYPES: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  inet: 'string',
  interval: 'unknown',
  json: 'unknown',
  jsonb: 'unknown',
  numeric: 'string',
  text: 'string',
  time: 'string',
  timestamptz: 'Date',
  tsvector: 'string',
  uuid: 'string',
  varbit: 'string',
  varchar: 'string',
  xid8: 'string',
}

interface Column {
  table: string
  column: string
  type: string
  nullable: boolean
  /** The constraints that concern this column alone. */
  checks: string[]
}

const COLUMNS = `
  select c.relname as "table", a.attname as "column", t.typname as "type", not a.attnotnull as nullable,
    array(select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.conname) as checks
  from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped
  order by c.relname collate "C", a.attnum`

/**
 * Renders the rows of every table of a migrated database as TypeScript, as queries return them. A text column that may
 * only have certain values is a union of these.
 */
export async function renderRowTypes(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Column>(COLUMNS)
  const tables = Map.groupBy(rows, (row) => row.table)
  const rendered = [...tables].map(([table, columns]) => {
    const lines = columns.map((column) => `    ${column.column}: ${typeOf(column)}`)
    return [`  ${table}: {`, ...lines, '  }'].join('\n')
  })
  return `// Generated from the migrated database by server/test/row-types.test.ts; do not edit.

/** The columns of every table, as queries return them. */
export interface Tables {
${rendered.join('\n')}
}
`
}

function typeOf({ table, column, type, nullable, checks }: Column): string {
  const isArray = type.startsWith('_')
  const element = TYPES[isArray ? type.slice(1) : type]
  if (!element) throw new Error(`${table}.${column} has type ${type}, which server/test/kit/row-types.ts does not know`)
  const base = isArray ? `${element}[]` : (valuesOf(checks) ?? element)
  return nullable && base !== 'unknown' ? `${base} | null` : base
}

/** Returns the values that `check (column in (…))` allows. */
function valuesOf(checks: string[]): string | undefined {
  for (const check of checks) {
    const [, list] = /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'\w+'::text(?:, )?)+)\]\)\)\)$/.exec(check) ?? []
    if (list) return list.replaceAll('::text', '').split(', ').join(' | ')
  }
  return undefined
}
