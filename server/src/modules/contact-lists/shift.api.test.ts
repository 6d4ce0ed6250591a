import { bulkContacts, contactRun, undoContactRun, type ContactAction } from '@crewline/contract/contact-lists'
import { contactShift, deleteShift, setContactShift, type ShiftChoice } from '@crewline/contract/shifts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { hoursNow, makeShift } from '../../../test/kit/shifts.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { runContactActions } from './index.ts'

/** More than one step of a run. */
const CONTACT_COUNT = 700

let t: TestApp
let ids: string[]
/** A manager who sees every tenth contact. */
let sam: TestUser
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  const { kernel } = t.process
  await sql`
    insert into contact (org_id, id, firstname, lastname, sort_name, source, created_at, updated_at)
    select ${t.acme.id}::uuid, gen_random_uuid(), 'Many', n::text, 'many ' || n, 'manual', now() - interval '1 hour', now()
    from generate_series(1, ${CONTACT_COUNT}::int) n`.execute(db())
  const rows = await sql<{ id: string }>`select id from contact where firstname = 'Many' order by id`.execute(db())
  ids = rows.rows.map((row) => row.id)
  sam = await makeUser(kernel, t.acme.id, { firstname: 'Sam', lastname: 'Acme', role: 'manager' })
  const tenth = ids.filter((_, n) => n % 10 === 0)
  await limitTo(kernel, sam, [await makeGroup(kernel, t.acme.id, 'Tenth', tenth)])
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const ann = () => t.as(t.acme.ann)
const to = (choice: ShiftChoice): ContactAction => ({ act: 'shift', choice })
const shift = (shiftId: string) => to({ kind: 'shift', shiftId })
const bulk = async (body: object, action: ContactAction, user = t.acme.ann) =>
  t.as(user).call(bulkContacts, { body: { ...body, do: action } })
const undo = async (id: string) => (await ann().call(undoContactRun, { params: { id } })).body.run
const allNamed = { selectedAll: true, audience: { search: 'many' } }
const choiceOf = async (contactId: string | undefined) =>
  (await ann().call(contactShift, { query: { contactId: contactId as string } })).body.choice
const choose = (contactId: string | undefined, choice: ShiftChoice) =>
  ann().call(setContactShift, { query: { contactId: contactId as string }, body: { choice } })
const withShift = async (shiftId: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from contact_shift where shift_id = ${shiftId}`.execute(db()))
    .rows[0]?.n
async function finish(): Promise<void> {
  while (await runContactActions(t.process.kernel));
}

test('sets the shift of the named contacts, and Undo gives each what it had, except who was changed since', async () => {
  const [early, late] = [await makeShift(t, 'Early', hoursNow()), await makeShift(t, 'Late', hoursNow())]
  const [none, anytime, other, same, since] = ids
  await choose(anytime, { kind: 'any_time' })
  await choose(other, { kind: 'shift', shiftId: late })
  await choose(same, { kind: 'shift', shiftId: early })
  const missing = t.process.kernel.world.id()
  const { body } = await bulk({ contacts: [none, anytime, other, same, since, missing] }, shift(early))
  expect(body.run).toMatchObject({ state: 'done', total: 6, changed: 4 })
  expect(body.run.skipped.toSorted((a, b) => a.reason.localeCompare(b.reason))).toEqual([
    { reason: 'not_found', count: 1 },
    { reason: 'same', count: 1 },
  ])
  expect(await withShift(early)).toBe(5)
  await choose(since, { kind: 'shift', shiftId: late })
  const back = await undo(body.run.id)
  expect(back).toMatchObject({ changed: 3, skipped: [{ reason: 'changed_since', count: 1 }], undoes: body.run.id })
  expect(await choiceOf(none)).toEqual({ kind: 'groups' })
  expect(await choiceOf(anytime)).toEqual({ kind: 'any_time' })
  expect(await choiceOf(other)).toEqual({ kind: 'shift', shiftId: late })
  expect(await choiceOf(since)).toEqual({ kind: 'shift', shiftId: late })
  const audited = await sql`
    select from audit_entry where action = 'contact.shift-changed' and target = ${none ?? ''}`.execute(
    t.process.kernel.database.asSystem('tests read the audit log'),
  )
  expect(audited.rows).toHaveLength(2)
})

test('sets the shift of all contacts of a list in steps, only of those in sight, and Undo clears it again', async () => {
  const nights = await makeShift(t, 'Nights', hoursNow())
  const { body } = await bulk(allNamed, shift(nights))
  expect(body.run).toMatchObject({ state: 'running', total: CONTACT_COUNT })
  await finish()
  expect(await withShift(nights)).toBe(CONTACT_COUNT)
  const limited = await bulk(allNamed, to({ kind: 'groups' }), sam)
  expect(limited.body.run).toMatchObject({ state: 'done', changed: CONTACT_COUNT / 10 })
  expect(await withShift(nights)).toBe(CONTACT_COUNT * 0.9)
  const back = await undo(body.run.id)
  await finish()
  const { run } = (await ann().call(contactRun, { params: { id: back.id } })).body
  expect(run).toMatchObject({ state: 'done', changed: CONTACT_COUNT * 0.9 })
  expect(run.skipped).toEqual([{ reason: 'changed_since', count: CONTACT_COUNT / 10 }])
  expect(await withShift(nights)).toBe(0)
})

test('refuses a shift that was deleted, and counts contacts of later steps when it is deleted meanwhile', async () => {
  const gone = await makeShift(t, 'Gone', hoursNow())
  const { body } = await bulk(allNamed, shift(gone))
  await runContactActions(t.process.kernel)
  await ann().call(deleteShift, { query: { id: gone } })
  await finish()
  const { run } = (await ann().call(contactRun, { params: { id: body.run.id } })).body
  expect(run).toMatchObject({ state: 'done', changed: 500, skipped: [{ reason: 'shift_deleted', count: 200 }] })
  const refused = await bulk({ contacts: ids.slice(0, 2) }, shift(gone))
  expect(refused).toMatchObject({ http: 400, body: { code: 'invalid' } })
  expect(refused.body).toMatchObject({ fieldErrors: { value: 'This shift was deleted. Choose another.' } })
})
