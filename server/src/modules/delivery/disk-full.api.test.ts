import { readdir } from 'node:fs/promises'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeLog } from '../../kernel/log.ts'
import { spoolFolder, spoolIsEmpty } from './spool.ts'

let t: TestApp
afterEach(() => t.close())

const REFUSED = ['message', 'quarantined_event']

/** Runs statements as the owner of the database. */
async function asOwner<T extends object>(...statements: string[]): Promise<T[]> {
  const client = await t.process.kernel.database.listener()
  try {
    await client.query('set role none')
    let rows: T[] = []
    for (const statement of statements) ({ rows } = await client.query<T>(statement))
    return rows
  } finally {
    await client.end()
  }
}

/** Lets writes fail with this SQLSTATE, as on a full disk where a probe that only reads still succeeds. */
const breakStorage = (code: string) =>
  asOwner(
    'create sequence attempts; grant usage on sequence attempts to public',
    `create function fail_write() returns trigger language plpgsql as $$
     begin perform nextval('attempts'); raise exception 'could not extend file' using errcode = '${code}'; end $$`,
    ...REFUSED.map(
      (table) => `create trigger fail_write before insert on ${table} for each row execute function fail_write()`,
    ),
  )
const mendStorage = () => asOwner(...REFUSED.map((table) => `drop trigger fail_write on ${table}`))
const attempts = async () => Number((await asOwner<{ n: string }>('select last_value as n from attempts'))[0]?.n)

test.each([
  ['the disk of the database is full', '53100'],
  ['the disk of the database fails', '58030'],
  ['the database takes no writes', '25006'],
])('keeps inbound texts, and sends nothing, while %s', async (_, code) => {
  const lines: string[] = []
  t = await testApp({ log: makeLog('warn', { write: (line) => void lines.push(line) }) })
  const { config, database } = t.process.kernel
  const system = database.asSystem('the test looks at what was stored')
  await breakStorage(code)
  await t.carrier.texts(t.acme.bob.phone, 'I am late', t.acme.line.phone)
  await t.carrier.texts(t.acme.bob.phone, 'STOP', t.acme.line.phone)
  await t.until(async () => !(await spoolIsEmpty(config.dataDir)))
  const before = await attempts()
  await t.until(async () => (await attempts()) >= before + 7)
  expect((await sql`select from quarantined_event`.execute(system)).rows).toEqual([])
  expect((await readdir(spoolFolder(config.dataDir))).filter((name) => name.startsWith('dead-'))).toEqual([])
  expect(await spoolIsEmpty(config.dataDir)).toBe(false)
  expect(lines.filter((line) => line.includes('quarantined'))).toEqual([])
  await mendStorage()
  // Sent only after the STOP is stored, and therefore not at all.
  await t.as(t.acme.ann).call(sendMessage, { body: { contactId: t.acme.bob.id, body: 'Still there?' } })
  await t.until(async () => (await spoolIsEmpty(config.dataDir)) && (await received()).length === 2)
  expect((await received()).toSorted()).toEqual(['I am late', 'STOP'])
  await t.drain()
  expect((await t.carrier.sent()).map((text) => text.body)).not.toContain('Still there?')
  expect((await sql`select from quarantined_event`.execute(system)).rows).toEqual([])
})

async function received(): Promise<string[]> {
  const system = t.process.kernel.database.asSystem('the test looks at what was stored')
  const { rows } = await sql<{ body: string }>`select body from message where direction = 'in'`.execute(system)
  return rows.map((row) => row.body)
}
