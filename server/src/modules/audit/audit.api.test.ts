import { createTag } from '@crewline/contract/tags'
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { sealEntries, verifyAudit } from './index.ts'
import { startSealing } from './seal.ts'

let t: TestApp
beforeAll(async () => {
  // Without workers: only this test seals.
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const everything = new Date(0)
let names = 0
/** Makes the product write this many entries, and returns their ids. */
async function write(count: number): Promise<string[]> {
  for (let nth = 0; nth < count; nth += 1)
    await t.as(t.acme.ann).call(createTag, { body: { name: `Tag ${(names += 1)}` } })
  const found = await sql<{ id: string }>`
    select id from audit_entry where org_id = ${t.acme.id} order by id desc limit ${count}`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  return found.rows.map(({ id }) => id).toReversed()
}

const verdict = (now = new Date()) => {
  const { database, encryption } = t.process.kernel
  return verifyAudit(database.ofOrg(t.acme.id), {
    orgId: t.acme.id,
    fingerprint: (place, text) => encryption.fingerprint(place, text),
    now,
  })
}

/** Tampers as the owner of the database, with the triggers off, and takes it back after the look. */
async function withTampering(statement: string, values: unknown[], now?: Date) {
  const client = new pg.Client(t.process.kernel.config.databaseUrl)
  await client.connect()
  const tables = ['audit_entry', 'audit_seal']
  try {
    await client.query('set session_replication_role = replica')
    for (const table of tables) await client.query(`create temporary table kept_${table} as table ${table}`)
    await client.query(statement, values)
    const found = await verdict(now)
    for (const table of tables) {
      await client.query(`delete from ${table}`)
      await client.query(`insert into ${table} table kept_${table}`)
    }
    return found
  } finally {
    await client.end()
  }
}

test('finds an untouched log intact, sealed and not yet sealed, by two sealers at the same time', async () => {
  const ids = await write(5)
  expect((await verdict()).summary).toContain('5 wait to be sealed')
  await Promise.all([sealEntries(t.process.kernel, everything), sealEntries(t.process.kernel, everything)])
  await write(1)
  const { problems, summary } = await verdict()
  expect(problems).toEqual([])
  expect(summary).toMatch(
    /^5 entries are as they were written, 1 wait to be sealed\.\nThe chain ends with link 5: [0-9a-f]{64}$/,
  )
  expect(ids).toHaveLength(5)
})

test('finds an entry that was changed, removed or inserted, and a chain that was cut', async () => {
  const [first, second, third] = await write(3)
  await sealEntries(t.process.kernel, everything)
  const of = t.acme.id
  const changed = (set: string, id = second) => withTampering(`update audit_entry set ${set} where id = $1`, [id])
  for (const set of [
    `detail = '{"name":"Other"}'`,
    `detail = '{"name":"Other"}', salt = null`,
    "action = 'other'",
    "at = at + interval '1 second'",
    'actor_id = null',
    "target = 'other'",
  ])
    expect((await changed(set)).problems).toEqual([
      expect.stringMatching(new RegExp(`^Entry ${second} .* was changed\\.$`)),
    ])
  const removed = await withTampering('delete from audit_entry where id = $1', [first])
  expect(removed.problems).toEqual([expect.stringMatching(new RegExp(`^Entry ${first} .* was removed\\.$`))])
  const both = await withTampering(
    'with gone as (delete from audit_entry where id = $1) delete from audit_seal where entry_id = $1',
    [second],
  )
  expect(both.problems).toEqual([expect.stringMatching(/^Links \d+ to \d+ were removed\.$/)])
  const insert = "insert into audit_entry (org_id, id, at, action) values ($1, uuidv7(), now(), 'invented')"
  expect((await withTampering(insert, [of])).problems).toEqual([
    expect.stringMatching(/^Entry .* \(invented, .*\) was inserted or changed\.$/),
  ])
  const copied = `insert into audit_entry select org_id, uuidv7(), at, actor_id, session_id, action, target, detail, request_id, salt, commitment, mark
    from audit_entry where id = $1`
  expect((await withTampering(copied, [third])).problems).toEqual([expect.stringMatching(/was inserted or changed\.$/)])
  const later = new Date(Date.now() + 48 * 3_600_000)
  const unlinked = await withTampering(
    'delete from audit_seal where seq = (select max(seq) from audit_seal)',
    [],
    later,
  )
  expect(unlinked.problems).toEqual([expect.stringMatching(/^The link of Entry .* was removed\.$/)])
  expect((await verdict()).problems).toEqual([])
})

test('seals at its start what was written right before every process stopped, also a week ago', async () => {
  const { kernel } = t.process
  await sealEntries(kernel, everything)
  const ids = await write(2)
  const later = new Date(Date.now() + 7 * 86_400_000)
  await sealEntries(kernel, new Date(later.getTime() - 15 * 60_000))
  expect((await verdict(later)).problems).toEqual(ids.map((id) => expect.stringContaining(id)))
  const running = startSealing({ ...kernel, world: { ...kernel.world, machineNow: () => later } })
  await expect.poll(async () => (await verdict(later)).problems).toEqual([])
  await running.stop()
})

test('refuses changes by the owner of the database, except that a detail is erased', async () => {
  const [id] = await write(1)
  await sealEntries(t.process.kernel, everything)
  const client = new pg.Client(t.process.kernel.config.databaseUrl)
  await client.connect()
  try {
    const refused = /never changed or removed/
    await expect(client.query("update audit_entry set action = 'x' where id = $1", [id])).rejects.toThrow(refused)
    await expect(client.query('delete from audit_entry where id = $1', [id])).rejects.toThrow(refused)
    await expect(client.query('truncate audit_entry')).rejects.toThrow(refused)
    await client.query("update audit_entry set detail = '{}', salt = null where id = $1", [id])
  } finally {
    await client.end()
  }
  const { problems, summary } = await verdict()
  expect(problems).toEqual([])
  expect(summary).toContain('1 of them without their erased detail')
})
