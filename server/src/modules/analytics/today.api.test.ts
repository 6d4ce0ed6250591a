import { dayIn, daysAfter } from '@crewline/contract/calendar'
import { MessageState } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOrg, type Org } from '../../../test/kit/cast.ts'
import { randomOf } from '../../../test/kit/random.ts'
import { recountFigures } from '../../../test/kit/recounted-dashboard.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { countOrganization } from './counting.ts'
import { readKept } from './dashboard-views.ts'
import { datesOf } from './range-rules.ts'
import { dashboardOf } from './ranges.ts'
import type { AnalyticsQuery } from './store/days.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** At any moment the day of some has just begun, and that of others is nearly over; several are half an hour or less apart. */
const ZONES = [
  ...['Pacific/Pago_Pago', 'Pacific/Marquesas', 'America/Chicago', 'America/St_Johns', 'Europe/Madrid', 'Asia/Tehran'],
  ...['Asia/Kathmandu', 'Asia/Tokyo', 'Australia/Lord_Howe', 'Pacific/Chatham', 'Pacific/Kiritimati'],
] as const

const system = () => t.process.kernel.database.asSystem('a test counts messages')
const dbOf = (org: Org) => t.process.kernel.database.ofOrg(org.id)
const count = (org: Org) => countOrganization(system(), org.id)
const now = () => t.process.kernel.world.now()
const ago = (ms: number) => now().getTime() - ms

/** Builds an id with the given creation time. */
function idAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${t.process.kernel.world.id().slice(13)}`
}

interface Written {
  ms: number
  /** When its id was made; by default then, too. */
  idMs?: number
  state?: string
  isIn?: boolean
  nth?: number
}

async function write(org: Org, { ms, idMs = ms, state = 'sent', isIn = false, nth = 0 }: Written): Promise<string> {
  const id = idAt(idMs)
  await sql`
    insert into message (org_id, id, contact_id, direction, kind, body, encoding, segments, line_id, phone_from, phone_to, state, sender_id, carrier_id, at)
    values (${org.id}, ${id}, ${([org.bob, org.cat, org.dan][nth] ?? org.bob).id}, ${isIn ? 'in' : 'out'}, 'text', 'x',
      'GSM-7', ${1 + nth}, ${org.line.id}, 'a', 'b', ${isIn ? 'received' : state}, ${isIn ? null : org.ann.id},
      ${isIn || state === 'queued' ? null : 'c'}, ${new Date(ms)})`.execute(dbOf(org))
  return id
}

const optOut = (org: Org, phone: string, ms: number) =>
  sql`insert into consent_event (org_id, id, phone, action, method, wording, at)
    values (${org.id}, ${idAt(ms)}, ${phone}, 'opt_out', 'keyword', 'x', ${new Date(ms)})`.execute(dbOf(org))

async function orgIn(timeZone: string, seed: number): Promise<Org> {
  const org = await makeOrg(t.process.kernel, `Today ${seed}`, seed)
  await sql`update organization set timezone = ${timeZone} where id = ${org.id}`.execute(dbOf(org))
  return org
}

/** A time zone whose day began six hours ago or more, so that a text of hours ago is one of today. */
function zoneInDaylight(): string {
  return ZONES.find((zone) => dayIn(zone, new Date(ago(6 * HOUR_MS))) === dayIn(zone, now())) ?? ZONES[0]
}

function untilToday(org: Org, timeZone: string, length: number): AnalyticsQuery {
  const end = dayIn(timeZone, now())
  return { orgId: org.id, timeZone, isLimited: false, start: daysAfter(end, 1 - length), end, count: length }
}

const figuresOf = async (org: Org, query: AnalyticsQuery) => (await dashboardOf(dbOf(org), query, now())).figures

async function expectRecount(org: Org, query: AnalyticsQuery): Promise<void> {
  const expected = await recountFigures(system(), query)
  for (const nth of [1, 2]) expect({ nth, ...(await figuresOf(org, query)) }).toEqual({ nth, ...expected })
}

/** Whether the days of a query that are not over are read from what is stored of them. */
async function isStored(org: Org, query: AnalyticsQuery): Promise<boolean> {
  const last = daysAfter(dayIn(query.timeZone, new Date(ago(2 * HOUR_MS))), -1)
  const today = { ...query, start: query.end, count: 1 }
  const dates = datesOf({ start: daysAfter(last, 1), end: query.end })
  return (await readKept(dbOf(org), { ...query, end: last }, { dates, today, now: now() })).added !== null
}

/** Counts until what is stored answers: a count waits for every transaction of the server, those of other databases included. */
async function countUntilStored(org: Org, query: AnalyticsQuery): Promise<void> {
  await expect
    .poll(async () => {
      await count(org)
      return isStored(org, query)
    })
    .toBe(true)
}

describe.each([51, 52, 53, 54])('with random messages of seed %i', (seed) => {
  test('a range until today equals a recount, at any hour and whatever changes', async () => {
    const random = randomOf(seed)
    let timeZone: string = ZONES[random(ZONES.length)] ?? ZONES[0]
    const org = await orgIn(timeZone, seed)
    const recent = () => ago(random(30 * 60) * MINUTE_MS + random(MINUTE_MS))
    const some = (text: Partial<Written>): Written => ({
      ms: recent(),
      isIn: random(2) === 0,
      nth: random(3),
      state: MessageState.options[random(MessageState.options.length)] ?? 'sent',
      ...text,
    })
    for (let n = 0; n < 30; n++) await write(org, some({ ms: ago(random(8 * 24 * 60) * MINUTE_MS) }))
    for (let n = 0; n < 60; n++) await write(org, some({}))
    const few = () => sql`org_id = ${org.id} and direction <> 'internal' and id in (
      select id from message where org_id = ${org.id} and id > uuid_floor(now() - interval '30 hours') order by md5(id::text || ${random(1000)}::text) limit 4)`
    const change = (what: ReturnType<typeof sql>, condition = sql`true`) =>
      sql`update message set ${what} where ${few()} and ${condition}`.execute(dbOf(org))
    const changes: (() => Promise<unknown>)[] = [
      () => write(org, some({ ms: ago(0) })),
      () => write(org, some({})),
      // Its id was made at another time than the text; days are read with ids of up to twelve hours around them.
      () => {
        const ms = recent()
        return write(org, some({ ms, idMs: Math.min(ms + (random(22 * 60) - 11 * 60) * MINUTE_MS, ago(0)) }))
      },
      () => change(sql`state = ${some({}).state}`, sql`direction = 'out'`),
      () => change(sql`state = 'delivered'`, sql`direction = 'out'`),
      () => change(sql`carrier_id = case when carrier_id is null then 'c' end`, sql`direction = 'out'`),
      () => change(sql`segments = segments + 1`),
      () => change(sql`contact_id = ${org.bob.id}`),
      () => change(sql`at = at - interval '20 minutes'`),
      () => sql`delete from message where ${few()}`.execute(dbOf(org)),
      () => optOut(org, `+1415555000${random(3)}`, random(2) === 0 ? ago(0) : recent()),
      async () => {
        timeZone = ZONES[random(ZONES.length)] ?? timeZone
        await sql`update organization set timezone = ${timeZone} where id = ${org.id}`.execute(dbOf(org))
      },
      // Changes that are open while the day is counted.
      () =>
        dbOf(org)
          .transaction()
          .execute(async (db) => {
            await sql`update message set state = 'delivered', segments = segments + 1 where ${few()}`.execute(db)
            await count(org)
            await expectRecount(org, untilToday(org, timeZone, 7))
          }),
      () => Promise.all([count(org), count(org), write(org, some({ ms: ago(0) }))]),
    ]
    await countUntilStored(org, untilToday(org, timeZone, 7))
    for (let step = 0; step < 24; step++) {
      const query = untilToday(org, timeZone, 3 + random(9))
      await expectRecount(org, query)
      if (step % 2 === 0) await count(org)
      else await changes[random(changes.length)]?.()
    }
    await countUntilStored(org, untilToday(org, timeZone, 30))
    await expectRecount(org, untilToday(org, timeZone, 30))
  })
})

describe('what is stored of today', () => {
  const rowOf = async (org: Org) =>
    (
      await sql<{ day: string; through: Date | null; sent: number; delivered: number; snapshot: string }>`
        select day::text as day, through, sent, delivered, snapshot from figure_today where org_id = ${org.id} order by day desc limit 1`.execute(
        system(),
      )
    ).rows[0]

  /** An organization with texts of yesterday and of this morning, that are counted. */
  async function countedOrg(seed: number): Promise<{ org: Org; query: AnalyticsQuery; morning: string }> {
    const timeZone = zoneInDaylight()
    const org = await orgIn(timeZone, seed)
    for (let n = 0; n < 6; n++) await write(org, { ms: ago(DAY_MS + n * 5 * HOUR_MS), nth: n % 2 })
    const morning = await write(org, { ms: ago(5 * HOUR_MS), nth: 2 })
    await write(org, { ms: ago(4 * HOUR_MS), isIn: true, nth: 1 })
    const query = untilToday(org, timeZone, 7)
    await countUntilStored(org, query)
    return { org, query, morning }
  }

  test('is what answers, with the messages and opt-outs since', async () => {
    const { org, query } = await countedOrg(61)
    await expectRecount(org, query)
    const figures = await figuresOf(org, query)
    await sql`update figure_today set sent_texts = sent_texts + 4711 where org_id = ${org.id}`.execute(system())
    await write(org, { ms: ago(0), nth: 1 })
    await optOut(org, org.dan.phone, ago(0))
    const added = await figuresOf(org, query)
    expect(added.sentTexts).toBe(figures.sentTexts + 4711 + 2)
    expect(added.optOuts).toBe(figures.optOuts + 1)
  })

  test('counts a text of this morning as delivered once it is, without counting the day anew', async () => {
    const { org, query, morning } = await countedOrg(62)
    const figures = await figuresOf(org, query)
    const before = await rowOf(org)
    await sql`update figure_today set sent_texts = sent_texts + 4711 where org_id = ${org.id}`.execute(system())
    await sql`update message set state = 'delivered' where org_id = ${org.id} and id = ${morning}`.execute(dbOf(org))
    const changed = await figuresOf(org, query)
    expect(changed.delivered.at(-1)).toBe((figures.delivered.at(-1) ?? 0) + 1)
    const countUntilDelivered = async (delivered: number | undefined) => {
      await expect
        .poll(async () => {
          await count(org)
          return (await rowOf(org))?.delivered
        })
        .toBe(delivered)
    }
    await countUntilDelivered((before?.delivered ?? 0) + 1)
    expect(await figuresOf(org, query)).toEqual(changed)
    await sql`update message set state = 'failed' where org_id = ${org.id} and id = ${morning}`.execute(dbOf(org))
    await countUntilDelivered(before?.delivered)
  })

  test.each([
    ['deleted', (org: Org, id: string) => sql`delete from message where org_id = ${org.id} and id = ${id}`],
    [
      'given to another contact',
      (org: Org, id: string) =>
        sql`update message set contact_id = ${org.bob.id} where org_id = ${org.id} and id = ${id}`,
    ],
  ])('counts the day anew after a text of this morning is %s', async (name, change) => {
    const { org, query, morning } = await countedOrg(name === 'deleted' ? 63 : 67)
    await change(org, morning).execute(dbOf(org))
    expect(await isStored(org, query)).toBe(false)
    await expectRecount(org, query)
    await countUntilStored(org, query)
    await expectRecount(org, query)
  })

  test('waits for transactions that may have changed a message without a note', async () => {
    const { org, query } = await countedOrg(64)
    const id = await write(org, { ms: ago(0) })
    await dbOf(org)
      .transaction()
      .execute(async (db) => {
        await sql`update message set state = 'delivered' where org_id = ${org.id} and id = ${id}`.execute(db)
        const { snapshot } = (await rowOf(org)) ?? {}
        await expect
          .poll(async () => {
            await count(org)
            return (await rowOf(org))?.snapshot
          })
          .not.toBe(snapshot)
        // As if two minutes had passed.
        await sql`update figure_today set next_through = now() + interval '1 minute' where org_id = ${org.id}`.execute(
          system(),
        )
        const before = await rowOf(org)
        await count(org)
        expect(await rowOf(org)).toEqual(before)
      })
    await expect
      .poll(async () => {
        await count(org)
        return (await rowOf(org))?.through?.getTime()
      })
      .toBeGreaterThan(now().getTime())
    await expectRecount(org, query)
  })

  test('is not used after a restore where transactions are numbered anew, and counted again', async () => {
    const { org, query } = await countedOrg(65)
    await sql`update figure_today set snapshot = '900000000:900000000:', next_xid = '900000001', sent = 4711 where org_id = ${org.id}`.execute(
      system(),
    )
    await sql`insert into figure_today_change (org_id, xid, id, at, is_other) select org_id, '900000002', id, at, true from message
      where org_id = ${org.id} order by id desc limit 1`.execute(system())
    await expectRecount(org, query)
    await countUntilStored(org, query)
    await expectRecount(org, query)
  })

  test('is deleted once the day is over, and changes once they are counted', async () => {
    const { org, morning } = await countedOrg(66)
    await sql`insert into figure_today (org_id, day, timezone, next_through, next_xid) values (${org.id}, '2020-01-01', 'UTC', now(), '1')`.execute(
      system(),
    )
    await sql`update message set state = 'delivered' where org_id = ${org.id} and id = ${morning}`.execute(dbOf(org))
    await count(org)
    await write(org, { ms: ago(5 * HOUR_MS) })
    await expect
      .poll(async () => {
        await count(org)
        const left = await sql<{ days: number; changes: number }>`
          select (select count(*)::int from figure_today where org_id = ${org.id} and day < '2021-01-01') as days,
            (select count(*)::int from figure_today_change where org_id = ${org.id}) as changes`.execute(system())
        return left.rows[0]?.days === 0 && left.rows[0].changes <= 1
      })
      .toBe(true)
  })
})
