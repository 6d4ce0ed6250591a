import { daysAfter } from '@crewline/contract/calendar'
import {
  celebrationsSoon,
  comingCelebrations,
  skipCelebration,
  type CelebrationContent,
  type ComingCelebration,
} from '@crewline/contract/celebrations'
import { CELEBRATION_AHEAD_DAYS, CELEBRATIONS_SOON_DAYS } from '@crewline/contract/celebration-limits'
import { createCustomField } from '@crewline/contract/fields'
import { instantOf } from '@crewline/contract/schedule-rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { makeCelebration, turnOnAt } from '../../../test/kit/celebrations.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

// Dates are found by index, day by day. These tests compare what the API returns with a plain look at every contact.

let t: TestApp
let field = ''
let night = ''
let orgZone = ''
let lin: TestUser
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  await t.as(t.acme.ann).call(createCustomField, { body: { name: 'License', type: 'date' } })
  await t.as(t.acme.ann).call(createCustomField, { body: { name: 'Visa', type: 'date' } })
  const keys = await sql<{ key: string }>`select key from custom_field order by key`.execute(db())
  field = keys.rows[0]?.key ?? ''
  const other = keys.rows[1]?.key ?? ''
  const org = await sql<{ timezone: string }>`select timezone from organization where id = ${t.acme.id}`.execute(db())
  orgZone = org.rows[0]?.timezone ?? ''
  const zones = ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati', null]
  // Every day of the year, some twice, and February 29 in each zone.
  const people = Array.from({ length: 380 }, (_, nth) => {
    const day = nth < 366 ? daysAfter('2000-01-01', nth) : '2000-02-29'
    return {
      id: t.process.kernel.world.id(),
      name: `P${nth}`,
      zone: zones[nth % zones.length] ?? null,
      birthday: nth % 3 === 0 ? day.slice(5) : `${1960 + 4 * (nth % 10)}${day.slice(4)}`,
      hired: `${2004 + 4 * (nth % 5)}${day.slice(4)}`,
      custom: JSON.stringify({ [field]: `2016${day.slice(4)}`, [other]: daysAfter('2016-06-15', nth) }),
    }
  })
  const column = (name: keyof (typeof people)[number]) => people.map((person) => person[name])
  await sql`
    insert into contact (org_id, id, firstname, sort_name, timezone, birthday, hire_date, custom, source, created_at, updated_at)
    select ${t.acme.id}::uuid, id, name, lower(name), zone, birthday, hired::date, custom::jsonb, 'manual', now(), now()
    from unnest(${column('id')}::uuid[], ${column('name')}::text[], ${column('zone')}::text[], ${column('birthday')}::text[],
      ${column('hired')}::text[], ${column('custom')}::text[]) p(id, name, zone, birthday, hired, custom)`.execute(db())
  const ids = people.map(({ id }) => id)
  const every = (step: number) => ids.filter((_, nth) => nth % step === 0)
  await sql`update contact set work = 'terminated' where id = any(${every(13)}::uuid[])`.execute(db())
  await sql`update contact set archived_at = now() where id = any(${every(17)}::uuid[])`.execute(db())
  await sql`update contact set custom = '{}' where id = any(${every(19)}::uuid[])`.execute(db())
  night = await makeGroup(t.process.kernel, t.acme.id, 'Night', every(2))
  lin = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Lin', lastname: 'Lim', role: 'manager' })
  await limitTo(t.process.kernel, lin, [night])
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const DAY_MS = 86_400_000

interface Person {
  id: string
  zone: string
  date: string | null
  isNight: boolean
}

/** Reads every contact, without an index and without the rules of the product. */
async function everyone(kind: CelebrationContent['kind']): Promise<Person[]> {
  const found = await sql<Person & { birthday: string | null; hired: string | null; custom: Record<string, string> }>`
    select c.id, coalesce(c.timezone, o.timezone) as zone, c.birthday, c.hire_date::text as hired, c.custom,
      exists (select from group_member g where g.contact_id = c.id and g.group_id = ${night}) as "isNight"
    from contact c join organization o on o.id = c.org_id where c.archived_at is null`.execute(db())
  return found.rows.map(({ birthday, hired, custom, ...person }) => ({
    ...person,
    date: (kind === 'birthday' ? birthday : kind === 'anniversary' ? hired : custom[field]) ?? null,
  }))
}

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** The day on which a date is celebrated in a year. */
function dayFor(monthDay: string, year: number, { feb29, weekend, offsetDays }: CelebrationContent): string {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const moved = monthDay === '02-29' && !isLeap ? (feb29 === 'feb28' ? '02-28' : '03-01') : monthDay
  const day = daysAfter(`${year}-${moved}`, offsetDays)
  const weekday = weekdayOf(day)
  if (weekend === 'same' || (weekday !== 0 && weekday !== 6)) return day
  if (weekend === 'before') return daysAfter(day, weekday === 6 ? -1 : -2)
  return daysAfter(day, weekday === 6 ? 2 : 1)
}

/** What the list should be, as `contact year day years`. */
function expectedOf(people: Person[], content: CelebrationContent, span: { after: Date; until: Date }): string[] {
  const zoneOf = (zone: string) => (content.zone === 'org' ? orgZone : zone)
  const years = [-1, 0, 1].map((step) => span.after.getUTCFullYear() + step)
  return people.flatMap(({ id, zone, date }) =>
    years.flatMap((year) => {
      if (date === null) return []
      const completed = content.kind === 'birthday' ? null : year - Number(date.slice(0, 4))
      if (completed !== null && completed < 1) return []
      const day = dayFor(date.slice(-5), year, content)
      const at = instantOf(`${day}T${content.time}`, zoneOf(zone))
      return at > span.after && at <= span.until ? [`${id} ${year} ${day} ${completed}`] : []
    }),
  )
}

/** Reads the whole list, some rows at a time. */
async function listOf(user: TestUser, id: string): Promise<ComingCelebration[]> {
  const rows: ComingCelebration[] = []
  for (let cursor: string | undefined; ;) {
    const { body } = await t
      .as(user)
      .call(comingCelebrations, { query: { id, pageSize: 7, ...(cursor && { cursor }) } })
    rows.push(...body.data)
    if (!body.nextCursor) return rows
    cursor = body.nextCursor
  }
}

const lineOf = ({ contactId, year, day, years }: ComingCelebration) => `${contactId} ${year} ${day} ${years}`

test.each([
  ['birthday', 'feb28', 'same', '00:00', 0, 'contact'],
  ['birthday', 'mar1', 'before', '09:00', -3, 'contact'],
  ['anniversary', 'feb28', 'after', '09:00', 14, 'contact'],
  ['anniversary', 'mar1', 'same', '23:59', 0, 'org'],
  ['date', 'feb28', 'before', '09:00', 60, 'org'],
  ['date', 'mar1', 'after', '12:30', -60, 'contact'],
] as const)(
  'the list of a %s (%s, weekend %s, %s, %i days after, clock of the %s) is what a look at every contact finds',
  async (...kinds) => {
    const [kind, feb29, weekend, time, offsetDays, zone] = kinds
    const more = { kind, feb29, weekend, time, offsetDays, zone, field: kind === 'date' ? field : null }
    const id = await makeCelebration(t, more)
    const content = { ...more } as CelebrationContent
    const people = await everyone(kind)
    const before = new Date()
    const [all, limited] = [await listOf(t.acme.ann, id), await listOf(lin, id)]
    const later = new Date()
    const until = (from: Date) => new Date(from.getTime() + CELEBRATION_AHEAD_DAYS * DAY_MS)
    // A time that passed while the list was read may be on either side.
    const sure = expectedOf(people, content, { after: later, until: until(before) })
    const possible = new Set(expectedOf(people, content, { after: before, until: until(later) }))
    const lines = all.map(lineOf)
    expect(sure.filter((line) => !lines.includes(line))).toEqual([])
    expect(lines.filter((line) => !possible.has(line))).toEqual([])
    expect(new Set(lines).size).toBe(lines.length)
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted())
    // Hidden years stay hidden, and a member who is limited to a group sees exactly its people.
    if (kind === 'birthday') expect(all.filter(({ years }) => years !== null)).toEqual([])
    const nightIds = new Set(people.filter(({ isNight }) => isNight).map((person) => person.id))
    const ofNight = lines.filter((line) => nightIds.has(line.slice(0, 36)))
    expect(limited.map(lineOf).filter((line) => !possible.has(line) || !nightIds.has(line.slice(0, 36)))).toEqual([])
    expect(ofNight.filter((line) => sure.includes(line) && !limited.map(lineOf).includes(line))).toEqual([])
    expect(limited.length).toBeLessThan(all.length)
  },
)

test('groups, groups that are left out, and skipped dates are respected, on every page of numbers', async () => {
  const audience = { everyone: false, groupIds: [night], excludeGroupIds: [] }
  const id = await makeCelebration(t, { audience })
  const people = await everyone('birthday')
  const nightIds = new Set(people.filter(({ isNight }) => isNight).map((person) => person.id))
  const ofNight = await listOf(t.acme.ann, id)
  expect(ofNight.length).toBeGreaterThan(10)
  expect(ofNight.filter(({ contactId }) => !nightIds.has(contactId))).toEqual([])
  const others = await makeCelebration(t, { audience: { everyone: true, groupIds: [], excludeGroupIds: [night] } })
  expect((await listOf(t.acme.ann, others)).filter(({ contactId }) => nightIds.has(contactId))).toEqual([])
  const [{ contactId, year } = { contactId: '', year: 0 }] = ofNight.slice(-1)
  await t.as(t.acme.ann).call(skipCelebration, { body: { id, contactId, year, skip: true } })
  const pages: ComingCelebration[] = []
  for (let page = 1; pages.length < ofNight.length; page += 1) {
    const { data } = (await t.as(t.acme.ann).call(comingCelebrations, { query: { id, page, pageSize: 9 } })).body
    expect(data.length).toBeGreaterThan(0)
    pages.push(...data)
  }
  expect(pages.map(lineOf)).toEqual(ofNight.map(lineOf))
  expect(pages.filter(({ isSkipped }) => isSkipped).map(lineOf)).toEqual([lineOf(ofNight.at(-1) as ComingCelebration)])
})

test('the card of the dashboard names the first of the same people, without those who left', async () => {
  const id = await makeCelebration(t)
  await turnOnAt(t, id, new Date())
  const { today, people } = (await t.as(t.acme.ann).call(celebrationsSoon, {})).body
  const rows = await sql<{ id: string; birthday: string }>`
    select id, birthday from contact where archived_at is null and work <> 'terminated' and birthday is not null`.execute(
    db(),
  )
  const content = { feb29: 'feb28', weekend: 'same', offsetDays: 0 } as CelebrationContent
  const lastDay = daysAfter(today, CELEBRATIONS_SOON_DAYS)
  const expected = rows.rows.flatMap((row) =>
    [today, lastDay]
      .map((day) => dayFor(row.birthday.slice(-5), Number(day.slice(0, 4)), content))
      .filter((day, nth, both) => day >= today && day <= lastDay && both.indexOf(day) === nth)
      .map((day) => ({ contactId: row.id, day })),
  )
  const shown = people.map(({ contactId, day }) => ({ contactId, day }))
  expect(shown.length).toBeGreaterThan(0)
  expect(expected).toEqual(expect.arrayContaining(shown))
  const days = expected.map(({ day }) => day).toSorted()
  expect(shown.map(({ day }) => day)).toEqual(days.slice(0, shown.length))
})
