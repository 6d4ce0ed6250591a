import { auditEntries } from '@crewline/contract/audit'
import { chooseCalendar, inheritedCalendar, readFamily, shareDown, stopSharing } from '@crewline/contract/family'
import { createHoliday, deleteHoliday, editHoliday, holidays } from '@crewline/contract/holidays'
import { editOrganization, organizationSettings, type OrganizationSettings } from '@crewline/contract/organizations'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrg, makeUser, type Org } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { releaseUnrecorded } from './hand-down.ts'
import { followFamily } from './index.ts'

let t: TestApp
let n = 3
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

type Hours = OrganizationSettings['businessHours']
const DAY: Hours = { mon: { from: '08:00', to: '17:00' } }
const LONG: Hours = { mon: { from: '06:00', to: '22:00' }, tue: { from: '06:00', to: '22:00' } }
const NEW_YEAR = { name: 'New Year’s Day', from: '2000-01-01', to: '2000-01-01', yearly: true }

/** A parent with hours and a holiday, and a child. */
async function family(): Promise<{ mom: Org; kid: Org }> {
  const [mom, kid] = [
    await makeOrg(t.process.kernel, `Mom ${n}`, n++),
    await makeOrg(t.process.kernel, `Kid ${n}`, n++),
  ]
  const system = t.process.kernel.database.asSystem('tests make a family')
  await sql`update organization set features = features || '{"sync": true}' where id in (${mom.id}, ${kid.id})`.execute(
    system,
  )
  await sql`update organization set parent_id = ${mom.id} where id = ${kid.id}`.execute(system)
  await setHours(mom, DAY)
  await t.as(mom.ann).call(createHoliday, { body: NEW_YEAR })
  return { mom, kid }
}

const setHours = (org: Org, businessHours: Hours) =>
  t.as(org.ann).call(editOrganization, { body: { settings: { businessHours } } })
const hoursOf = async (org: Org) => (await t.as(org.ann).call(organizationSettings)).body.settings.businessHours
const holidaysOf = async (org: Org) => (await t.as(org.ann).call(holidays)).body.holidays
const namesOf = async (org: Org) => (await holidaysOf(org)).map(({ name }) => name).toSorted()
const calendarOf = async (org: Org) => {
  const { hours, holidays: days } = (await t.as(org.ann).call(inheritedCalendar)).body
  return { hours, holidays: days }
}
const share = (org: Org, kind: 'hours' | 'holidays', objectId = org.id) =>
  t.as(org.ann).call(shareDown, { body: { kind, objectId } })
const choose = (org: Org, kind: 'hours' | 'holidays', isOwn: boolean) =>
  t.as(org.ann).call(chooseCalendar, { body: { kind, isOwn } })
const followed = (check: () => Promise<boolean>) =>
  t.until(async () => {
    while (await followFamily(t.process.kernel));
    return check()
  })

test('hands business hours down, where only the parent changes them, and names the parent', async () => {
  const { mom, kid } = await family()
  await setHours(kid, LONG)
  const shared = await share(mom, 'hours')
  expect(shared.body.share).toMatchObject({ kind: 'hours', objectId: mom.id, problems: [] })
  expect(await hoursOf(kid)).toEqual(DAY)
  expect(await calendarOf(kid)).toEqual({ hours: { parent: mom.name, isOwn: false, problem: null }, holidays: null })
  expect((await setHours(kid, LONG)).body.code).toBe('managed_elsewhere')
  expect((await t.as(kid.ann).call(editOrganization, { body: { settings: { awayReply: 'Back soon.' } } })).http).toBe(
    200,
  )

  await setHours(mom, LONG)
  await followed(async () => (await hoursOf(kid)).tue !== undefined)
  const action = 'organization.hours-handed-down'
  const entries = (await t.as(kid.ann).call(auditEntries, { query: { action } })).body.data
  expect(entries).toHaveLength(2)
  // Its own hours from before come back.
  await setHours(mom, DAY)
  await choose(kid, 'hours', true)
  expect(await hoursOf(kid)).toEqual(LONG)
})

test('lets a child use its own hours, which begin as those of the parent, and those of the parent again', async () => {
  const { mom, kid } = await family()
  await share(mom, 'hours')
  expect((await choose(kid, 'hours', true)).body.hours).toMatchObject({ parent: mom.name, isOwn: true })
  expect(await hoursOf(kid)).toEqual(DAY)
  expect((await setHours(kid, LONG)).http).toBe(200)
  await setHours(mom, { ...DAY, fri: { from: '09:00', to: '12:00' } })
  // The holidays that follow show that the hours were looked at too.
  await share(mom, 'holidays')
  await followed(async () => (await holidaysOf(kid)).length === 1)
  expect(await hoursOf(kid)).toEqual(LONG)

  expect((await choose(kid, 'hours', false)).body.hours).toMatchObject({ isOwn: false })
  expect(Object.keys(await hoursOf(kid))).toEqual(['fri', 'mon'])
  expect((await setHours(kid, LONG)).body.code).toBe('managed_elsewhere')
})

test('adds holidays of the parent to those of the child, and follows each change', async () => {
  const { mom, kid } = await family()
  await t.as(kid.ann).call(createHoliday, { body: { ...NEW_YEAR, name: 'Ours', from: '2001-01-01', to: '2001-01-01' } })
  await t.as(mom.ann).call(createHoliday, { body: { name: 'Picnic', from: '2031-06-06', to: '2031-06-06' } })
  await share(mom, 'holidays')
  // The same days are a holiday of the child already.
  expect(await namesOf(kid)).toEqual(['Ours', 'Picnic'])
  const picnic = (await holidaysOf(kid)).find(({ name }) => name === 'Picnic')
  expect(picnic?.handedDown).toBe(true)
  const query = { id: picnic?.id ?? '' }
  expect((await t.as(kid.ann).call(editHoliday, { query, body: { name: 'x' } })).body.code).toBe('managed_elsewhere')
  expect((await t.as(kid.ann).call(deleteHoliday, { query })).body.code).toBe('managed_elsewhere')

  // A single day does not stand in for one that repeats.
  await t
    .as(mom.ann)
    .call(createHoliday, { body: { name: 'Fall', from: '2020-10-10', to: '2020-10-10', yearly: true } })
  await t.as(kid.ann).call(createHoliday, { body: { name: 'Once', from: '2031-10-10', to: '2031-10-10' } })
  await followed(async () => (await namesOf(kid)).join() === 'Fall,Once,Ours,Picnic')
  const fall = (await holidaysOf(mom)).find(({ name }) => name === 'Fall')
  await t.as(mom.ann).call(deleteHoliday, { query: { id: fall?.id ?? '' } })

  // One holiday takes the days of another.
  const first = (await holidaysOf(mom)).find(({ name }) => name === 'Picnic')
  await t
    .as(mom.ann)
    .call(editHoliday, { query: { id: first?.id ?? '' }, body: { from: '2031-07-07', to: '2031-07-07' } })
  await t.as(mom.ann).call(createHoliday, { body: { name: 'Fair', from: '2031-06-06', to: '2031-06-06' } })
  await followed(async () => (await namesOf(kid)).join() === 'Fair,Once,Ours,Picnic')
  expect((await holidaysOf(kid)).find(({ name }) => name === 'Picnic')?.from).toBe('2031-07-07')
  await t.as(mom.ann).call(deleteHoliday, { query: { id: first?.id ?? '' } })
  await followed(async () => (await namesOf(kid)).join() === 'Fair,Once,Ours')

  // Without its own holiday of the same days, that of the parent applies.
  const ours = (await holidaysOf(kid)).find(({ name }) => name === 'Ours')
  await t.as(kid.ann).call(deleteHoliday, { query: { id: ours?.id ?? '' } })
  await followed(async () => (await namesOf(kid)).join() === `Fair,${NEW_YEAR.name},Once`)
})

test('leaves what the child chose last when it chooses while the parent changes, shares and stops sharing', async () => {
  const { mom, kid } = await family()
  await share(mom, 'hours')
  for (let round = 0; round < 6; round++) {
    const isOwn = round % 2 === 0
    const answers = await Promise.all([
      choose(kid, 'hours', isOwn),
      setHours(mom, round % 3 === 0 ? LONG : DAY),
      share(mom, 'hours'),
      share(mom, 'hours'),
    ])
    expect(answers.map(({ http }) => http)).toEqual([200, 200, 200, 200])
    expect((await calendarOf(kid)).hours?.isOwn).toBe(isOwn)
    expect((await setHours(kid, { sun: { from: '01:00', to: '02:00' } })).http).toBe(isOwn ? 200 : 409)
  }
  const { shares } = (await t.as(mom.ann).call(readFamily)).body
  const stops = [choose(kid, 'hours', true), t.as(mom.ann).call(stopSharing, { query: { id: shares[0]?.id ?? '' } })]
  expect((await Promise.all(stops)).map(({ http }) => http < 500)).toEqual([true, true])
  expect((await setHours(kid, LONG)).http).toBe(200)
})

test('leaves both to a child that leaves the family', async () => {
  const { mom, kid } = await family()
  await share(mom, 'hours')
  await share(mom, 'holidays')
  await sql`update organization set parent_id = null where id = ${kid.id}`.execute(
    t.process.kernel.database.asSystem('a test takes a family apart'),
  )
  expect((await setHours(kid, LONG)).http).toBe(200)
  const [day] = await holidaysOf(kid)
  expect(day?.handedDown).toBe(false)
  expect((await t.as(kid.ann).call(deleteHoliday, { query: { id: day?.id ?? '' } })).http).toBe(200)
  expect(await calendarOf(kid)).toEqual({ hours: null, holidays: null })
})

test('releases hours and holidays at night of which no share is recorded any more', async () => {
  const { mom, kid } = await family()
  await setHours(kid, LONG)
  const shares = [await share(mom, 'hours'), await share(mom, 'holidays')]
  const { database } = t.process.kernel
  // As an older version of the server does during a deployment.
  await sql`delete from share_copy where org_id = ${kid.id}`.execute(database.ofOrg(kid.id))
  for (const { body } of shares) await t.as(mom.ann).call(stopSharing, { query: { id: body.share.id } })
  expect((await setHours(kid, LONG)).body.code).toBe('managed_elsewhere')
  await releaseUnrecorded(t.process.kernel)
  expect(await hoursOf(kid)).toEqual(LONG)
  expect(await holidaysOf(kid)).toMatchObject([{ ...NEW_YEAR, handedDown: false }])
})

test('brings back the hours that a child set between two parents', async () => {
  const { mom, kid } = await family()
  const { mom: next } = await family()
  await share(mom, 'hours')
  const join = (parentId: string | null) =>
    sql`update organization set parent_id = ${parentId} where id = ${kid.id}`.execute(
      t.process.kernel.database.asSystem('a test moves a child to another parent'),
    )
  await join(null)
  await setHours(kid, LONG)
  await join(next.id)
  await share(next, 'hours')
  expect(await hoursOf(kid)).toEqual(DAY)
  await choose(kid, 'hours', true)
  expect(await hoursOf(kid)).toEqual(LONG)
})

test('leaves both to the child when the parent stops sharing them', async () => {
  const { mom, kid } = await family()
  const shares = [await share(mom, 'hours'), await share(mom, 'holidays')]
  for (const { body } of shares) await t.as(mom.ann).call(stopSharing, { query: { id: body.share.id } })
  expect(await calendarOf(kid)).toEqual({ hours: null, holidays: null })
  expect(await hoursOf(kid)).toEqual(DAY)
  expect(await holidaysOf(kid)).toMatchObject([{ ...NEW_YEAR, handedDown: false }])
  expect((await setHours(kid, LONG)).http).toBe(200)
  expect((await choose(kid, 'hours', true)).body.code).toBe('outdated')
})

test('refuses hours that are not set, the id of another organization, and roles that change no settings', async () => {
  const { mom, kid } = await family()
  await setHours(mom, {})
  expect((await share(mom, 'hours')).body.code).toBe('invalid')
  expect((await share(mom, 'holidays', kid.id)).http).toBe(404)
  const max = await makeUser(t.process.kernel, kid.id, { firstname: 'Max', lastname: 'Kid', role: 'manager' })
  const body = { kind: 'holidays' as const, isOwn: true }
  expect((await t.as(max).call(chooseCalendar, { body })).body.code).toBe('not_permitted')
})
