import { createCustomField } from '@crewline/contract/fields'
import { createContact, editContact, readContact } from '@crewline/contract/contacts'
import { CONTACT_RUN_UNDO_MS } from '@crewline/contract/limits'
import { bulkContacts, contactRuns, undoContactRun, type ContactAction } from '@crewline/contract/contact-lists'
import { eraseContact } from '@crewline/contract/privacy'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { deleteUndoSnapshotsOfRuns, runContactActions } from './index.ts'

let t: TestApp
/** A manager who sees only the first contact of each crew. */
let sam: TestUser
let visibleGroup: string
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  const { kernel } = t.process
  sam = await makeUser(kernel, t.acme.id, { firstname: 'Sam', lastname: 'Acme', role: 'manager' })
  visibleGroup = await makeGroup(kernel, t.acme.id, 'Seen', [])
  await limitTo(kernel, sam, [visibleGroup])
  await t.as(t.acme.ann).call(createCustomField, { body: { name: 'Shift', type: 'text' } })
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const system = () => t.process.kernel.database.asSystem('tests turn clocks')
const ann = () => t.as(t.acme.ann)
const read = async (id: string) => (await ann().call(readContact, { query: { id } })).body.contact
const runBulk = async (body: object, action: ContactAction, user = t.acme.ann) =>
  (await t.as(user).call(bulkContacts, { body: { ...body, do: action } })).body.run
const undo = (id: string, user = t.acme.ann) => t.as(user).call(undoContactRun, { params: { id } })
let nth = 0
/** Adds three contacts with the same name and different locations. */
async function crew(): Promise<{ name: string; ids: string[] }> {
  const name = `Crew${(nth += 1)}x`
  const ids: string[] = []
  for (const location of ['North', 'South', '']) {
    const body = { firstname: name, location, ...(location && { customFields: { shift: `${location} shift` } }) }
    ids.push((await ann().call(createContact, { body })).body.contact.id)
  }
  return { name, ids: ids.sort() }
}
const allNamed = (name: string) => ({ selectedAll: true, audience: { search: name } })
const locationsOf = async (ids: string[]) => (await Promise.all(ids.map(read))).map((contact) => contact.location)
const toEast: ContactAction = { act: 'edit', field: 'location', value: 'East' }

describe('undoing a bulk action on all matching contacts', () => {
  test('restores a field, and skips and counts contacts changed since', async () => {
    const { name, ids } = await crew()
    const before = await locationsOf(ids)
    const run = await runBulk(allNamed(name), toEast)
    expect(run).toMatchObject({ changed: 3, undoes: null, undoUntil: expect.any(String) as string })
    await ann().call(editContact, { query: { id: ids[1] as string }, body: { location: 'West' } })
    await ann().call(editContact, { query: { id: ids[2] as string }, body: { jobTitle: 'Lead' } })
    const back = (await undo(run.id)).body.run
    expect(back).toMatchObject({
      ...{ do: toEast, state: 'done', total: 3, changed: 2, undoes: run.id, undoUntil: null },
      skipped: [{ reason: 'changed_since', count: 1 }],
    })
    expect(await locationsOf(ids)).toEqual([before[0], 'West', before[2]])
    expect((await read(ids[2] as string)).jobTitle).toBe('Lead')
    const audited =
      await sql`select from audit_entry where action = 'contacts.bulk-undone' and target = ${run.id}`.execute(system())
    expect(audited.rows).toHaveLength(1)
  })

  test('restores a custom field, also an empty one, a status, and the archive', async () => {
    const { name, ids } = await crew()
    const shifts = async () =>
      (await Promise.all(ids.map(read))).map((contact) => contact.customFields['shift'] ?? null)
    const before = await shifts()
    const run = await runBulk(allNamed(name), { act: 'edit', field: 'custom.shift', value: 'Nights' })
    expect(await shifts()).toEqual(['Nights', 'Nights', 'Nights'])
    await undo(run.id)
    expect(await shifts()).toEqual(before)

    await ann().call(editContact, { query: { id: ids[0] as string }, body: { work: 'on_leave' } })
    const terminated = await runBulk(allNamed(name), { act: 'status', work: 'terminated' })
    expect((await undo(terminated.id)).body.run.changed).toBe(3)
    expect((await Promise.all(ids.map(read))).map((contact) => contact.work)).toEqual(['on_leave', 'active', 'active'])

    const archived = await runBulk(allNamed(name), { act: 'archive', archived: true })
    await ann().call(editContact, { query: { id: ids[0] as string }, body: { archived: false } })
    expect((await undo(archived.id)).body.run).toMatchObject({
      changed: 2,
      skipped: [{ reason: 'changed_since', count: 1 }],
    })
    expect((await Promise.all(ids.map(read))).some((contact) => contact.archived)).toBe(false)
  })

  test('restores manual groups: earlier members stay, and an archived group is skipped', async () => {
    const { name, ids } = await crew()
    const { kernel } = t.process
    const [first, two] = ids as [string, string]
    const into = await makeGroup(kernel, t.acme.id, `In ${name}`, [first])
    const out = await makeGroup(kernel, t.acme.id, `Out ${name}`, [two])
    const run = await runBulk(allNamed(name), { act: 'groups', add: [into], remove: [out] })
    expect(run).toMatchObject({ changed: 2 })
    expect((await undo(run.id)).body.run).toMatchObject({ changed: 2, skipped: [] })
    const groupsOf = async (id: string) => (await read(id)).groups.map((group) => group.id)
    expect([await groupsOf(first), await groupsOf(two), await groupsOf(ids[2] as string)]).toEqual([[into], [out], []])
    const repeated = await runBulk(allNamed(name), { act: 'groups', add: [out], remove: [] })
    await sql`update contact_group set archived_at = now() where id = ${out}`.execute(db())
    expect((await undo(repeated.id)).body.run).toMatchObject({ changed: 0, skipped: [{ reason: 'changed_since' }] })
  })

  test('runs in the background for many contacts and counts its steps', async () => {
    const total = 1_100
    await sql`
      insert into contact (org_id, id, firstname, lastname, sort_name, location, source, created_at, updated_at)
      select ${t.acme.id}::uuid, gen_random_uuid(), 'Manyx', n::text, 'manyx ' || n, 'P' || n, 'manual', now() - interval '1 hour', now()
      from generate_series(1, ${total}::int) n`.execute(db())
    const run = await runBulk(allNamed('manyx'), toEast)
    expect(run).toMatchObject({ state: 'running', undoUntil: null })
    expect((await undo(run.id)).body.code).toBe('undo_over')
    while (await runContactActions(t.process.kernel));
    const back = (await undo(run.id)).body.run
    expect(back).toMatchObject({ state: 'running', total })
    while (await runContactActions(t.process.kernel));
    const remaining = await sql<{ n: number }>`
      select count(*)::int as n from contact where firstname = 'Manyx' and location = 'P' || lastname`.execute(db())
    expect(remaining.rows[0]?.n).toBe(total)
    expect((await ann().call(contactRuns)).body.runs[0]).toMatchObject({ id: back.id, changed: total, state: 'done' })
  })
})

test('allows undo once, within 24 hours, by the same member, and never for an opt-out', async () => {
  const { name, ids } = await crew()
  const run = await runBulk(allNamed(name), toEast)
  expect((await undo(run.id, t.acme.gus)).body.code).toBe('not_permitted')
  expect((await undo(run.id, sam)).http).toBe(404)
  expect((await undo(run.id, t.beta.ann)).http).toBe(404)
  expect((await undo(run.id)).http).toBe(200)
  const twice = await undo(run.id)
  expect(twice).toMatchObject({ http: 409, body: { code: 'undo_over' } })
  const { runs } = (await ann().call(contactRuns)).body
  expect(runs.slice(0, 2)).toMatchObject([
    { undoes: run.id, undoUntil: null },
    { id: run.id, undoUntil: null },
  ])
  expect((await t.as(t.beta.ann).call(contactRuns)).body.runs).toEqual([])

  const late = await runBulk({ contacts: ids }, { act: 'edit', field: 'location', value: 'Late' })
  await sql`update contact_run set created_at = ${new Date(Date.now() - CONTACT_RUN_UNDO_MS - 1)} where id = ${late.id}`.execute(
    db(),
  )
  expect((await undo(late.id)).body.code).toBe('undo_over')
  expect(await deleteUndoSnapshotsOfRuns(t.process.kernel)).toBe(3)
  const out = await runBulk({ contacts: ids }, { act: 'opt_out', wording: 'Asked' })
  expect((await undo(out.id)).http).toBe(409)
})

test('skips contacts out of sight and deletes the undo data of erased contacts', async () => {
  const { name, ids } = await crew()
  const [mine, outOfScope] = ids as [string, string]
  await sql`insert into group_member (org_id, group_id, contact_id)
    select ${t.acme.id}::uuid, ${visibleGroup}::uuid, id from unnest(${[mine, outOfScope]}::uuid[]) id`.execute(
    system(),
  )
  const run = await runBulk(allNamed(name), toEast, sam)
  expect(run.changed).toBe(2)
  await sql`delete from group_member where group_id = ${visibleGroup} and contact_id = ${outOfScope}`.execute(db())
  expect((await undo(run.id, sam)).body.run).toMatchObject({
    ...{ total: 2, changed: 1 },
    skipped: [{ reason: 'not_found', count: 1 }],
  })
  await ann().call(eraseContact, { body: { contactId: mine, reason: 'Asked', confirm: true } })
  expect((await sql`select from contact_run_undo where contact_id = ${mine}`.execute(db())).rows).toEqual([])
})
