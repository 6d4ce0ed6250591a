import { MessageState, toDisplayStatus } from '@crewline/contract/messages'
import type { AnalyticsCut } from '@crewline/contract/figures'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeGroup, makeOrg, type Org } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { Db } from '../../kernel/db/pool.ts'
import { countAnswers, countCuts, countHours, measureReplyTimes } from './cut-views.ts'
import { countOrganization, recountFigures } from './counting.ts'
import type { AnalyticsQuery } from './day-views.ts'
import { countActiveContacts, countedDays } from './views.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('a test counts messages')
const dbOf = (org: Org) => t.process.kernel.database.ofOrg(org.id)
const count = (org: Org) => countOrganization(system(), org.id)

const STATES = ['delivered', 'sent', 'failed', 'undelivered', 'scheduled', 'cancelled']

/** Random numbers that a seed repeats. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const DAY_MS = 24 * 3_600_000

async function write(org: Org, at: Date, random: (below: number) => number): Promise<void> {
  const hex = at.getTime().toString(16).padStart(12, '0')
  const id = `${hex.slice(0, 8)}-${hex.slice(8)}${t.process.kernel.world.id().slice(13)}`
  const isIn = random(2) === 0
  const contact = [org.bob, org.cat, org.dan][random(3)] ?? org.bob
  await sql`
    insert into message (org_id, id, contact_id, direction, kind, body, encoding, segments, line_id, phone_from, phone_to, state, sender_id, carrier_id, at)
    values (${org.id}, ${id}, ${contact.id}, ${isIn ? 'in' : 'out'}, 'text', 'x', 'GSM-7', ${1 + random(3)}, ${org.line.id}, 'a', 'b',
      ${isIn ? 'received' : STATES[random(STATES.length)]}, ${isIn ? null : ([org.ann.id, org.gus.id, null][random(3)] ?? null)},
      ${!isIn && random(4) > 0 ? 'c' : null}, ${at})`.execute(dbOf(org))
}

/** A plain count of the messages, one query for each figure and no shared condition. */
async function recount(db: Db, org: Org, timeZone: string, { first, last }: { first: string; last: string }) {
  const NOT_DELIVERED = new Set<string>(
    MessageState.options.filter((state) => toDisplayStatus(state) === 'not_delivered'),
  )
  const rows = (
    await sql<{
      day: string
      weekday: number
      hour: number
      direction: string
      state: string
      segments: number
      accepted: boolean
      sender: string | null
      contact: string
      location: string
      groups: string[]
    }>`
    select to_char(m.at at time zone ${timeZone}, 'YYYY-MM-DD') as day, extract(dow from m.at at time zone ${timeZone})::int as weekday,
      extract(hour from m.at at time zone ${timeZone})::int as hour, m.direction, m.state, m.segments, m.carrier_id is not null as accepted,
      m.sender_id as sender, m.contact_id as contact, c.location,
      array(select group_id from group_member g where g.org_id = m.org_id and g.contact_id = m.contact_id) as groups
    from message m join contact c on c.org_id = m.org_id and c.id = m.contact_id where m.org_id = ${org.id}`.execute(db)
  ).rows.filter(({ day }) => day >= first && day <= last)
  const figuresOf = (of: typeof rows) => ({
    sent: of.filter(({ direction, accepted }) => direction === 'out' && accepted).length,
    delivered: of.filter(({ direction, state }) => direction === 'out' && state === 'delivered').length,
    notDelivered: of.filter(({ direction, state }) => direction === 'out' && NOT_DELIVERED.has(state)).length,
    received: of.filter(({ direction }) => direction === 'in').length,
  })
  const cut = (keysOf: (row: (typeof rows)[number]) => string[]) => {
    const keys = new Set(rows.flatMap(keysOf))
    return new Map([...keys].map((key) => [key, figuresOf(rows.filter((row) => keysOf(row).includes(key)))]))
  }
  return {
    days: cut(({ day }) => [day]),
    texts: rows.reduce((sum, row) => sum + (row.direction === 'out' && row.accepted ? row.segments : 0), 0),
    hours: new Map(
      [...cut(({ weekday, hour }) => [`${weekday} ${hour}`])].flatMap(([key, { received }]) =>
        received > 0 ? [[key, received]] : [],
      ),
    ),
    location: cut(({ location }) => [location]),
    group: cut(({ groups }) => groups),
    member: cut(({ sender }) => (sender === null ? [] : [sender])),
    people: {
      replied: new Set(rows.flatMap(({ direction, contact }) => (direction === 'in' ? [contact] : []))).size,
      active: new Set(rows.map(({ contact }) => contact)).size,
    },
  }
}

const NONE = { sent: 0, delivered: 0, notDelivered: 0, received: 0 }

async function expectRecount(org: Org, query: AnalyticsQuery): Promise<void> {
  const db = dbOf(org)
  const expected = await recount(system(), org, query.timeZone, { first: query.start, last: query.end })
  const days = await countedDays(db, query, sql`${query.start}::date`)
  for (const { date, ...figures } of days)
    expect([date, figures]).toMatchObject([date, expected.days.get(date) ?? NONE])
  expect(days.reduce((sum, { sentTexts }) => sum + sentTexts, 0)).toBe(expected.texts)
  const hours = await countHours(db, query)
  expect(new Map(hours.map(({ weekday, hour, received }) => [`${weekday} ${hour}`, received]))).toEqual(expected.hours)
  for (const by of ['location', 'group', 'member'] satisfies AnalyticsCut[]) {
    const rows = await countCuts(db, query, by)
    expect(
      new Map(
        rows.map(({ key, sent, delivered, notDelivered, received }) => [
          key,
          { sent, delivered, notDelivered, received },
        ]),
      ),
    ).toEqual(expected[by])
  }
  expect(await countActiveContacts(db, query)).toMatchObject(expected.people)
  // Answers are found from messages where nothing was counted, as for members with group scope.
  const fromMessages = { ...query, isLimited: true }
  expect(await measureReplyTimes(db, query)).toEqual(await measureReplyTimes(db, fromMessages))
  expect(await countAnswers(db, query, 'member')).toEqual(await countAnswers(db, fromMessages, 'member'))
}

const dayIn = (at: number) => new Date(at).toISOString().slice(0, 10)

describe.each([3, 4, 5])('with random messages of seed %i', (seed) => {
  test('figures equal a recount of the messages, before and after they are counted, whatever changes', async () => {
    const random = randomOf(seed)
    const org = await makeOrg(t.process.kernel, `Counted ${seed}`, seed)
    await sql`update contact set location = 'Plant ' || (length(firstname) % 2) where org_id = ${org.id}`.execute(
      dbOf(org),
    )
    await makeGroup(t.process.kernel, org.id, 'Nights', [org.bob.id, org.cat.id])
    await makeGroup(t.process.kernel, org.id, 'Crew', [org.bob.id])
    const now = t.process.kernel.world.now().getTime()
    const moment = () => new Date(now - random(75 * 24 * 60) * 60_000)
    for (let n = 0; n < 250; n++) await write(org, moment(), random)
    let timeZone = 'America/Chicago'
    const pick = () =>
      sql`(select id from message where org_id = ${org.id} order by md5(id::text || ${random(1000)}::text) limit 3)`
    const changes: (() => Promise<unknown>)[] = [
      () => write(org, moment(), random),
      () =>
        sql`update message set state = ${STATES[random(4)]} where org_id = ${org.id} and direction = 'out' and id in ${pick()}`.execute(
          dbOf(org),
        ),
      () =>
        sql`update message set contact_id = ${org.cat.id} where org_id = ${org.id} and id in ${pick()}`.execute(
          dbOf(org),
        ),
      () => sql`delete from message where org_id = ${org.id} and id in ${pick()}`.execute(dbOf(org)),
      () =>
        sql`update message set went_at = at + interval '3 days', state = 'sent' where org_id = ${org.id} and state = 'scheduled' and id in ${pick()}`.execute(
          dbOf(org),
        ),
      () => sql`update message set carrier_id = null where org_id = ${org.id} and id in ${pick()}`.execute(dbOf(org)),
      () => count(org),
      async () => {
        timeZone = ['America/Chicago', 'Asia/Kathmandu', 'Pacific/Auckland'][random(3)] ?? timeZone
        await sql`update organization set timezone = ${timeZone} where id = ${org.id}`.execute(dbOf(org))
      },
    ]
    for (let step = 0; step < 14; step++) {
      const length = 1 + random(70)
      const end = now - random(20) * DAY_MS
      const query = {
        orgId: org.id,
        timeZone,
        isLimited: false,
        start: dayIn(end - (length - 1) * DAY_MS),
        end: dayIn(end),
        count: length,
      }
      await expectRecount(org, query)
      await expectRecount(org, { ...query, start: dayIn(now - 89 * DAY_MS), end: dayIn(now), count: 90 })
      await (step % 4 === 0 ? count(org) : (changes[random(changes.length)] as () => Promise<unknown>)())
    }
    await count(org)
    expect(await recountFigures(t.process.kernel)).toEqual([])
  })
})

const lastMonth = (org: Org): AnalyticsQuery => {
  const now = t.process.kernel.world.now().getTime()
  return {
    orgId: org.id,
    timeZone: 'America/Chicago',
    isLimited: false,
    start: dayIn(now - 30 * DAY_MS),
    end: dayIn(now),
    count: 31,
  }
}

async function countedOrg(name: string, seed: number): Promise<Org> {
  const org = await makeOrg(t.process.kernel, name, seed)
  const random = randomOf(seed)
  const now = t.process.kernel.world.now().getTime()
  for (let n = 0; n < 40; n++) await write(org, new Date(now - DAY_MS - random(20 * 24 * 60) * 60_000), random)
  await count(org)
  return org
}

test('a change that is open while messages are counted is in the figures once it commits', async () => {
  const org = await countedOrg('Open', 6)
  await dbOf(org)
    .transaction()
    .execute(async (db) => {
      await sql`update message set state = 'failed' where org_id = ${org.id} and direction = 'out'`.execute(db)
      await sql`update message set state = 'failed' where org_id = ${org.id} and direction = 'in'`.execute(dbOf(org))
      await count(org)
    })
  await expectRecount(org, lastMonth(org))
  await count(org)
  await expectRecount(org, lastMonth(org))
})

test('figures stay when messages are deleted after their period, and say how many were', async () => {
  const org = await countedOrg('Purged', 7)
  const db = dbOf(org)
  const query = lastMonth(org)
  const read = async () => ({
    days: await countedDays(db, query, sql`${query.start}::date`),
    hours: await countHours(db, query),
  })
  const before = await read()
  await dbOf(org)
    .transaction()
    .execute(async (tx) => {
      await sql`select set_config('app.keeps_figures', 'on', true)`.execute(tx)
      await sql`delete from message where org_id = ${org.id}`.execute(tx)
    })
  const withoutDeleted = ({ days, hours }: typeof before) => ({
    hours,
    days: days.map((day) => ({ ...day, deleted: 0 })),
  })
  for (const isCountedAgain of [false, true]) {
    if (isCountedAgain) await count(org)
    const after = await read()
    expect(withoutDeleted(after)).toEqual(withoutDeleted(before))
    expect(after.days.map(({ deleted }) => deleted)).toEqual(before.days.map(({ sent, received }) => sent + received))
  }
})

test('the nightly recount corrects wrong figures, reports their days, and finds nothing the next night', async () => {
  const org = await countedOrg('Wrong', 8)
  const broken = new Set<string>()
  for (const table of ['figure_day', 'figure_sender_day', 'figure_contact_day']) {
    const changed = await sql<{ day: string }>`
      update ${sql.table(table)} set sent = sent + 5 where org_id = ${org.id} and day = (
        select max(day) from ${sql.table(table)} where org_id = ${org.id}) returning day::text as day`.execute(system())
    for (const { day } of changed.rows) broken.add(day)
  }
  expect(broken.size).toBeGreaterThan(0)
  const corrected = (await recountFigures(t.process.kernel)).find(({ orgId }) => orgId === org.id)
  expect(corrected?.days.toSorted()).toEqual([...broken].toSorted())
  await expectRecount(org, lastMonth(org))
  expect((await recountFigures(t.process.kernel)).filter(({ orgId }) => orgId === org.id)).toEqual([])
})

test('the database knows the states that are shown as not delivered', async () => {
  for (const state of MessageState.options) {
    const result = await sql<{ is: boolean }>`select is_not_delivered(${state}) as is`.execute(system())
    expect([state, result.rows[0]?.is]).toEqual([state, toDisplayStatus(state) === 'not_delivered'])
  }
})
