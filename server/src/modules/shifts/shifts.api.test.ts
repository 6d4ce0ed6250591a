import type { BodyOf } from '@crewline/contract/endpoint'
import {
  contactShift,
  createShift,
  deleteShift,
  editShift,
  setContactShift,
  setGroupShift,
  shifts,
} from '@crewline/contract/shifts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeContact, makeGroup, makeUser } from '../../../test/kit/cast.ts'
import { hoursLater, hoursNow, makeShift } from '../../../test/kit/shifts.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const daytime = { from: '06:00', to: '14:00' }
let nth = 0
const someone = () => makeContact(t.process.kernel, t.acme.id, 'Eve', `+14155558${String((nth += 1)).padStart(3, '0')}`)
const read = async (contactId: string, user = t.acme.ann) =>
  (await t.as(user).call(contactShift, { query: { contactId } })).body
const names = async () => (await ann().call(shifts)).body.shifts.map(({ name }) => name)

test('lets an owner add, change and delete shifts, sorted and audited', async () => {
  await ann().call(createShift, { body: { name: 'Night', hours: { fri: { from: '22:00', to: '06:00' } } } })
  const added = await ann().call(createShift, { body: { name: ' Early ', hours: { mon: daytime } } })
  expect(added.body.shifts.map(({ name }) => name)).toEqual(['Early', 'Night'])
  const id = added.body.shifts[0]?.id as string
  const changed = await ann().call(editShift, { query: { id }, body: { name: 'Morning' } })
  expect(changed.body.shifts[0]).toMatchObject({ name: 'Morning', hours: { mon: daytime }, contacts: 0, groupIds: [] })
  expect(
    (await t.as(t.acme.vic).call(createShift, { body: { name: 'X', hours: { mon: daytime } } })).body,
  ).toMatchObject({ code: 'not_permitted' })
  expect((await ann().call(deleteShift, { query: { id } })).body.shifts.map(({ name }) => name)).toEqual(['Night'])
  expect((await ann().call(deleteShift, { query: { id } })).http).toBe(404)
  expect((await t.as(t.beta.ann).call(shifts)).body.shifts).toEqual([])
  const audited = await sql<{ action: string; detail: object }>`
    select action, detail from audit_entry where target = ${id} order by id`.execute(db())
  expect(audited.rows).toMatchObject([
    { action: 'shift.created', detail: { name: 'Early' } },
    { action: 'shift.changed', detail: { before: { name: 'Early' }, after: { name: 'Morning' } } },
    { action: 'shift.deleted', detail: { name: 'Morning', contacts: 0, groups: 0 } },
  ])
})

test('refuses hours without a day, days without hours and names twice, beside the field', async () => {
  const refused = async (body: BodyOf<typeof createShift>) => (await ann().call(createShift, { body })).body
  await makeShift(t, 'Late', hoursNow())
  expect(await refused({ name: 'None', hours: {} })).toMatchObject({ fieldErrors: { hours: expect.any(String) } })
  expect(await refused({ name: 'Empty', hours: { tue: { from: '06:00', to: '06:00' } } })).toMatchObject({
    fieldErrors: { 'hours.tue.to': expect.any(String) },
  })
  expect(await refused({ name: 'late', hours: { mon: daytime } })).toMatchObject({
    code: 'name_taken',
    fieldErrors: { name: expect.any(String) },
  })
  expect(await names()).not.toContain('None')
})

test('gives contacts the shifts of their groups until they have a choice of their own', async () => {
  const eve = await someone()
  const [now, later] = [await makeShift(t, 'Now', hoursNow()), await makeShift(t, 'Later', hoursLater())]
  const groupId = await makeGroup(t.process.kernel, t.acme.id, 'Crew', [eve.id])
  expect(await read(eve.id)).toMatchObject({ choice: { kind: 'groups' }, shifts: [], nextStart: null })

  const set = await ann().call(setGroupShift, { query: { groupId }, body: { shiftId: later } })
  expect(set.body.shifts.find(({ id }) => id === later)).toMatchObject({ groupIds: [groupId] })
  const offShift = await read(eve.id)
  expect(offShift.shifts).toEqual([{ id: later, name: 'Later' }])
  const waitMs = new Date(offShift.nextStart as string).getTime() - Date.now()
  expect(waitMs).toBeGreaterThan(2.9 * 3_600_000)
  expect(waitMs).toBeLessThan(3.1 * 3_600_000)

  const choose = (choice: object) =>
    ann().call(setContactShift, { query: { contactId: eve.id }, body: { choice: choice as never } })
  expect((await choose({ kind: 'shift', shiftId: now })).body).toMatchObject({
    choice: { kind: 'shift', shiftId: now },
    shifts: [{ name: 'Now' }],
    nextStart: null,
  })
  expect((await choose({ kind: 'any_time' })).body).toMatchObject({ choice: { kind: 'any_time' }, shifts: [] })
  expect((await choose({ kind: 'groups' })).body).toMatchObject({ shifts: [{ name: 'Later' }] })
  expect((await choose({ kind: 'shift', shiftId: t.process.kernel.world.id() })).body).toMatchObject({
    fieldErrors: { 'choice.shiftId': expect.any(String) },
  })

  await choose({ kind: 'shift', shiftId: later })
  await ann().call(deleteShift, { query: { id: later } })
  expect(await read(eve.id)).toMatchObject({ choice: { kind: 'groups' }, shifts: [], nextStart: null })
  const audited = await sql<{ action: string }>`
    select action from audit_entry where target in (${eve.id}, ${groupId}) order by id`.execute(db())
  expect(audited.rows.map(({ action }) => action)).toContain('contact.shift-changed')
  expect(audited.rows.map(({ action }) => action)).toContain('group.shift-changed')
})

test('shows a limited member the same hours, and neither contacts nor groups out of sight', async () => {
  const [seen, unseen] = [await someone(), await someone()]
  const mine = await makeGroup(t.process.kernel, t.acme.id, 'Mine', [seen.id])
  const hidden = await makeGroup(t.process.kernel, t.acme.id, 'Hidden', [seen.id, unseen.id])
  const shiftId = await makeShift(t, 'Hidden shift', hoursLater())
  await ann().call(setGroupShift, { query: { groupId: hidden }, body: { shiftId } })
  const lea = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Lea', lastname: 'Limited', role: 'manager' })
  await limitTo(t.process.kernel, lea, [mine])
  expect(await read(seen.id, lea)).toMatchObject({ shifts: [{ name: 'Hidden shift' }], nextStart: expect.any(String) })
  expect((await t.as(lea).call(contactShift, { query: { contactId: unseen.id } })).http).toBe(404)
  const listed = (await t.as(lea).call(shifts)).body.shifts.find(({ id }) => id === shiftId)
  expect(listed).toMatchObject({ groupIds: [] })
  const grab = await t.as(lea).call(setGroupShift, { query: { groupId: hidden }, body: { shiftId: null } })
  expect(grab.http).not.toBe(200)
  expect((await read(seen.id)).shifts).toHaveLength(1)
})

test('updates other open pages of the organization, and no others, when shifts change or who works them', async () => {
  const eve = await someone()
  const groupId = await makeGroup(t.process.kernel, t.acme.id, 'Announced to', [eve.id])
  const [page, foreign] = await Promise.all([t.connectClient(t.acme.gus), t.connectClient(t.beta.ann)])
  const shiftId = await makeShift(t, 'Announced', hoursLater())
  expect(await page.next('shifts-updated')).toEqual({})
  await ann().call(editShift, { query: { id: shiftId }, body: { hours: hoursNow() } })
  await page.next('shifts-updated')
  await ann().call(setGroupShift, { query: { groupId }, body: { shiftId } })
  await page.next('shifts-updated')
  const choice = { kind: 'any_time' as const }
  await ann().call(setContactShift, { query: { contactId: eve.id }, body: { choice } })
  await page.next('shifts-updated')
  await ann().call(deleteShift, { query: { id: shiftId } })
  await page.next('shifts-updated')
  expect(foreign.all('shifts-updated')).toEqual([])
})
