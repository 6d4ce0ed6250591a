import { daysAfter } from '@crewline/contract/calendar'
import type { AnalyticsCut } from '@crewline/contract/figures'
import { eraseContact, mergeContacts, undoMerge } from '@crewline/contract/privacy'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeContact, makeGroup, makeOrg, type Org, type TestContact } from '../../../test/kit/cast.ts'
import { randomOf } from '../../../test/kit/random.ts'
import { recount } from '../../../test/kit/recounted.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { countDays, countOrganization, verifyDays } from './counting.ts'
import { countAnswers, countCuts, countHours, measureReplyTimes } from './cut-views.ts'
import type { AnalyticsQuery } from './store/days.ts'
import { countPeriods } from './views.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const DAY_MS = 24 * 3_600_000
const ZONES = ['America/Chicago', 'Asia/Kathmandu', 'Pacific/Auckland', 'America/Havana'] as const
const STATES = ['delivered', 'sent', 'failed', 'undelivered', 'scheduled', 'cancelled']

const system = () => t.process.kernel.database.asSystem('a test counts messages')
const dbOf = (org: Org) => t.process.kernel.database.ofOrg(org.id)
const count = (org: Org) => countOrganization(system(), org.id)
const nowMs = () => t.process.kernel.world.now().getTime()
const utcDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Builds an id with the given creation time. */
function idAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${t.process.kernel.world.id().slice(13)}`
}

async function write(org: Org, ms: number, random: (below: number) => number, contact?: TestContact): Promise<void> {
  const isIn = random(2) === 0
  const kind = isIn ? 'text' : (['text', 'text', 'broadcast', 'auto_reply'][random(4)] ?? 'text')
  await sql`
    insert into message (org_id, id, contact_id, direction, kind, body, encoding, segments, line_id, phone_from, phone_to, state, sender_id, carrier_id, answers_flow, at)
    values (${org.id}, ${idAt(ms)}, ${(contact ?? [org.bob, org.cat, org.dan][random(3)] ?? org.bob).id}, ${isIn ? 'in' : 'out'}, ${kind}, 'x',
      'GSM-7', ${1 + random(3)}, ${org.line.id}, 'a', 'b', ${isIn ? 'received' : STATES[random(STATES.length)]},
      ${isIn ? null : ([org.ann.id, org.gus.id, null][random(3)] ?? null)}, ${!isIn && random(4) > 0 ? 'c' : null},
      ${isIn && random(6) === 0}, ${new Date(ms)})`.execute(dbOf(org))
}

/** A past moment of the last 75 days. */
const momentOf = (random: (below: number) => number) => nowMs() - random(75 * 24 * 60) * 60_000

function queryOf(org: Org, { timeZone = 'America/Chicago', length = 90, daysAgo = -1 } = {}): AnalyticsQuery {
  const end = utcDay(nowMs() - daysAgo * DAY_MS)
  return { orgId: org.id, timeZone, isLimited: false, start: daysAfter(end, 1 - length), end, count: length }
}

const NONE = { sent: 0, delivered: 0, notDelivered: 0, received: 0, contactsWhoReplied: 0 }

/** Compares every figure of the dashboard with a recount. */
async function expectRecount(org: Org, query: AnalyticsQuery): Promise<void> {
  const db = dbOf(org)
  const { orgId, timeZone, start, end } = query
  const expected = await recount(system(), { orgId, timeZone, first: start, last: end })
  const before = await recount(system(), {
    orgId,
    timeZone,
    first: daysAfter(start, -query.count),
    last: daysAfter(start, -1),
  })
  const { days, people } = await countPeriods(db, query)
  expect(days).toHaveLength(2 * query.count)
  for (const { date, sentTexts: _, ...figures } of days)
    expect({ date, ...NONE, ...(date < start ? before : expected).days.get(date) }).toMatchObject({ date, ...figures })
  const texts = days.reduce((sum, { date, sentTexts }) => sum + (date < start ? 0 : sentTexts), 0)
  expect(texts).toBe(expected.texts)
  const hours = await countHours(db, query)
  expect(new Map(hours.map(({ weekday, hour, received }) => [`${weekday} ${hour}`, received]))).toEqual(expected.hours)
  for (const by of ['location', 'group', 'member'] satisfies AnalyticsCut[]) {
    const rows = await countCuts(db, query, by)
    for (const { key, label: _, ...figures } of rows)
      expect([key, { ...NONE, ...expected.cuts[by].get(key) }]).toMatchObject([
        key,
        by === 'member' ? { ...figures, received: 0, contactsWhoReplied: 0 } : figures,
      ])
    expect(rows.map(({ key }) => key).toSorted()).toEqual([...expected.cuts[by].keys()].toSorted())
    const waits = [...expected.waits[by]].map(
      ([key, { answers, medianMinutes }]) => [key, { answers, medianMinutes }] as const,
    )
    expect(await countAnswers(db, query, by)).toEqual(new Map(waits))
  }
  expect(people).toEqual({ ...expected.people, repliedBefore: before.people.replied })
  expect(await measureReplyTimes(db, query)).toEqual({ now: expected.times, previous: before.times })
}

describe.each([3, 4, 5])('with random messages of seed %i', (seed) => {
  test('figures equal a recount of the messages, before and after days are counted, whatever changes', async () => {
    const random = randomOf(seed)
    const org = await makeOrg(t.process.kernel, `Counted ${seed}`, seed)
    await sql`update contact set location = 'Plant ' || (length(firstname) % 2) where org_id = ${org.id}`.execute(
      dbOf(org),
    )
    await makeGroup(t.process.kernel, org.id, 'Nights', [org.bob.id, org.cat.id])
    await makeGroup(t.process.kernel, org.id, 'Crew', [org.bob.id])
    for (let n = 0; n < 250; n++) await write(org, momentOf(random), random)
    let timeZone: string = 'America/Chicago'
    const some = (condition = sql`true`) =>
      sql`org_id = ${org.id} and id in (
        select id from message where org_id = ${org.id} and ${condition} order by md5(id::text || ${random(1000)}::text) limit 3)`
    const changes: (() => Promise<unknown>)[] = [
      // A late import, and a text of now.
      () => write(org, momentOf(random), random),
      () => write(org, nowMs(), random),
      // A late receipt.
      () =>
        sql`update message set state = ${STATES[random(4)]} where ${some(sql`direction = 'out'`)}`.execute(dbOf(org)),
      () => sql`update message set carrier_id = null where ${some()}`.execute(dbOf(org)),
      // A merge and its undo.
      () =>
        sql`update message set contact_id = ${[org.bob, org.cat][random(2)]?.id} where ${some()}`.execute(dbOf(org)),
      // A purge.
      () => sql`delete from message where ${some()}`.execute(dbOf(org)),
      // A text that waited.
      () =>
        sql`update message set went_at = at + interval '3 days', state = 'sent',
          sort_id = overlay(id::text placing substr(uuid_floor(at + interval '3 days')::text, 1, 13) from 1 for 13)::uuid
          where ${some(sql`state = 'scheduled' and at < now() - interval '4 days'`)}`.execute(dbOf(org)),
      async () => {
        timeZone = ZONES[random(ZONES.length)] ?? timeZone
        await sql`update organization set timezone = ${timeZone} where id = ${org.id}`.execute(dbOf(org))
      },
      () => Promise.all([count(org), count(org), write(org, momentOf(random), random)]),
    ]
    for (let step = 0; step < 12; step++) {
      const part = { length: 1 + random(70), daysAgo: random(20) }
      await expectRecount(org, queryOf(org, { timeZone, ...(step % 2 === 0 ? {} : part) }))
      await (step % 4 === 0 ? count(org) : (changes[random(changes.length)] as () => Promise<unknown>)())
    }
    await count(org)
    const stale =
      await sql`select from figure_day where org_id = ${org.id} and (is_stale or has_stale_answers or timezone <> ${timeZone})`.execute(
        system(),
      )
    expect(stale.rows).toHaveLength(0)
    await expectRecount(org, queryOf(org, { timeZone }))
    expect((await monthsOf(org)).length).toBeGreaterThan(0)
  })
})

const monthsOf = async (org: Org) =>
  (
    await sql<{
      month: string
    }>`select month::text as month from figure_month where org_id = ${org.id} order by 1`.execute(system())
  ).rows.map(({ month }) => month)

describe('months', () => {
  let org: Org
  let last: string
  beforeAll(async () => {
    org = await makeOrg(t.process.kernel, 'Months', 17)
    const random = randomOf(17)
    for (let n = 0; n < 150; n++) await write(org, momentOf(random), random)
    await count(org)
    last = (await monthsOf(org)).at(-1) ?? ''
  })

  test('are added up as soon as all their days are counted, and read in place of them', async () => {
    const query = { ...queryOf(org), start: last, end: daysAfter(last, 27), count: 28 }
    await expectRecount(org, query)
    const year = queryOf(org, { length: 120 })
    const before = (await countPeriods(dbOf(org), year)).days.find(({ date }) => date === last)
    await sql`update figure_month set sent[1] = sent[1] + 7 where org_id = ${org.id} and month = ${last}`.execute(
      system(),
    )
    const after = (await countPeriods(dbOf(org), year)).days.find(({ date }) => date === last)
    expect(after?.sent).toBe((before?.sent ?? 0) + 7)
  })

  test('are not read while one of their days changed, and are added up again', async () => {
    await sql`update message set segments = segments + 1 where org_id = ${org.id}
      and (at at time zone 'America/Chicago')::date between ${last}::date and ${last}::date + 27`.execute(dbOf(org))
    await expectRecount(org, queryOf(org, { length: 120 }))
    await count(org)
    expect(await monthsOf(org)).toContain(last)
    await expectRecount(org, queryOf(org, { length: 120 }))
  })

  test('are compared with their days every night', async () => {
    await sql`update figure_month set received[3] = 1000000 where org_id = ${org.id}`.execute(system())
    const wrong = (await verifyDays(t.process.kernel)).find(({ orgId }) => orgId === org.id)
    expect(await monthsOf(org)).toContain(wrong?.day)
    // One was corrected; later tests expect every month to be right.
    await sql`delete from figure_month where org_id = ${org.id}`.execute(system())
    await count(org)
  })

  test('are not reported as wrong because contacts came since', async () => {
    const random = randomOf(19)
    const recent = nowMs() - 60_000
    const added = await makeContact(t.process.kernel, org.id, 'New', '+13125551999')
    for (const ms of [recent, recent - 1]) await write(org, ms, random, added)
    await sql`insert into figure_contact (org_id, place, contact_id)
      select ${org.id}, max(place) + 1, ${added.id} from figure_contact where org_id = ${org.id}`.execute(system())
    const wrong = await verifyDays(t.process.kernel)
    expect(wrong.filter(({ orgId }) => orgId === org.id)).toEqual([])
  })
})

test('counts of contacts that are stored as bits are added with their carries', async () => {
  const random = randomOf(18)
  const counts = Array.from({ length: 40 }, () => Array.from({ length: 30 }, () => random(9)))
  const slicesOf = (day: number[]) =>
    [0, 1, 2, 3].map((bit) =>
      day
        .map((value) => String((value >> bit) & 1))
        .join('')
        .replace(/0+$/u, ''),
    )
  const { rows } = await sql<{ bit: number; slice: string }>`
    select s.nth::int as bit, s.slice::text as slice from (
      select sum_slices(array(select v::bit varying from unnest(d.slices::text[]) v)) as slices
      from unnest(${counts.map(
        (day) =>
          `{${slicesOf(day)
            .map((slice) => `"${slice}"`)
            .join(',')}}`,
      )}::text[]) d(slices)
    ) a cross join lateral unnest(a.slices) with ordinality s(slice, nth)`.execute(system())
  const sums = Array.from({ length: 30 }, (_, place) =>
    rows.reduce((total, { bit, slice }) => total + (slice[place] === '1' ? 2 ** (bit - 1) : 0), 0),
  )
  expect(sums).toEqual(
    Array.from({ length: 30 }, (_, place) => counts.reduce((total, day) => total + (day[place] ?? 0), 0)),
  )
})

async function countedOrg(name: string, seed: number): Promise<Org> {
  const org = await makeOrg(t.process.kernel, name, seed)
  const random = randomOf(seed)
  for (let n = 0; n < 60; n++) await write(org, nowMs() - 2 * DAY_MS - random(20 * 24 * 60) * 60_000, random)
  await count(org)
  return org
}

test('figures equal a recount after a merge of contacts, its undo, and an erasure', async () => {
  const org = await countedOrg('Merged', 6)
  const check = async () => {
    await expectRecount(org, queryOf(org))
    await count(org)
    await expectRecount(org, queryOf(org))
  }
  const merged = await t
    .as(org.ann)
    .call(mergeContacts, { body: { keepId: org.bob.id, otherId: org.cat.id, take: [] } })
  expect(merged.http).toBe(200)
  await check()
  expect((await t.as(org.ann).call(undoMerge, { params: { id: merged.body.mergeId } })).http).toBe(200)
  await check()
  const erased = await t
    .as(org.ann)
    .call(eraseContact, { body: { contactId: org.dan.id, reason: 'Asked', confirm: true } })
  expect(erased.http).toBe(200)
  await check()
})

test('a change that is open while its day is counted is in the figures once it commits', async () => {
  const org = await countedOrg('Open', 7)
  await dbOf(org)
    .transaction()
    .execute(async (db) => {
      await sql`update message set state = 'failed' where org_id = ${org.id} and direction = 'out'`.execute(db)
      await sql`update message set segments = 5 where org_id = ${org.id} and direction = 'in'`.execute(dbOf(org))
      await count(org)
    })
  await expectRecount(org, queryOf(org))
  await count(org)
  await expectRecount(org, queryOf(org))
})

test('each day is counted in a transaction of its own', async () => {
  const org = await countedOrg('Short', 8)
  const written = await sql<{ days: number; transactions: number }>`
    select count(*)::int as days, count(distinct xmin::text)::int as transactions from figure_day where org_id = ${org.id}`.execute(
    system(),
  )
  expect(written.rows[0]?.days).toBeGreaterThan(20)
  expect(written.rows[0]?.transactions).toBe(written.rows[0]?.days)
})

test('two processes that count at once count each day, and neither waits for the other', async () => {
  const org = await makeOrg(t.process.kernel, 'Both', 9)
  const random = randomOf(9)
  for (let n = 0; n < 40; n++) await write(org, momentOf(random), random)
  await Promise.all([countDays(t.process.kernel), countDays(t.process.kernel), countDays(t.process.kernel)])
  const stored = await sql<{ days: number; received: number }>`
    select count(*)::int as days, sum(received)::int as received from figure_day where org_id = ${org.id}`.execute(
    system(),
  )
  expect(stored.rows[0]?.days).toBeGreaterThan(60)
  await expectRecount(org, queryOf(org))
})

test('a merge notes each day once, not each message', async () => {
  const org = await makeOrg(t.process.kernel, 'Many', 10)
  const random = randomOf(10)
  const day = nowMs() - 10 * DAY_MS
  for (let n = 0; n < 50; n++) await write(org, day - random(60) * 1000, random, org.cat)
  await count(org)
  await sql`update message set contact_id = ${org.bob.id} where org_id = ${org.id} and contact_id = ${org.cat.id}`.execute(
    dbOf(org),
  )
  const noted = await sql`select from figure_change where org_id = ${org.id}`.execute(system())
  expect(noted.rows.length).toBeLessThanOrEqual(2)
  await expectRecount(org, queryOf(org))
})

test('an organization that cannot be counted does not stop the others', async () => {
  const [first, broken, last] = [
    await makeOrg(t.process.kernel, 'Before', 11),
    await makeOrg(t.process.kernel, 'Broken', 12),
    await makeOrg(t.process.kernel, 'After', 13),
  ]
  await sql`update organization set timezone = 'Nowhere/Nothing' where id = ${broken.id}`.execute(dbOf(broken))
  try {
    await countDays(t.process.kernel)
    const ids = new Set([first.id, broken.id, last.id])
    expect((await verifyDays(t.process.kernel)).filter(({ orgId }) => ids.has(orgId))).toEqual([])
    const counted = await sql<{ org: string }>`select distinct org_id as org from figure_day`.execute(system())
    const of = counted.rows.map(({ org }) => org)
    expect(of).toEqual(expect.arrayContaining([first.id, last.id]))
    expect(of).not.toContain(broken.id)
  } finally {
    await sql`update organization set timezone = 'America/Chicago' where id = ${broken.id}`.execute(dbOf(broken))
  }
})

test('a day that was counted while the clock was ahead is counted again once it is over', async () => {
  const org = await countedOrg('Ahead', 15)
  await sql`update figure_day set day = (now() at time zone 'America/Chicago')::date + 1
    where org_id = ${org.id} and day = (select min(day) from figure_day where org_id = ${org.id})`.execute(system())
  await count(org)
  const ahead = await sql`
    select from figure_day where org_id = ${org.id} and day >= (now() at time zone 'America/Chicago')::date`.execute(
    system(),
  )
  expect(ahead.rows).toHaveLength(0)
  await expectRecount(org, queryOf(org))
})

test('the nightly comparison counts days that are missing between others', async () => {
  const org = await countedOrg('Gaps', 16)
  const days = async () =>
    (
      await sql<{ day: string }>`
        select day::text as day from figure_day where org_id = ${org.id} order by day`.execute(system())
    ).rows
  const before = await days()
  await sql`delete from figure_day where org_id = ${org.id} and day = any(${before.slice(2, 8).map(({ day }) => day)}::date[])`.execute(
    system(),
  )
  await verifyDays(t.process.kernel)
  expect(await days()).toEqual(before)
})

test('the nightly comparison reports and corrects a wrong day', async () => {
  const org = await countedOrg('Wrong', 14)
  await sql`update figure_day set sent = sent + 5 where org_id = ${org.id}`.execute(system())
  const wrong = (await verifyDays(t.process.kernel)).find(({ orgId }) => orgId === org.id)
  expect(wrong?.day).toMatch(/^\d{4}-\d\d-\d\d$/)
  const day = wrong?.day ?? ''
  const query = { ...queryOf(org), start: day, end: day, count: 1 }
  const expected = await recount(system(), { orgId: org.id, timeZone: query.timeZone, first: day, last: day })
  expect((await countPeriods(dbOf(org), query)).days.at(-1)?.sent).toBe(expected.days.get(day)?.sent ?? 0)
})
