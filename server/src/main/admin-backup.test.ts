import { mkdtemp, readFile, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sendMessage } from '@crewline/contract/messages'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { systemScope } from '../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../test/kit/test-app.ts'
import { testDatabase, type TestDatabase } from '../../test/kit/template-db.ts'
import { listTables } from '../kernel/db/backup/tables.ts'
import { startEmbedded } from '../kernel/db/embedded.ts'
import { MessageChanged } from '../modules/messages/index.ts'
import { readConfig } from '../kernel/config.ts'
import { makeLog } from '../kernel/log.ts'
import { realWorld } from '../kernel/world.ts'
import { explainAdminError, runAdmin } from './admin.ts'
import { startProcess } from './process.ts'

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')

let t: TestApp
let dir: string
let file: string
let said: string
beforeAll(async () => {
  // No sender and no worker, so that nothing changes after the backup.
  t = await testApp({ roles: 'web' })
  dir = await mkdtemp(join(tmpdir(), 'crewline-backup-'))
  file = join(dir, 'one.backup')
  for (const body of ['Line one\nline two', 'Ünïcode \u2028 "quoted", (braces) {} \\ \'', '\t'])
    await t.as(t.acme.ann).call(sendMessage, {
      body: { contactId: t.acme.bob.id, body: `Shift ${body}`, clientMessageId: t.process.kernel.world.id() },
    })
  said = await admin('backup', file)
})
afterAll(async () => {
  await t.close()
  await rm(dir, { recursive: true, force: true })
})

const urlOf = () => t.process.kernel.config.databaseUrl ?? ''
const runWith = (env: Record<string, string>, ...args: string[]) =>
  runAdmin(args, { DATA_DIR: join(dir, 'data'), ...env }).catch(explainAdminError)
const admin = (...args: string[]) => runWith({ DATABASE_URL: urlOf(), MASTER_KEY }, ...args)

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** What is compared of tables of which the rest differs or moves on while the product runs. */
const COMPARED: Record<string, string> = {
  event_log: 'row(org_id, name, payload, at)',
  encryption_key: 'row(id, key_check)',
}

/** Every row of every table that a backup contains, as text; positions in the event log differ. */
const everything = (url: string) =>
  asOwner(url, async (client) => {
    await client.query('set role crewline_system')
    const found: Record<string, string[]> = {}
    for (const { name } of await listTables(client)) {
      const columns = COMPARED[name] ?? 't'
      if (name === 'event_cursor' || name === 'database_mark') continue
      const { rows } = await client.query<{ row: string }>(`select ${columns}::text as row from ${name} t order by 1`)
      found[name] = rows.map(({ row }) => row)
    }
    return found
  })

/** A database whose owner has no special rights. */
async function plainDatabase(): Promise<TestDatabase> {
  const name = `plain_${t.process.kernel.world.bytes(6).toString('hex')}`
  const server = inject('testServerUrl')
  await asOwner(server, async (client) => {
    await client.query(`create role ${name} login`)
    await client.query(`grant crewline_app, crewline_system, crewline_scoped to ${name} with admin option`)
    await client.query(`create database ${name} owner ${name}`)
  })
  const url = new URL(server)
  url.pathname = `/${name}`
  url.username = name
  return {
    url: url.href,
    drop: () =>
      asOwner(server, async (client) => {
        await client.query(`drop database ${name} with (force)`)
        await client.query(`drop role ${name}`)
      }),
  }
}

test('writes a file that only its owner can read, and says that the master key is not in it', async () => {
  expect(said).toMatch(/^Wrote .*one\.backup: \d+ rows of \d+ tables, as of 20/)
  expect(said).toContain('The master key is not in the backup. Keep MASTER_KEY in another place')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readFile(file)).includes(Buffer.from(MASTER_KEY))).toBe(false)
  expect(await admin('backup', file)).toContain('already exists')
  const without = await runWith({ DATABASE_URL: urlOf() }, 'backup', join(dir, 'two.backup'))
  expect(without).toContain('MASTER_KEY is not in the backup, and this command does not have it either')
})

test.each(['the superuser', 'a plain owner'])('restores every row to an empty database of %s', async (owner) => {
  const database = owner === 'a plain owner' ? await plainDatabase() : await testDatabase()
  try {
    const env = { DATABASE_URL: database.url, MASTER_KEY }
    expect(await runWith(env, 'restore', file)).toMatch(/^Restored \d+ rows of \d+ tables as of 20/)
    const [before, after] = [await everything(urlOf()), await everything(database.url)]
    for (const [table, rows] of Object.entries(before)) expect({ table, rows: after[table] }).toEqual({ table, rows })
    await asOwner(database.url, async (client) => {
      const { rows } = await client.query(
        `select (select count(*) from pg_constraint where contype = 'f' and conparentid = 0) as keys,
           (select count(*) from pg_class where relforcerowsecurity) as forced,
           (select count(*) from pg_trigger where tgenabled = 'D') as disabled,
           (select count(*) from event_log where xid >= pg_current_xact_id()) as ahead`,
      )
      expect(rows[0]).toMatchObject({ disabled: 0, ahead: 0 })
    })
    expect(await runWith(env, 'restore', file)).toContain('This database is not empty')
  } finally {
    await database.drop()
  }
})

test('keeps the position of each follower in the event log of another server', async () => {
  const scope = systemScope(t.process.kernel, t.acme)
  const publish = () => scope.tx(async (tx) => tx.publish(MessageChanged, { ids: [] }))
  await publish()
  await asOwner(urlOf(), (client) =>
    client.query(
      "update event_cursor set (xid, seq) = (select xid, seq from event_log order by xid desc, seq desc limit 1) where follower = 'notifications'",
    ),
  )
  await publish()
  await publish()
  const path = join(dir, 'events.backup')
  await admin('backup', path)
  const database = await testDatabase()
  try {
    await runWith({ DATABASE_URL: database.url, MASTER_KEY }, 'restore', path)
    await asOwner(database.url, async (client) => {
      const ahead = await client.query(
        "select l.name from event_log l, event_cursor c where c.follower = 'notifications' and (l.xid, l.seq) > (c.xid, c.seq)",
      )
      expect(ahead.rowCount).toBe(2)
    })
  } finally {
    await database.drop()
  }
})

test('refuses a wrong or missing key, a damaged file and another file, and changes nothing', async () => {
  const database = await testDatabase()
  try {
    const env = { DATABASE_URL: database.url }
    expect(await runWith(env, 'restore', file)).toContain('The master key is missing')
    const otherKey = Buffer.alloc(32, 9).toString('base64')
    expect(await runWith({ ...env, MASTER_KEY: otherKey }, 'restore', file)).toContain('not the one this backup')
    const cut = join(dir, 'cut.backup')
    await admin('backup', cut)
    await truncate(cut, (await stat(cut)).size - 500)
    expect(await runWith({ ...env, MASTER_KEY }, 'restore', cut)).toContain('is not a complete backup')
    expect(await runWith({ ...env, MASTER_KEY }, 'restore', join(dir, 'none'))).toContain('There is no file')
    expect(await runWith({ ...env, MASTER_KEY }, 'restore')).toContain('Name the backup to restore.')
    expect((await everything(database.url))['organization']).toEqual([])
  } finally {
    await database.drop()
  }
})

test('names the encryption keys that a backup needs, and refuses to restore without one of them', async () => {
  const keys = `fall:${Buffer.alloc(32, 3).toString('base64')}`
  const path = join(dir, 'keys.backup')
  expect(await runWith({ DATABASE_URL: urlOf(), MASTER_KEY, ENCRYPTION_KEYS: keys }, 'encryption-keys')).toContain(
    '"fall" seals what is new',
  )
  expect(await admin('backup', path)).toContain('Keep the keys "fall" of ENCRYPTION_KEYS as long as this backup')
  await asOwner(urlOf(), (client) => client.query("delete from encryption_key where id = 'fall'"))
  const database = await testDatabase()
  try {
    const env = { DATABASE_URL: database.url, MASTER_KEY }
    expect(await runWith(env, 'restore', path)).toMatch(/does not have the key "fall".*Nothing was changed\./)
    expect((await everything(database.url))['organization']).toEqual([])
    expect(await runWith({ ...env, ENCRYPTION_KEYS: keys }, 'restore', path)).toMatch(/^Restored/)
  } finally {
    await database.drop()
  }
})

test('starts a restored database without sending, and sends what the operator releases', async () => {
  const database = await testDatabase()
  const env = { DATABASE_URL: database.url, MASTER_KEY, SIMULATORS: 'on', SIMULATOR_URL: t.carrier.url }
  try {
    await runWith(env, 'restore', file)
    const started = await startProcess({
      config: readConfig({ ...env, PORT: '0', DATA_DIR: join(dir, 'fresh'), ROLES: 'web,sender', LOG_LEVEL: 'error' }),
      databaseUrl: database.url,
      masterKey: MASTER_KEY,
      world: realWorld(),
      log: makeLog('error'),
      version: 'test',
    })
    try {
      const status = await t.until(async () => {
        const text = await runWith(env, 'restore-status')
        return text.includes('The carriers answered') && text
      })
      expect(status).toMatch(/Acme .*3 texts wait\./)
      expect(await t.carrier.sent()).toEqual([])
      expect(await runWith(env, 'restore-release', '--organization', 'nowhere')).toContain('no organization "nowhere"')
      const slug = /Acme \((\S+)\)/.exec(status)?.[1] ?? ''
      const released = await runWith(env, 'restore-release', '--organization', slug)
      expect(released).toContain('3 texts released, 0 cancelled')
      await t.until(async () => (await t.carrier.sent()).length === 3)
      expect(await runWith(env, 'restore-cancel', '--organization', slug)).toContain('waits for no decision')
    } finally {
      await started.stop()
    }
  } finally {
    await database.drop()
  }
})

test('restores to the embedded database, and moves a filled one aside', async () => {
  const env = { MASTER_KEY }
  expect(await runWith(env, 'restore', file)).toMatch(/^Restored/)
  const again = await runWith(env, 'restore', file)
  expect(again).toMatch(/The database that was there before is in .*postgres\.before-\d{8}T\d{6}Z\./)
  expect(await runWith(env, 'backup', join(dir, 'embedded.backup'))).toMatch(/^Wrote/)
  const running = await startEmbedded({ dataDir: join(dir, 'data', 'postgres'), fast: true })
  try {
    expect(await runWith(env, 'backup', join(dir, 'live.backup'))).toMatch(/^Wrote/)
    expect(await runWith(env, 'restore', file)).toContain('Stop the server first')
    expect((await everything(running.url()))['message']).toEqual((await everything(urlOf()))['message'])
  } finally {
    await running.stop()
  }
})
