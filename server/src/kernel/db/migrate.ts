import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { renumberForeignEvents } from '../events/renumber.ts'
import { installJobs } from '../jobs/queues.ts'
import { TIME_LIMITS } from './timeout.ts'

const FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** The key of the advisory lock that lets one process migrate while others wait. */
const LOCK = 7_203_611

/** How long to wait before asking for the lock again, in ms. */
const TURN_MS = 200

/** The database belongs to another version of Crewline; the message tells the operator what to do. */
export class SchemaMismatch extends Error {}

/** A migration that a database has. */
export interface AppliedMigration {
  name: string
  checksum: string
}

interface Migration extends AppliedMigration {
  text: string
}

/**
 * Migrates the database to the newest schema: creates the three roles, then runs each migration file once, in order,
 * each in its own transaction unless it says otherwise. Safe to call from several processes at once. Throws SchemaMismatch, and changes nothing,
 * when the database was created by an older build with other migrations or by a newer version. With a password the three
 * roles may log in themselves, which a pooler needs. `upTo` names the migrations of another database: only those run, and
 * they must be the same ones.
 */
export async function migrate(
  ownerUrl: string,
  {
    folder = FOLDER,
    loginPassword,
    upTo,
  }: { folder?: string; loginPassword?: string | undefined; upTo?: readonly AppliedMigration[] } = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await takeTurn(client)
    const migrations = selectMigrations(await readMigrations(folder), upTo)
    const applied = await appliedMigrations(client)
    refuseMismatch(migrations, applied)
    await makeRoles(client)
    if (loginPassword !== undefined) await letRolesLogIn(client, loginPassword)
    await client.query(`create table if not exists migration (
      name text primary key, checksum text not null, ran_at timestamptz not null default now())`)
    for (const migration of migrations) {
      if (!applied.has(migration.name)) await runOne(client, migration)
    }
    await renumberForeignEvents(client)
    await installJobs(ownerUrl)
  } finally {
    await client.end()
  }
}

/**
 * Waits until no other process migrates. A query that waits for the lock itself would stay open, and an index that is built
 * beside writes waits for every open query: the two would wait for each other.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_lock($1) as "isMine"', [LOCK])
    if (rows[0]?.isMine) return
    await new Promise((resolve) => setTimeout(resolve, TURN_MS))
  }
}

/** Returns the migrations that another database has. */
function selectMigrations(known: Migration[], upTo: readonly AppliedMigration[] | undefined): Migration[] {
  if (!upTo) return known
  refuseMismatch(known, new Map(upTo.map(({ name, checksum }) => [name, checksum])))
  return known.slice(0, upTo.length)
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(`${folder}/${name}`, 'utf8')
      return { name, text, checksum: checksumOf(text) }
    }),
  )
}

/** Ignores comments and white space, which do not change the schema. */
function checksumOf(text: string): string {
  const statements = text.replace(/--[^\n]*/g, '').replace(/\s+/g, ' ')
  return createHash('sha256').update(statements.trim()).digest('hex')
}

/** Returns the checksums by name; null for a migration of a build that recorded none. */
async function appliedMigrations(client: pg.Client): Promise<Map<string, string | null>> {
  const { rows: found } = await client.query<{ table: string | null }>("select to_regclass('migration')::text as table")
  if (!found[0]?.table) return new Map()
  const { rows } = await client.query<{ name: string; checksum: string | null }>(
    "select m.name, to_jsonb(m) ->> 'checksum' as checksum from migration m",
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function refuseMismatch(migrations: Migration[], applied: Map<string, string | null>): void {
  const unknown = new Map(applied)
  let isComplete = true
  let isChanged = false
  for (const { name, checksum } of migrations) {
    if (!applied.has(name)) isComplete = false
    else if (applied.get(name) !== checksum) isChanged = true
    unknown.delete(name)
  }
  // A newer version has all of these migrations and more; any other difference comes from another line of development.
  if (isChanged || (unknown.size > 0 && !isComplete))
    throw new SchemaMismatch(
      'This database was created by an older build of Crewline, from before its first release, and cannot be updated. To start afresh, stop Crewline, move the data directory (DATA_DIR, by default ./data) away, and start again. If you set DATABASE_URL, point it at an empty database instead.',
    )
  if (unknown.size > 0)
    throw new SchemaMismatch(
      `This database was created by a newer version of Crewline (it has ${[...unknown.keys()].join(', ')}). Update Crewline before you start it.`,
    )
}

/** The first line of a file that holds one repeatable statement which cannot run in a transaction. */
const OUTSIDE = /^\s*-- outside a transaction:/

async function runOne(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  const isInTransaction = !OUTSIDE.test(text)
  if (isInTransaction) await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    if (isInTransaction) await client.query('commit')
  } catch (cause) {
    if (isInTransaction) await client.query('rollback')
    throw new Error(`migration ${name} failed: ${(cause as Error).message}`, { cause })
  }
}

/**
 * Roles belong to the server, not to one database, so a migration of another database may be creating them at the same
 * time.
 */
async function makeRoles(client: pg.Client): Promise<void> {
  for (const role of ['crewline_app', 'crewline_system', 'crewline_scoped']) {
    await client.query(`
      do $$ begin
        if not exists (select from pg_roles where rolname = '${role}') then
          create role ${role} nologin nosuperuser nobypassrls;
        end if;
      exception when duplicate_object or unique_violation then null;
      end $$`)
    await client.query(`grant ${role} to current_user`)
    await client.query(`grant usage on schema public to ${role}`)
  }
  // The narrowed role has the same permissions as a member with full visibility, on fewer rows.
  await client.query(`
    do $$ begin
      if not pg_has_role('crewline_scoped', 'crewline_app', 'usage') then
        grant crewline_app to crewline_scoped;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$`)
}

/**
 * Lets the three roles log in. What a connection of the owner sets at its start, they have as their own setting, and like
 * the owner they may change to the system role for the last statements of a transaction, without having its rights.
 */
async function letRolesLogIn(client: pg.Client, password: string): Promise<void> {
  for (const role of ['crewline_app', 'crewline_system', 'crewline_scoped']) {
    await client.query(`alter role ${role} login password ${pg.escapeLiteral(password)}`)
    await client.query(`alter role ${role} set statement_timeout = ${TIME_LIMITS.statement}`)
    await client.query(`alter role ${role} set transaction_timeout = ${TIME_LIMITS.transaction}`)
    if (role !== 'crewline_system') await client.query(`grant crewline_system to ${role} with inherit false, set true`)
  }
}
