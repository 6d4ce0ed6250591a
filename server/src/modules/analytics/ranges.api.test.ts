import { daysAfter } from '@crewline/contract/calendar'
import { eraseContact } from '@crewline/contract/privacy'
import { MessageState, toDisplayStatus } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeContact, makeOrg, type Org } from '../../../test/kit/cast.ts'
import { randomOf } from '../../../test/kit/random.ts'
import { recountFigures } from '../../../test/kit/recounted-dashboard.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { countOrganization, verifyDays } from './counting.ts'
import { dashboardOf } from './ranges.ts'
import { markChangedDays } from './store/counted.ts'
import type { AnalyticsQuery } from './store/days.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const DAY_MS = 24 * 3_600_000
const ZONES = ['America/Chicago', 'Asia/Kathmandu', 'Pacific/Auckland'] as const
const STATES = ['delivered', 'sent', 'failed', 'undelivered', 'scheduled', 'cancelled']

const system = () => t.process.kernel.database.asSystem('a test counts messages')
const dbOf = (org: Org) => t.process.kernel.database.ofOrg(org.id)
const count = (org: Org) => countOrganization(system(), org.id)
const now = () => t.process.kernel.world.now()
const utcDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Builds an id with the given creation time. */
function idAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${t.process.kernel.world.id().slice(13)}`
}

async function write(org: Org, ms: number, random: (below: number) => number): Promise<void> {
  const isIn = random(2) === 0
  await sql`
    insert into message (org_id, id, contact_id, direction, kind, body, encoding, segments, line_id, phone_from, phone_to, state, sender_id, carrier_id, at)
    values (${org.id}, ${idAt(ms)}, ${([org.bob, org.cat, org.dan][random(3)] ?? org.bob).id}, ${isIn ? 'in' : 'out'}, 'text', 'x',
      'GSM-7', ${1 + random(3)}, ${org.line.id}, 'a', 'b', ${isIn ? 'received' : STATES[random(STATES.length)]},
      ${isIn ? null : org.ann.id}, ${!isIn && random(4) > 0 ? 'c' : null}, ${new Date(ms)})`.execute(dbOf(org))
}

const PHONES = ['+14155550001', '+14155550002', '+14155550003']

/** Adds an entry to the history of a number, as late as its time says or only now. */
const consent = (org: Org, action: string, phone: string | undefined, ms: number) =>
  sql`insert into consent_event (org_id, id, phone, action, method, wording, at)
    values (${org.id}, ${idAt(ms)}, ${phone}, ${action}, 'keyword', 'x', ${new Date(ms)})`.execute(dbOf(org))

const momentOf = (random: (below: number) => number) => now().getTime() - random(75 * 24 * 60) * 60_000

function queryOf(org: Org, { timeZone = 'America/Chicago', length = 60, daysAgo = 0 } = {}): AnalyticsQuery {
  const end = utcDay(now().getTime() - daysAgo * DAY_MS)
  return { orgId: org.id, timeZone, isLimited: false, start: daysAfter(end, 1 - length), end, count: length }
}

/** Compares the dashboard of a range with a recount, twice: the second time, what the first stored is read. */
async function expectRecount(org: Org, query: AnalyticsQuery): Promise<void> {
  const expected = await recountFigures(system(), query)
  for (const nth of [1, 2])
    expect({ nth, ...(await dashboardOf(dbOf(org), query, now())).figures }).toEqual({ nth, ...expected })
}

const rangesOf = async (org: Org) =>
  (await sql`select from figure_range where org_id = ${org.id}`.execute(system())).rows.length

describe.each([23, 24, 25])('with random messages of seed %i', (seed) => {
  test('stored ranges equal a recount, whatever changes', async () => {
    const random = randomOf(seed)
    const org = await makeOrg(t.process.kernel, `Ranges ${seed}`, seed)
    for (let n = 0; n < 120; n++) await write(org, momentOf(random), random)
    const histories = Array.from({ length: 8 }, () => momentOf(random)).toSorted((a, b) => a - b)
    for (const ms of histories)
      await consent(org, ['opt_out', 'opt_out', 'opt_in'][random(3)] ?? 'opt_out', PHONES[random(3)], ms)
    let timeZone: string = 'America/Chicago'
    const some = (condition = sql`true`) =>
      sql`org_id = ${org.id} and id in (
        select id from message where org_id = ${org.id} and ${condition} order by md5(id::text || ${random(1000)}::text) limit 3)`
    const changes: (() => Promise<unknown>)[] = [
      () => write(org, momentOf(random), random),
      () => write(org, now().getTime(), random),
      () =>
        sql`update message set state = ${STATES[random(4)]} where ${some(sql`direction = 'out'`)}`.execute(dbOf(org)),
      () =>
        sql`update message set contact_id = ${[org.bob, org.cat][random(2)]?.id} where ${some()}`.execute(dbOf(org)),
      () => sql`delete from message where ${some()}`.execute(dbOf(org)),
      () => consent(org, 'opt_out', PHONES[random(3)], now().getTime()),
      () => consent(org, 'opt_out', PHONES[random(3)], momentOf(random)),
      () => consent(org, 'opt_out_undone', PHONES[random(3)], now().getTime()),
      () => sql`delete from consent_event where org_id = ${org.id} and phone = ${PHONES[random(3)]}`.execute(system()),
      async () => {
        timeZone = ZONES[random(ZONES.length)] ?? timeZone
        await sql`update organization set timezone = ${timeZone} where id = ${org.id}`.execute(dbOf(org))
      },
      () => count(org),
      () => count(org),
    ]
    await count(org)
    expect(await rangesOf(org)).toBeGreaterThan(0)
    const ranges = [{ length: 60 }, { length: 30, daysAgo: 3 }, { length: 1 + random(20), daysAgo: random(20) }]
    for (let step = 0; step < 18; step++) {
      await expectRecount(org, queryOf(org, { timeZone, ...ranges[step % ranges.length] }))
      await (changes[random(changes.length)] as () => Promise<unknown>)()
    }
    await count(org)
    for (const range of ranges) await expectRecount(org, queryOf(org, { timeZone, ...range }))
    for (let nth = 0; nth < 5; nth++)
      expect((await verifyDays(t.process.kernel)).filter(({ orgId }) => orgId === org.id)).toEqual([])
  })
})

async function countedOrg(name: string, seed: number): Promise<Org> {
  const org = await makeOrg(t.process.kernel, name, seed)
  const random = randomOf(seed)
  for (let n = 0; n < 40; n++) await write(org, now().getTime() - 3 * DAY_MS - random(20 * 24 * 60) * 60_000, random)
  await count(org)
  return org
}

describe('a stored range', () => {
  test('is what answers', async () => {
    const org = await countedOrg('Answers', 31)
    const query = queryOf(org, { length: 10, daysAgo: 2 })
    const { figures } = await dashboardOf(dbOf(org), query, now())
    await sql`update figure_range set figures = jsonb_set(figures::jsonb, '{sentTexts}', '4711')::json
      where org_id = ${org.id} and last = ${query.end}`.execute(system())
    expect((await dashboardOf(dbOf(org), query, now())).figures).toEqual({ ...figures, sentTexts: 4711 })
  })

  test('is corrected by the nightly comparison when it is wrong, and left when it is right', async () => {
    const org = await countedOrg('Compared', 40)
    const query = queryOf(org, { length: 10, daysAgo: 2 })
    await sql`delete from figure_range where org_id = ${org.id}`.execute(system())
    const { figures } = await dashboardOf(dbOf(org), query, now())
    const wrong = async () => (await verifyDays(t.process.kernel)).filter(({ orgId }) => orgId === org.id)
    expect(await wrong()).toEqual([])
    await sql`update figure_range set figures = jsonb_set(figures::jsonb, '{sentTexts}', '4711')::json
      where org_id = ${org.id}`.execute(system())
    expect(await wrong()).toEqual([{ orgId: org.id, day: query.start }])
    expect((await dashboardOf(dbOf(org), query, now())).figures).toEqual(figures)
    expect(await wrong()).toEqual([])
  })

  test('is stored for the ranges of the screen when days were counted, up to the latest counted day', async () => {
    const org = await countedOrg('Offered', 32)
    const { rows } = await sql<{ days: number; sets: boolean }>`
      select r.first - r.first_before as days, r.active is not null as sets from figure_range r where r.org_id = ${org.id}`.execute(
      system(),
    )
    expect(rows.map(({ days }) => days)).toEqual(expect.arrayContaining([7, 30, 90, 365]))
    expect(rows.every(({ sets }) => sets)).toBe(true)
  })

  test('does not answer once a change that was open while it was stored commits', async () => {
    const org = await countedOrg('Open', 33)
    const query = queryOf(org, { length: 20, daysAgo: 2 })
    await sql`delete from figure_range where org_id = ${org.id}`.execute(system())
    await dbOf(org)
      .transaction()
      .execute(async (db) => {
        await sql`update message set state = 'failed', segments = segments + 1 where org_id = ${org.id} and direction = 'out'`.execute(
          db,
        )
        const at = now().getTime() - 4 * DAY_MS
        await sql`insert into consent_event (org_id, id, phone, action, method, wording, at)
          values (${org.id}, ${idAt(at)}, ${PHONES[0]}, 'opt_out', 'keyword', 'x', ${new Date(at)})`.execute(db)
        await dashboardOf(dbOf(org), query, now())
        expect(await rangesOf(org)).toBe(1)
      })
    await expectRecount(org, query)
    await count(org)
    await expectRecount(org, query)
  })

  test('does not answer once a note about one of its days is taken, also of a day before the first message', async () => {
    const org = await countedOrg('Earlier', 39)
    const query = queryOf(org, { length: 40, daysAgo: 2 })
    await expectRecount(org, query)
    const stored = await rangesOf(org)
    await write(org, now().getTime() - 39 * DAY_MS, randomOf(39))
    await expectRecount(org, query)
    await system()
      .transaction()
      .execute((db) => markChangedDays(db, org.id))
    expect(await rangesOf(org)).toBeLessThan(stored)
    await expectRecount(org, query)
  })

  test('is not stored while a day is counted', async () => {
    const org = await countedOrg('Locked', 34)
    const query = queryOf(org, { length: 11, daysAgo: 2 })
    const before = await rangesOf(org)
    await system()
      .transaction()
      .execute(async (db) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`figures|${org.id}`}, 0))`.execute(db)
        await expectRecount(org, query)
      })
    expect(await rangesOf(org)).toBe(before)
    await expectRecount(org, query)
    expect(await rangesOf(org)).toBe(before + 1)
  })

  test('gives way to others when an organization has many', async () => {
    const org = await countedOrg('Many', 35)
    for (let n = 0; n < 45; n++)
      await sql`insert into figure_range (org_id, timezone, first, last, first_before, figures, made_at)
        values (${org.id}, 'UTC', ${`20${10 + n}-01-01`}, ${`20${10 + n}-01-02`}, ${`20${10 + n}-01-01`}, '{}', now() - ${n}::int * interval '1 hour')`.execute(
        system(),
      )
    await dashboardOf(dbOf(org), queryOf(org, { length: 12, daysAgo: 2 }), now())
    expect(await rangesOf(org)).toBe(40)
  })
})

test('figures equal a recount after a contact who opted out is erased', async () => {
  const org = await countedOrg('Erased', 36)
  await consent(org, 'opt_out', org.dan.phone, now().getTime() - 5 * DAY_MS)
  await sql`update consent set opted_out = true where org_id = ${org.id} and phone = ${org.dan.phone}`.execute(
    dbOf(org),
  )
  const query = queryOf(org, { length: 20 })
  await expectRecount(org, query)
  const erased = await t
    .as(org.ann)
    .call(eraseContact, { body: { contactId: org.dan.id, reason: 'Asked', confirm: true } })
  expect(erased.http).toBe(200)
  await expectRecount(org, query)
  await count(org)
  await expectRecount(org, query)
})

describe('what is true now', () => {
  test('counts each message of today that is shown as not delivered, and no other', async () => {
    const org = await makeOrg(t.process.kernel, 'Failing', 37)
    const notDelivered = async () => (await dashboardOf(dbOf(org), queryOf(org), now())).attention.notDeliveredToday
    const writeState = (state: string) =>
      sql`insert into message (org_id, id, contact_id, direction, kind, body, encoding, segments, line_id, phone_from, phone_to, state, at)
        values (${org.id}, ${idAt(now().getTime())}, ${org.bob.id}, 'out', 'text', 'x', 'GSM-7', 1, ${org.line.id}, 'a', 'b', ${state}, ${now()})`.execute(
        dbOf(org),
      )
    const shown = MessageState.options.filter((state) => toDisplayStatus(state) === 'not_delivered')
    for (const state of MessageState.options) await writeState(state)
    expect(await notDelivered()).toBe(shown.length)
    await sql`update message set state = 'delivered' where org_id = ${org.id} and state = ${shown[0]}`.execute(
      dbOf(org),
    )
    expect(await notDelivered()).toBe(shown.length - 1)
    for (const state of shown)
      await sql`update message set state = ${state} where id in (select id from message where org_id = ${org.id} and state = 'sent' limit 1)`.execute(
        dbOf(org),
      )
    expect(await notDelivered()).toBe(shown.length)
  })

  test('counts contacts as they are after each change, many or few, also one that was open while they were counted', async () => {
    const org = await makeOrg(t.process.kernel, 'Contacts', 38)
    const db = dbOf(org)
    const current = async () => (await dashboardOf(db, queryOf(org), now())).current
    const expected = async () =>
      (
        await sql<{ contacts: number; reachable: number }>`
          select count(*)::int as contacts, count(*) filter (where phone is not null and phone_state = 'ok' and not exists (
            select from consent k where k.org_id = c.org_id and k.phone = c.phone and k.opted_out))::int as reachable
          from contact c where org_id = ${org.id} and archived_at is null`.execute(db)
      ).rows[0]
    const check = async () => expect(await current()).toMatchObject({ ...(await expected()) })
    await sql`insert into contact (org_id, id, firstname, sort_name, phone, source, created_at, updated_at)
      select ${org.id}, gen_random_uuid(), 'Ana', 'ana', '+1' || (2000000000 + n), 'import', now(), now() from generate_series(1, 5000) n`.execute(
      db,
    )
    await check()
    const parts = await sql<{ parts: number }>`
      select cardinality(part_contacts) as parts from contact_count where org_id = ${org.id}`.execute(system())
    expect(parts.rows[0]?.parts).toBe(3)
    await check()
    const few = (nth: number) =>
      sql`org_id = ${org.id} and id in (select id from contact where org_id = ${org.id} order by id offset ${nth * 150} limit 3)`
    const changes = [
      () => sql`update contact set archived_at = now() where ${few(1)}`.execute(db),
      () => sql`update contact set phone_state = 'not_in_use' where ${few(20)}`.execute(db),
      () =>
        sql`insert into consent (org_id, phone, opted_out, changed_at) select org_id, phone, true, now() from contact where ${few(30)}
          on conflict (org_id, phone) do update set opted_out = true`.execute(db),
      () => sql`update consent set opted_out = false where org_id = ${org.id}`.execute(db),
      () => makeContact(t.process.kernel, org.id, 'New', '+13125551777'),
      () => sql`update contact set archived_at = null where ${few(1)}`.execute(db),
      () => sql`update contact set archived_at = now() where org_id = ${org.id} and phone like '%7'`.execute(db),
    ]
    for (const change of changes) {
      await change()
      await check()
      await check()
    }
    await db.transaction().execute(async (open) => {
      await sql`update contact set archived_at = now() where ${few(5)}`.execute(open)
      await check()
    })
    await check()
  })
})
