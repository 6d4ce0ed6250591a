import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeOrg, type Org } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { openDatabase, widened, type Database } from './pool.ts'

let t: House
let few: Database
let orgs: Org[]
beforeAll(async () => {
  t = await house({ roles: 'web' })
  few = openDatabase(t.process.kernel.config.databaseUrl as string, { app: 3, system: 1 })
  orgs = [t.acme, t.beta, await makeOrg(t.process.kernel, 'Gamma', 3), await makeOrg(t.process.kernel, 'Delta', 4)]
})
afterAll(async () => {
  await few.close()
  await t.close()
})

const scopeNow = (db: ReturnType<Database['ofOrg']>) =>
  sql<{ org: string }>`select current_setting('app.org', true) as org`.execute(db).then((found) => found.rows[0]?.org)

test('2,000 mixed reads, writes, errors and roll-backs on three connections see their own organization only', async () => {
  const refused = { syntax: 0, value: 0, rolledBack: 0 }
  const work = Array.from({ length: 2_000 }, async (_, n) => {
    const org = orgs[n % orgs.length] as Org
    const db = few.ofOrg(org.id)
    switch (n % 8) {
      case 0: {
        const found = await sql<{ name: string }>`select name from organization`.execute(db)
        return expect(found.rows).toEqual([{ name: org.name }])
      }
      case 1: {
        const found = await sql<{ id: string }>`select id from contact where org_id <> ${org.id}::uuid`.execute(db)
        return expect(found.rows).toEqual([])
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
          const found = await sql<{
            org_id: string
            location: string
          }>`select distinct org_id, location from contact`.execute(tx)
          expect(found.rows).toEqual([{ org_id: org.id, location: '' }])
        })
      case 6: {
        const found = await sql<{
          n: number
        }>`select count(*)::int as n from contact where firstname = any(${['Bob', 'Cat']}::text[])`.execute(db)
        return expect(found.rows).toEqual([{ n: 2 }])
      }
      default:
        return expect(await scopeNow(db)).toBe(org.id)
    }
  })
  await Promise.all(work)
  expect(refused).toEqual({ syntax: 250, value: 250, rolledBack: 250 })
}, 60_000)

test('nothing of a scope stays on a connection', async () => {
  const one = openDatabase(t.process.kernel.config.databaseUrl as string, { app: 1, system: 1 })
  try {
    await scopeNow(one.ofOrg(t.acme.id))
    await sql`select nonsense`.execute(one.ofOrg(t.acme.id)).catch(() => {})
    expect(await scopeNow(one.ofOrg(t.beta.id))).toBe(t.beta.id)
    const rows = await sql<{ id: string }>`select id from organization`.execute(one.ofOrg(t.beta.id))
    expect(rows.rows).toEqual([{ id: t.beta.id }])
  } finally {
    await one.close()
  }
})

test('2,000 queries of members who see different groups, errors and transactions among them, see their own only', async () => {
  const one = openDatabase(t.process.kernel.config.databaseUrl as string, { app: 1, system: 1, scoped: 3 })
  const sees = await Promise.all(
    [t.acme, t.beta].flatMap((org) =>
      [org.bob, org.cat].map(async (worker, nth) => {
        const groupId = await makeGroup(t.process.kernel, org.id, `Only ${worker.firstname}`, [worker.id])
        const memberId = await limitTo(t.process.kernel, nth === 0 ? org.gus : org.vic, [groupId])
        return { org, worker, memberId, db: one.ofOrg(org.id, memberId) }
      }),
    ),
  )
  const names = (db: ReturnType<Database['ofOrg']>) =>
    sql<{ id: string }>`select id from contact`.execute(db).then((found) => found.rows.map((row) => row.id))
  try {
    const work = Array.from({ length: 2_000 }, async (_, n) => {
      const { org, worker, db } = sees[n % sees.length] as (typeof sees)[number]
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
          return expect((await names(one.ofOrg(org.id))).length).toBeGreaterThan(2)
        default:
          return expect(await names(db)).toEqual([worker.id])
      }
    })
    await Promise.all(work)
  } finally {
    await one.close()
  }
}, 60_000)

test('nothing of a member stays on a connection', async () => {
  const one = openDatabase(t.process.kernel.config.databaseUrl as string, { app: 1, system: 1, scoped: 1 })
  const memberNow = (db: ReturnType<Database['ofOrg']>) =>
    sql<{ org: string; member: string; role: string }>`
      select current_setting('app.org', true) as org, current_setting('app.member', true) as member, current_user as role`
      .execute(db)
      .then((found) => found.rows[0])
  const [first, second] = [t.process.kernel.world.id(), t.process.kernel.world.id()]
  try {
    for (const memberId of [first, second]) {
      const db = one.ofOrg(t.acme.id, memberId)
      const said = { org: t.acme.id, member: memberId, role: 'crewline_scoped' }
      expect(await memberNow(db)).toEqual(said)
      await sql`select nonsense`.execute(db).catch(() => {})
      await db
        .transaction()
        .execute((tx) => widened(tx, () => Promise.reject(new Error('no'))))
        .catch(() => {})
      expect(await memberNow(db)).toEqual(said)
    }
    expect(await memberNow(one.ofOrg(t.acme.id))).toMatchObject({ org: t.acme.id, role: 'crewline_app' })
  } finally {
    await one.close()
  }
})

test('a query that fails to parse on a fresh connection fails so again, and spoils nothing', async () => {
  const one = openDatabase(t.process.kernel.config.databaseUrl as string, { app: 1, system: 1 })
  try {
    for (let nth = 0; nth < 3; nth++)
      await expect(sql`select nonsense, ${1}::int`.execute(one.ofOrg(t.acme.id))).rejects.toThrow('nonsense')
    expect(await scopeNow(one.ofOrg(t.acme.id))).toBe(t.acme.id)
  } finally {
    await one.close()
  }
})

test('an id that is not one never reaches the database', () => {
  for (const id of ['', "'; drop table message; --", t.acme.id.toUpperCase(), `${t.acme.id} `])
    for (const open of [() => few.ofOrg(id), () => few.ofOrg(t.acme.id, id)]) expect(open).toThrow('must be a uuid')
})

test('rows, counts, empty answers and no parameters come back as from any query', async () => {
  const db = few.ofOrg(t.acme.id)
  expect((await sql`select from contact where false`.execute(db)).rows).toEqual([])
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  const changed = await sql`update contact set location = '' where firstname = ${'Bob'}`.execute(db)
  expect(changed.numAffectedRows).toBe(1n)
  const many = await sql<{ n: number }>`select generate_series(1, ${5_000}::int) as n`.execute(db)
  expect(many.rows.map((row) => row.n)).toEqual(Array.from({ length: 5_000 }, (_, n) => n + 1))
})
