import { createHoliday, deleteHoliday, editHoliday, holidays } from '@crewline/contract/holidays'
import { HOLIDAYS_MAX } from '@crewline/contract/limits'
import { editOrganization } from '@crewline/contract/organizations'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
beforeEach(() => sql`delete from holiday where org_id = ${t.acme.id}`.execute(db()))

type HolidayInput = { name: string; from: string; to: string; yearly?: boolean }
const ann = () => t.as(t.acme.ann)
const add = (body: HolidayInput, user = t.acme.ann) => t.as(user).call(createHoliday, { body })
const day = (name: string, from: string, to = from): HolidayInput => ({ name, from, to })
const change = (id: string, body: object, user = t.acme.ann) => t.as(user).call(editHoliday, { query: { id }, body })

test('lets an owner add, change and remove holidays, sorted and audited', async () => {
  const distant = await add({ ...day('Founders', '2098-03-01', '2098-03-02') })
  expect(distant).toMatchObject({ http: 200, body: { holidays: [{ name: 'Founders', yearly: false }] } })
  await add(day('Long over', '2001-05-01'))
  const { holidays: listed } = (await add({ ...day(' Christmas\n Day ', '2020-12-25'), yearly: true })).body
  expect(listed.map(({ name }) => name)).toEqual(['Christmas Day', 'Founders', 'Long over'])
  expect(listed[0]).toMatchObject({ from: '2020-12-25', to: '2020-12-25', yearly: true })
  expect(listed[0]?.next?.from).toMatch(/-12-25$/)
  expect(listed[1]?.next).toEqual({ from: '2098-03-01', to: '2098-03-02' })
  expect(listed[2]?.next).toBeNull()

  const [christmas] = listed
  const moved = await change(christmas?.id as string, { to: '2020-12-26' })
  expect(moved.body.holidays[0]).toMatchObject({ name: 'Christmas Day', from: '2020-12-25', to: '2020-12-26' })
  // Every member sees the holidays, like the business hours.
  expect((await t.as(t.acme.vic).call(holidays)).body).toEqual({ status: 'OK', holidays: moved.body.holidays })
  const remaining = await ann().call(deleteHoliday, { query: { id: christmas?.id as string } })
  expect(remaining.body.holidays.map(({ name }) => name)).toEqual(['Founders', 'Long over'])
  expect((await ann().call(deleteHoliday, { query: { id: christmas?.id as string } })).http).toBe(404)
  const audited = await sql<{ action: string; n: number }>`
    select action, count(*)::int as n from audit_entry where action like 'holiday.%' group by action order by action`.execute(
    db(),
  )
  expect(audited.rows).toEqual([
    { action: 'holiday.changed', n: 1 },
    { action: 'holiday.created', n: 3 },
    { action: 'holiday.deleted', n: 1 },
  ])
})

test('finds the next holiday by the date in the zone of the organization', async () => {
  const zoned = async (timezone: string) => {
    await ann().call(editOrganization, { body: { timezone } })
    return (await ann().call(holidays)).body.holidays.map(({ next }) => next !== null)
  }
  const now = t.process.kernel.world.now().getTime()
  const dayAt = (offsetHours: number) => new Date(now + offsetHours * 3_600_000).toISOString().slice(0, 10)
  // These zones are 25 hours apart, so their dates always differ.
  await add(day('Today in Pago Pago', dayAt(-11)))
  expect(await zoned('Pacific/Pago_Pago')).toEqual([true])
  expect(await zoned('Pacific/Kiritimati')).toEqual([false])
  await ann().call(editOrganization, { body: { timezone: 'America/Chicago' } })
})

test('rejects invalid days with field errors in the language of the user', async () => {
  await add({ ...day('Christmas', '2026-12-25'), yearly: true })
  const cases: [HolidayInput, string, RegExp, RegExp][] = [
    [day('Never', '2026-02-30'), 'from', /wrong form/, /formato correcto/],
    [day('Never', '2027-02-29'), 'from', /wrong form/, /formato correcto/],
    [day('Never', 'tomorrow'), 'from', /wrong form/, /formato correcto/],
    [day('Never', '0000-01-01'), 'from', /2000 and 2099/, /2000 y 2099/],
    [day('Never', '9999-12-31'), 'from', /2000 and 2099/, /2000 y 2099/],
    [day('Back', '2026-12-26', '2026-12-24'), 'to', /later/, /posterior/],
    [day('Long', '2026-01-01', '2026-04-11'), 'to', /100 days/, /100 días/],
    [day('', '2026-12-26'), 'name', /Fill/, /Completa/],
    [day('x'.repeat(61), '2026-12-26'), 'name', /60/, /60/],
    [day('Twice', '2027-12-25'), 'from', /already a holiday: Christmas/, /ya son feriados: Christmas/],
  ]
  for (const [input, field, en, es] of cases) {
    const refused = await add(input)
    expect(refused).toMatchObject({
      http: 400,
      body: { code: 'invalid', fieldErrors: { [field]: expect.stringMatching(en) } },
    })
    const spanish = await ann().call(createHoliday, { body: input, headers: { 'accept-language': 'es' } })
    expect(spanish.body.fieldErrors).toMatchObject({ [field]: expect.stringMatching(es) })
  }
  expect((await add(day('A hundred', '2026-01-01', '2026-04-10'))).http).toBe(200)
  const { holidays: stored } = (await ann().call(holidays)).body
  const christmas = stored.find(({ name }) => name === 'Christmas')
  const lastAllowed = stored.find(({ name }) => name === 'A hundred')
  // A change is checked together with the unchanged fields, and not against the holiday itself.
  expect((await change(christmas?.id as string, { to: '2026-12-24' })).body.fieldErrors).toHaveProperty('to')
  expect((await change(christmas?.id as string, { name: 'Navidad', from: '2026-12-25' })).http).toBe(200)
  expect(
    (await change(lastAllowed?.id as string, { from: '2028-12-25', to: '2028-12-25' })).body.fieldErrors,
  ).toHaveProperty('from')
})

test('adds only one of several concurrent holidays on the same day, and limits how many are stored', async () => {
  const answers = await Promise.all(['A', 'B', 'C'].map((name) => add(day(name, '2026-12-25'))))
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.fieldErrors?.['from'])).toHaveLength(2)
  await sql`
    insert into holiday (org_id, id, name, from_day, to_day, yearly, created_at, updated_at)
    select ${t.acme.id}, gen_random_uuid(), 'Day', '2030-01-01'::date + n, '2030-01-01'::date + n, false, now(), now()
    from generate_series(3, ${HOLIDAYS_MAX}) n`.execute(db())
  expect((await add(day('Ninety-nine and one', '2026-12-26'))).http).toBe(200)
  expect(await add(day('One too many', '2026-12-27'))).toMatchObject({ http: 422, body: { code: 'too_many' } })
})

test('rejects changes without the permission or from another organization', async () => {
  const { id } = (await add(day('Christmas', '2026-12-25'))).body.holidays[0]!
  for (const refused of [
    await add(day('Mine', '2026-12-26'), t.acme.gus),
    await change(id, { name: 'Mine' }, t.acme.gus),
    await t.as(t.acme.gus).call(deleteHoliday, { query: { id } }),
  ])
    expect(refused).toMatchObject({ http: 422, body: { code: 'not_permitted' } })
  for (const unknown of [
    await change(id, { name: 'Mine' }, t.beta.ann),
    await t.as(t.beta.ann).call(deleteHoliday, { query: { id } }),
  ])
    expect(unknown).toMatchObject({ http: 404, body: { code: 'not_found' } })
  expect((await t.as(t.beta.ann).call(holidays)).body.holidays).toEqual([])
  expect((await ann().call(holidays)).body.holidays).toMatchObject([{ id, name: 'Christmas' }])
})
