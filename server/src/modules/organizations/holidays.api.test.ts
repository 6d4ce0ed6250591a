import { createHoliday, deleteHoliday, editHoliday, holidays } from '@crewline/contract/holidays'
import { HOLIDAYS_MAX } from '@crewline/contract/limits'
import { editOrganization } from '@crewline/contract/organizations'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { house, type House } from '../../../test/kit/house.ts'

let t: House
beforeAll(async () => {
  t = await house({ roles: 'web' })
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
beforeEach(() => sql`delete from holiday where org_id = ${t.acme.id}`.execute(db()))

type Given = { name: string; from: string; to: string; yearly?: boolean }
const ann = () => t.as(t.acme.ann)
const add = (body: Given, person = t.acme.ann) => t.as(person).call(createHoliday, { body })
const day = (name: string, from: string, to = from): Given => ({ name, from, to })
const change = (id: string, body: object, person = t.acme.ann) =>
  t.as(person).call(editHoliday, { query: { id }, body })

test('an owner keeps holidays in order, changes and removes them, and it is in the audit trail', async () => {
  const far = await add({ ...day('Founders', '2098-03-01', '2098-03-02') })
  expect(far).toMatchObject({ http: 200, body: { holidays: [{ name: 'Founders', yearly: false }] } })
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
  // Everybody of the organization sees them, as its hours.
  expect((await t.as(t.acme.vic).call(holidays)).body).toEqual({ status: 'OK', holidays: moved.body.holidays })
  const left = await ann().call(deleteHoliday, { query: { id: christmas?.id as string } })
  expect(left.body.holidays.map(({ name }) => name)).toEqual(['Founders', 'Long over'])
  expect((await ann().call(deleteHoliday, { query: { id: christmas?.id as string } })).http).toBe(404)
  const noted = await sql<{ action: string; n: number }>`
    select action, count(*)::int as n from audit_entry where action like 'holiday.%' group by action order by action`.execute(
    db(),
  )
  expect(noted.rows).toEqual([
    { action: 'holiday.changed', n: 1 },
    { action: 'holiday.created', n: 3 },
    { action: 'holiday.deleted', n: 1 },
  ])
})

test('what is next goes by the day where the organization is', async () => {
  const zoned = async (timezone: string) => {
    await ann().call(editOrganization, { body: { timezone } })
    return (await ann().call(holidays)).body.holidays.map(({ next }) => next !== null)
  }
  const now = t.process.kernel.world.now().getTime()
  const dayAt = (offsetHours: number) => new Date(now + offsetHours * 3_600_000).toISOString().slice(0, 10)
  // 25 hours lie between these two: their days differ at every moment.
  await add(day('Today in Pago Pago', dayAt(-11)))
  expect(await zoned('Pacific/Pago_Pago')).toEqual([true])
  expect(await zoned('Pacific/Kiritimati')).toEqual([false])
  await ann().call(editOrganization, { body: { timezone: 'America/Chicago' } })
})

test('odd days are refused beside their field, in the language of the person', async () => {
  await add({ ...day('Christmas', '2026-12-25'), yearly: true })
  const cases: [Given, string, RegExp, RegExp][] = [
    [day('Never', '2026-02-30'), 'from', /wrong form/, /forma correcta/],
    [day('Never', '2027-02-29'), 'from', /wrong form/, /forma correcta/],
    [day('Never', 'tomorrow'), 'from', /wrong form/, /forma correcta/],
    [day('Never', '0000-01-01'), 'from', /2000 and 2099/, /2000 y 2099/],
    [day('Never', '9999-12-31'), 'from', /2000 and 2099/, /2000 y 2099/],
    [day('Back', '2026-12-26', '2026-12-24'), 'to', /later/, /posterior/],
    [day('Long', '2026-01-01', '2026-04-11'), 'to', /100 days/, /100 días/],
    [day('', '2026-12-26'), 'name', /Fill/, /Completa/],
    [day('x'.repeat(61), '2026-12-26'), 'name', /60/, /60/],
    [day('Twice', '2027-12-25'), 'from', /already: Christmas/, /ya son festivos: Christmas/],
  ]
  for (const [given, field, en, es] of cases) {
    const refused = await add(given)
    expect(refused).toMatchObject({
      http: 400,
      body: { code: 'invalid', fieldErrors: { [field]: expect.stringMatching(en) } },
    })
    const said = await ann().call(createHoliday, { body: given, headers: { 'accept-language': 'es' } })
    expect(said.body.fieldErrors).toMatchObject({ [field]: expect.stringMatching(es) })
  }
  expect((await add(day('A hundred', '2026-01-01', '2026-04-10'))).http).toBe(200)
  const { holidays: kept } = (await ann().call(holidays)).body
  const christmas = kept.find(({ name }) => name === 'Christmas')
  const other = kept.find(({ name }) => name === 'A hundred')
  // A change is judged with what stays of it, and not against itself.
  expect((await change(christmas?.id as string, { to: '2026-12-24' })).body.fieldErrors).toHaveProperty('to')
  expect((await change(christmas?.id as string, { name: 'Navidad', from: '2026-12-25' })).http).toBe(200)
  expect((await change(other?.id as string, { from: '2028-12-25', to: '2028-12-25' })).body.fieldErrors).toHaveProperty(
    'from',
  )
})

test('of several who add the same day at once, one does; and there is an end to keeping', async () => {
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

test('others change none of it: who may not, and who is of another organization', async () => {
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
