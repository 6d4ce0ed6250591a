import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/kit/template-db.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let client: pg.Client
beforeEach(async () => {
  database = await testDatabase()
  client = new pg.Client(database.url)
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

const applied = async (): Promise<unknown> => (await client.query('select * from migration order by name')).rows

test('runs each migration once', async () => {
  const before = await applied()
  await migrate(database.url)
  expect(await applied()).toEqual(before)
})

test('records what it ran when several processes start at once', async () => {
  await client.query('drop schema public cascade; create schema public')
  await Promise.all([migrate(database.url), migrate(database.url)])
  expect(await applied()).not.toHaveLength(0)
})

test('runs a file outside a transaction when it says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crewline-migrations-'))
  try {
    await cp(new URL('../../../migrations', import.meta.url), folder, { recursive: true })
    const statement = 'create index concurrently if not exists mail_by_creation on mail (created_at);'
    await writeFile(join(folder, '9000_mail.sql'), statement)
    await expect(migrate(database.url, { folder })).rejects.toThrow(
      /9000_mail.sql failed: .* inside a transaction block/,
    )
    await writeFile(join(folder, '9000_mail.sql'), `-- outside a transaction: builds concurrently\n${statement}`)
    await migrate(database.url, { folder })
    const { rows } = await client.query(
      "select indisvalid from pg_index where indexrelid = 'mail_by_creation'::regclass",
    )
    expect(rows).toEqual([{ indisvalid: true }])
    expect(JSON.stringify(await applied())).toContain('9000_mail.sql')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('renumbers the events of another server, so that followers read what comes next', async () => {
  await client.query(`insert into event_log (xid, org_id, name, payload, at) overriding system value
    select (900000000000 + x)::text::xid8, gen_random_uuid(), 'e' || x, '{}', now() from generate_series(1, 3) x`)
  await client.query("update event_cursor set xid = '900000000002', seq = 2000000 where follower = 'notifications'")
  await migrate(database.url)
  await client.query("insert into event_log (org_id, name, payload, at) values (gen_random_uuid(), 'e4', '{}', now())")
  const next = async () => {
    const { rows } = await client.query<{ name: string }>(
      `select name from event_log l where (l.xid, l.seq) > (select xid, seq from event_cursor where follower = 'notifications')
         and l.xid < pg_snapshot_xmin(pg_current_snapshot()) order by l.xid, l.seq`,
    )
    return rows.map((row) => row.name)
  }
  // Followers read no event while an older transaction is open anywhere on the server, such as one of another test.
  await expect.poll(next, { timeout: 60_000 }).toEqual(['e3', 'e4'])
})

const older: [name: string, sql: string][] = [
  [
    'that recorded no checksums',
    `alter table migration drop column checksum; update migration set name = '0001_kernel_create_log.sql' where name = '0001_kernel.sql'`,
  ],
  [
    'with other content under the same name',
    `update migration set checksum = 'other' where name = '0008_contacts.sql'`,
  ],
  ['with other files', `update migration set name = '0002_letters.sql' where name = '0002_mail.sql'`],
]
test.each(older)('refuses a database of an older build %s and leaves it alone', async (_name, sql) => {
  await client.query(sql)
  const before = await applied()
  await expect(migrate(database.url)).rejects.toThrow(/older build of Crewline.*move the data directory .* away/)
  expect(await applied()).toEqual(before)
})

test('refuses a database of a newer version', async () => {
  await client.query(`insert into migration (name, checksum) values ('9000_contacts_add_pronouns.sql', 'new')`)
  await expect(migrate(database.url)).rejects.toThrow(
    /newer version of Crewline \(it has 9000_contacts_add_pronouns\.sql\)/,
  )
})
