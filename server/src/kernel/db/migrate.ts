import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { installJobs } from '../jobs/queues.ts'

const FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** The key of the advisory lock that lets one process migrate while others wait. */
const LOCK = 7_203_611

/**
 * Migrates the database to the newest schema: creates the three roles, then runs each migration file once, in order,
 * each in its own transaction. Safe to call from several processes at once. Throws when an applied file was changed.
 */
export async function migrate(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await makeRoles(client)
    await client.query(
      'create table if not exists migration (name text primary key, ran_at timestamptz not null default now())',
    )
    const ran = new Set(
      (await client.query<{ name: string }>('select name from migration')).rows.map((row) => row.name),
    )
    const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
    const missing = [...ran].filter((name) => !files.includes(name))
    if (missing.length > 0)
      throw new Error(
        `This database was created by a newer version of Crewline (it has ${missing.join(', ')}). Update Crewline before you start it.`,
      )
    for (const name of files) {
      if (!ran.has(name)) await runOne(client, name)
    }
    await installJobs(ownerUrl)
  } finally {
    await client.end()
  }
}

async function runOne(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(`${FOLDER}/${name}`, 'utf8')
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into migration (name) values ($1)', [name])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
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
