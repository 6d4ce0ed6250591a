import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeOrg, type Org } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { openDatabase, type Database } from './pool.ts'
import { widened } from './role-within.ts'

let t: TestApp
let smallPool: Database
let orgs: Org[]
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  smallPool = openDatabase(t.process.kernel.config.databaseUrl as string, { app: 3, system: 1 })
  orgs = [t.acme, t.beta, await makeOrg(t.process.kernel, 'Gamma', 3), await makeOrg(t.process.kernel, 'Delta', 4)]
})
afterAll(async () => {
  await smallPool.close()
  await t.close()
})

const scopeNow = (db: ReturnType<Database['ofOrg']>) =>
  sql<{ org: string }>`select current_setting('app.org', true) as org`.execute(db).then((result) => result.rows[0]?.org)

/** Works many items, most of which wait for a connection, but none as long as a busy machine lets one wait for all. */
async function inTurns(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  const all = Array.from({ length: count }, (_, n) => n)
  for (let at = 0; at < count; at += 200) await Promise.all(all.slice(at, at + 200).map(work))
}

test('keeps 2,000 mixed reads, writes, errors and rollbacks on three connections within their own organization', async () => {
  const refused = { syntax: 0, value: 0, rolledBack: 0 }
  await inTurns(2_000, async (n) => {
    const org = orgs[n % orgs.length] as Org
    const db = smallPool.ofOrg(org.id)
    switch (n % 8) {
      case 0: {
        const result = await sql<{ name: string }>`select name from organization`.execute(db)
        return expect(result.rows).toEqual([{ name: org.name }])
      }
      case 1: {
        const result = await sql<{ id: string }>`select id from contact where org_id <> ${org.id}::uuid`.execute(db)
        return expect(result.rows).toEqual([])
      }
      case 2:
        await expect(sql`select 1 / ${0}::int from organization`.execute(db)).rejects.toThrow('division by zero')
        return (refused.value += 1)
      case 3:
        await expect(sql`select nonsense from organization`.execute(db)).rejects.toThrow('nonsense')
        return (refused.syntax += 1)
      case 4:
        await expect(
          db.transaction().execute(async (tx) => {
            expect(await scopeNow(tx)).toBe(org.id)
            await sql`update contact set location = 'nowhere'`.execute(tx)
            throw new Error('changed my mind')
          }),
        ).rejects.toThrow('changed my mind')
        return (refused.rolledBack += 1)
      case 5:
        return db.transaction().execute(async (tx) => {
          const result = await sql<{
            org_id: string
            location: string
          }>`select distinct org_id, location from contact`.execute(tx)
          expect(result.rows).toEqual([{ org_id: org.id, location: '' }])
        })
      case 6: {
        const result = await sql<{
          n: number
        }>`select count(*)::int as n from contact where firstname = any(${['Bob', 'Cat']}::text[])`.execute(db)
        return expect(result.rows).toEqual([{ n: 2 }])
      }
      default:
        return expect(await scopeNow(db)).toBe(org.id)
    }
  })
  expect(refused).toEqual({ syntax: 250, value: 250, rolledBack: 250 })
})

test('leaves nothing of a scope on a connection', async () => {
  const database = openDatabase(t.process.kernel.config.databaseUrl as string, { app: 1, system: 1 })
  try {
    await scopeNow(database.ofOrg(t.acme.id))
    await sql`select nonsense`.execute(database.ofOrg(t.acme.id)).catch(() => {})
    expect(await scopeNow(database.ofOrg(t.beta.id))).toBe(t.beta.id)
    const rows = await sql<{ id: string }>`select id from organization`.execute(database.ofOrg(t.beta.id))
    expect(rows.rows).toEqual([{ id: t.beta.id }])
  } finally {
    await database.close()
  }
})

test('keeps 2,000 queries of members with different groups, including errors and transactions, within their own rows', async () => {
  const database = openDatabase(t.process.kernel.config.databaseUrl as string, { app: 1, system: 1, scoped: 3 })
  const members = await Promise.all(
    [t.acme, t.beta].flatMap((org) =>
      [org.bob, org.cat].map(async (contact, nth) => {
        const groupId = await makeGroup(t.process.kernel, org.id, `Only ${contact.firstname}`, [contact.id])
        const memberId = await limitTo(t.process.kernel, nth === 0 ? org.gus : org.vic, [groupId])
        return { org, worker: contact, memberId, db: database.ofOrg(org.id, memberId) }
      }),
    ),
  )
  const names = (db: ReturnType<Database['ofOrg']>) =>
    sql<{ id: string }>`select id from contact`.execute(db).then((result) => result.rows.map((row) => row.id))
  try {
    await inTurns(2_000, async (n) => {
      const { org, worker, db } = members[n % members.length] as (typeof members)[number]
      switch (n % 7) {
        case 0:
          await expect(sql`select 1 / ${0}::int from contact`.execute(db)).rejects.toThrow('division by zero')
          return
        case 1:
          await expect(sql`select nonsense from contact`.execute(db)).rejects.toThrow('nonsense')
          return
        case 2:
          return db.transaction().execute(async (tx) => {
            expect(await names(tx)).toEqual([worker.id])
            await widened(tx, async () => expect((await names(tx)).length).toBeGreaterThan(2))
            expect(await names(tx)).toEqual([worker.id])
          })
        case 3:
          await expect(
            db.transaction().execute((tx) => widened(tx, () => sql`select nonsense`.execute(tx))),
          ).rejects.toThrow('nonsense')
          return
        case 4:
          return db.transaction().execute(async (tx) => {
            await widened(tx, () => Promise.reject(new Error('changed my mind'))).catch(() => {})
            expect(await names(tx)).toEqual([worker.id])
          })
        case 5:
          return expect((await names(database.ofOrg(org.id))).length).toBeGreaterThan(2)
        default:
          return expect(await names(db)).toEqual([worker.id])
      }
    })
  } finally {
    await database.close()
  }
})

test('leaves nothing of a member on a connection', async () => {
  const database = openDatabase(t.process.kernel.config.databaseUrl as string, { app: 1, system: 1, scoped: 1 })
  const memberNow = (db: ReturnType<Database['ofOrg']>) =>
    sql<{ org: string; member: string; role: string }>`
      select current_setting('app.org', true) as org, current_setting('app.member', true) as member, current_user as role`
      .execute(db)
      .then((result) => result.rows[0])
  const [first, second] = [t.process.kernel.world.id(), t.process.kernel.world.id()]
  try {
    for (const memberId of [first, second]) {
      const db = database.ofOrg(t.acme.id, memberId)
      const expected = { org: t.acme.id, member: memberId, role: 'crewline_scoped' }
      expect(await memberNow(db)).toEqual(expected)
      await sql`select nonsense`.execute(db).catch(() => {})
      await db
        .transaction()
        .execute((tx) => widened(tx, () => Promise.reject(new Error('no'))))
        .catch(() => {})
      expect(await memberNow(db)).toEqual(expected)
    }
    expect(await memberNow(database.ofOrg(t.acme.id))).toMatchObject({ org: t.acme.id, role: 'crewline_app' })
  } finally {
    await database.close()
  }
})

test('fails again for a query that does not parse on a fresh connection, without affecting other queries', async () => {
  const database = openDatabase(t.process.kernel.config.databaseUrl as string, { app: 1, system: 1 })
  try {
    for (let nth = 0; nth < 3; nth++)
      await expect(sql`select nonsense, ${1}::int`.execute(database.ofOrg(t.acme.id))).rejects.toThrow('nonsense')
    expect(await scopeNow(database.ofOrg(t.acme.id))).toBe(t.acme.id)
  } finally {
    await database.close()
  }
})

test('rejects an invalid id before it reaches the database', () => {
  for (const id of ['', "'; drop table message; --", t.acme.id.toUpperCase(), `${t.acme.id} `])
    for (const open of [() => smallPool.ofOrg(id), () => smallPool.ofOrg(t.acme.id, id)])
      expect(open).toThrow('must be a uuid')
})

test('returns rows, counts, empty results and parameterless queries like any query', async () => {
  const db = smallPool.ofOrg(t.acme.id)
  expect((await sql`select from contact where false`.execute(db)).rows).toEqual([])
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  const changed = await sql`update contact set location = '' where firstname = ${'Bob'}`.execute(db)
  expect(changed.numAffectedRows).toBe(1n)
  const rows = await sql<{ n: number }>`select generate_series(1, ${5_000}::int) as n`.execute(db)
  expect(rows.rows.map((row) => row.n)).toEqual(Array.from({ length: 5_000 }, (_, n) => n + 1))
})
