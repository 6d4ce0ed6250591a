import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/kit/template-db.ts'
import { migrate } from './migrate.ts'
import { openDatabase, type Database } from './pool.ts'

const PGBOUNCER = '/usr/sbin/pgbouncer'
const PASSWORD = "it's a secret"
const ORGS = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'] as const

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Starts PgBouncer in transaction mode, with fewer connections than its clients have. */
async function startPgBouncer(folder: string, databaseUrl: string): Promise<{ url: string; bouncer: ChildProcess }> {
  const port = await freePort()
  const { searchParams, port: serverPort, hostname, pathname } = new URL(databaseUrl)
  const roles = ['crewline_app', 'crewline_scoped', 'crewline_system']
  await writeFile(join(folder, 'users.txt'), roles.map((role) => `"${role}" "${PASSWORD}"`).join('\n'))
  const settings = `[databases]
${pathname.slice(1)} = host=${searchParams.get('host') ?? hostname} port=${serverPort || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = md5
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 3
`
  await writeFile(join(folder, 'pgbouncer.ini'), settings)
  // It refuses to run as root; the owner of the database's socket can reach it, and must read these files.
  await chmod(folder, 0o755)
  const { uid } = await stat(searchParams.get('host') ?? folder)
  const asUser =
    process.getuid?.() === 0 ? ['-u', execFileSync('id', ['-nu', String(uid)], { encoding: 'utf8' }).trim()] : []
  const bouncer = spawn(PGBOUNCER, [...asUser, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
  for (let tries = 0; tries < 1_200 && !(await isOpen(port)); tries++) await wait(50)
  return { url: `postgres://127.0.0.1:${port}${pathname}`, bouncer }
}

describe.runIf(existsSync(PGBOUNCER))('behind PgBouncer in transaction mode', () => {
  let direct: TestDatabase
  let folder: string
  let bouncer: ChildProcess
  let database: Database
  beforeAll(async () => {
    direct = await testDatabase()
    await migrate(direct.url, { loginPassword: PASSWORD })
    folder = await mkdtemp(join(tmpdir(), 'crewline-pgbouncer-'))
    const started = await startPgBouncer(folder, direct.url)
    bouncer = started.bouncer
    database = openDatabase(
      direct.url,
      { app: 10, system: 5, scoped: 5 },
      { pooler: { url: started.url, password: PASSWORD }, namedStatements: false },
    )
    const system = database.asSystem('tests add organizations')
    for (const [n, id] of ORGS.entries())
      await sql`insert into organization (id, name, slug, timezone, country, created_at)
        values (${id}, ${`Org ${n}`}, ${`org-${n}`}, 'UTC', 'US', now())`.execute(system)
  })
  afterAll(async () => {
    await database.close()
    bouncer.kill('SIGKILL')
    await rm(folder, { recursive: true })
    const client = new pg.Client(direct.url)
    await client.connect()
    for (const role of ['crewline_app', 'crewline_scoped', 'crewline_system'])
      await client.query(`alter role ${role} nologin`)
    await client.end()
    await direct.drop()
  })

  test('keeps 3,000 reads, transactions and errors within their own organization', async () => {
    const work = Array.from({ length: 3_000 }, async (_, n) => {
      const org = n % 2
      const db = database.ofOrg(ORGS[org] as string)
      const names = async (handle: typeof db) =>
        (await sql<{ name: string }>`select name from organization where ${n} = ${n}::int`.execute(handle)).rows
      if (n % 3 === 0) return expect(await names(db)).toEqual([{ name: `Org ${org}` }])
      if (n % 3 === 1)
        return db.transaction().execute(async (tx) => expect(await names(tx)).toEqual([{ name: `Org ${org}` }]))
      return expect(sql`select 1 / ${0}::int from organization`.execute(db)).rejects.toThrow('division by zero')
    })
    await Promise.all(work)
  })

  test('leaves no organization on a connection of the pooler', async () => {
    await sql`select 1`.execute(database.ofOrg(ORGS[0]))
    const client = new pg.Client({ connectionString: direct.url, options: '-c role=crewline_app' })
    await client.connect()
    expect((await client.query('select from organization')).rowCount).toBe(0)
    await client.end()
    const { rows } = await sql<{ org: string }>`select current_setting('app.org', true) as org`.execute(
      database.asSystem('tests look at a setting'),
    )
    expect(rows[0]?.org || null).toBeNull()
  })

  test('logs in as the role itself, with its limit on statements and without the rights of the system role', async () => {
    const { rows } = await sql<{ login: string; timeout: string }>`
      select session_user::text as login, current_setting('statement_timeout') as timeout`.execute(
      database.ofOrg(ORGS[0]),
    )
    expect(rows).toEqual([{ login: 'crewline_app', timeout: '15s' }])
    const others = await sql`select from organization where id = ${ORGS[1]}`.execute(database.ofOrg(ORGS[0]))
    expect(others.rows).toHaveLength(0)
    await database
      .ofOrg(ORGS[0])
      .transaction()
      .execute(async (tx) => {
        await sql`set local role crewline_system`.execute(tx)
        expect((await sql`select from organization`.execute(tx)).rows).toHaveLength(2)
      })
  })

  test('listens on a connection of its own', async () => {
    const client = await database.listener()
    const notified = new Promise<string | undefined>((resolve) =>
      client.on('notification', (message) => resolve(message.payload)),
    )
    await client.query('listen crewline')
    await sql`select pg_notify('crewline', ${'hello'})`.execute(database.asSystem('tests notify'))
    expect(await notified).toBe('hello')
    await client.end()
  })
})
