import type pg from 'pg'
import type { Kernel } from '../../src/kernel/kernel.ts'
import type { Encryption } from '../../src/kernel/secrets/encryption.ts'
import { sealedColumns } from '../../src/kernel/secrets/sealed-columns.ts'
import { ROW_OF_EACH } from './row-of-each.ts'

/** Rows of tables without an organization, and of those that a test of row security fills otherwise. */
const OTHER_ROWS = [
  "insert into mail (id, channel, sealed, due_at, expires_at, created_at) values ($2::uuid, 'email', coalesce($1, ''), 'infinity', 'infinity', now())",
  "insert into mail_request (id, sealed, created_at) values ($2::uuid, coalesce($1, ''), now())",
  `insert into idempotent_call (org_id, user_id, key, claim_id, claimed_until, created_at)
   select $1::uuid, $2::uuid, 'call|"''' || n, $2::uuid, now(), now() from generate_series(1, 1200) n`,
]

/** Connects as the owner of the database, who sees and may write every row. */
export async function openAsOwner(kernel: Kernel): Promise<pg.Client> {
  const client = await kernel.database.listener()
  await client.query('set role none')
  return client
}

/** Fills every sealed column of every table with a value of the organization, 1,200 of them in one table. */
export async function plantSealed(
  client: pg.Client,
  { world }: Pick<Kernel, 'world'>,
  encryption: Encryption,
  orgId: string,
): Promise<void> {
  // Only the sealed columns matter here: what the rows would refer to need not exist.
  await client.query('set session_replication_role = replica')
  for (const table of new Set(sealedColumns().map((column) => column.table))) {
    const row = ROW_OF_EACH.find(([name]) => name === table)
    if (row && table !== 'idempotent_call' && table !== 'line')
      await client.query(`insert into ${table} (org_id, ${row[1]}) values ($1, ${row[2]})`, [orgId, world.id()])
  }
  for (const statement of OTHER_ROWS) await client.query(statement, [orgId, world.id()])
  for (const { table, column, key, placeOf } of sealedColumns()) {
    // The lines of the test app have credentials already.
    if (table === 'line') continue
    const names = Object.keys(key)
    const { rows } = await client.query<Record<string, string>>(`select ${names.join(', ')} from ${table}`)
    const values = rows.map((place) => encryption.seal(placeOf(place), textOf(table, column, place)))
    const arrays = names.map((name, index) => `$${index + 2}::${key[name]}[]`)
    await client.query(
      `update ${table} t set ${column} = v.sealed_value from unnest($1::text[], ${arrays.join(', ')}) v(sealed_value, ${names.join(', ')})
       where ${names.map((name) => `t.${name} = v.${name}`).join(' and ')}`,
      [values, ...names.map((name) => rows.map((place) => place[name]))],
    )
  }
  await client.query('set session_replication_role = origin')
}

const textOf = (table: string, column: string, key: Record<string, string>) =>
  `${table}.${column} ${Object.values(key).join(' ')}`

/** Every value of a sealed column, with its place and the text that was planted there. */
export async function readSealed(
  client: pg.Client,
): Promise<{ name: string; place: string; sealed: string; planted: string }[]> {
  const found = []
  for (const { table, column, key, placeOf } of sealedColumns()) {
    const names = Object.keys(key)
    const { rows } = await client.query<Record<string, string>>(
      `select ${names.join(', ')}, ${column} as sealed_value from ${table} where ${column} is not null`,
    )
    for (const { sealed_value: sealed = '', ...place } of rows)
      found.push({ name: `${table}.${column}`, place: placeOf(place), sealed, planted: textOf(table, column, place) })
  }
  return found
}

/** How many values of each sealed column a set of keys opens. */
export async function countOpened(client: pg.Client, encryption: Encryption): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name, place, sealed } of await readSealed(client)) {
    counts[name] ??= 0
    try {
      encryption.open(place, sealed)
      counts[name] += 1
    } catch {}
  }
  return counts
}

/** What every sealed value contains: at least a nonce and a tag, as base64url. */
const SEALED = '(^|[^A-Za-z0-9_])v(1|2[.][a-z0-9-]{1,32})[.][A-Za-z0-9_-]{38,}'

/** Lists the columns of the whole database in which something looks sealed, also within longer text. */
export async function findSealedColumns(client: pg.Client): Promise<string[]> {
  const { rows: columns } = await client.query<{ schema: string; table: string; column: string; type: string }>(
    `select n.nspname as schema, c.relname as table, a.attname as column, a.atttypid::regtype::text as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
       and a.atttypid::regtype::text in ('text', 'text[]', 'character varying', 'json', 'jsonb', 'bytea')
     order by 1, 2, 3`,
  )
  const found: string[] = []
  for (const { schema, table, column, type } of columns) {
    const value = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`
    const { rowCount } = await client.query(`select from ${schema}."${table}" where ${value} ~ $1 limit 1`, [SEALED])
    if (rowCount) found.push(`${schema === 'public' ? '' : `${schema}.`}${table}.${column}`)
  }
  return found
}
