import { createCustomField } from '@crewline/contract/fields'
import { createContact, editContact, readContact } from '@crewline/contract/contacts'
import { CONTACT_RUN_UNDO_MS } from '@crewline/contract/limits'
import { bulkContacts, contactRuns, eraseContact, undoContactRun, type ContactAct } from '@crewline/contract/roster'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makePerson, type Person } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { forgetTracesOfRuns, runContactActs } from './index.ts'

let t: House
/** Sees the first of each crew only. */
let sam: Person
let seen: string
beforeAll(async () => {
  t = await house({ roles: 'web' })
  const { kernel } = t.process
  sam = await makePerson(kernel, t.acme.id, { firstname: 'Sam', lastname: 'Acme', role: 'manager' })
  seen = await makeGroup(kernel, t.acme.id, 'Seen', [])
  await limitTo(kernel, sam, [seen])
  await t.as(t.acme.ann).call(createCustomField, { body: { name: 'Shift', type: 'text' } })
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const system = () => t.process.kernel.database.asSystem('tests turn clocks')
const ann = () => t.as(t.acme.ann)
const read = async (id: string) => (await ann().call(readContact, { query: { id } })).body.contact
const act = async (body: object, what: ContactAct, person = t.acme.ann) =>
  (await t.as(person).call(bulkContacts, { body: { ...body, do: what } })).body.run
const undo = (id: string, person = t.acme.ann) => t.as(person).call(undoContactRun, { params: { id } })
let nth = 0
/** Three people named alike, of different places. */
async function crew(): Promise<{ name: string; ids: string[] }> {
  const name = `Crew${(nth += 1)}x`
  const ids: string[] = []
  for (const location of ['North', 'South', '']) {
    const body = { firstname: name, location, ...(location && { customFields: { shift: `${location} shift` } }) }
    ids.push((await ann().call(createContact, { body })).body.contact.id)
  }
  return { name, ids: ids.sort() }
}
const everybody = (name: string) => ({ selectedAll: true, audience: { search: name } })
const places = async (ids: string[]) => (await Promise.all(ids.map(read))).map((one) => one.location)
const toEast: ContactAct = { act: 'edit', field: 'location', value: 'East' }

describe('an act on everybody that matches is taken back', () => {
  test('for a fact: each has again what they had; who was changed since is left alone and counted', async () => {
    const { name, ids } = await crew()
    const before = await places(ids)
    const run = await act(everybody(name), toEast)
    expect(run).toMatchObject({ changed: 3, undoes: null, undoUntil: expect.any(String) as string })
    await ann().call(editContact, { query: { id: ids[1] as string }, body: { location: 'West' } })
    await ann().call(editContact, { query: { id: ids[2] as string }, body: { jobTitle: 'Lead' } })
    const back = (await undo(run.id)).body.run
    expect(back).toMatchObject({
      ...{ do: toEast, state: 'done', total: 3, changed: 2, undoes: run.id, undoUntil: null },
      skipped: [{ reason: 'changed_since', count: 1 }],
    })
    expect(await places(ids)).toEqual([before[0], 'West', before[2]])
    expect((await read(ids[2] as string)).jobTitle).toBe('Lead')
    const noted =
      await sql`select from audit_entry where action = 'contacts.bulk-undone' and target = ${run.id}`.execute(system())
    expect(noted.rows).toHaveLength(1)
  })

  test('for a custom field, also where there was nothing; for a status; for the archive', async () => {
    const { name, ids } = await crew()
    const shifts = async () => (await Promise.all(ids.map(read))).map((one) => one.customFields['shift'] ?? null)
    const before = await shifts()
    const run = await act(everybody(name), { act: 'edit', field: 'custom.shift', value: 'Nights' })
    expect(await shifts()).toEqual(['Nights', 'Nights', 'Nights'])
    await undo(run.id)
    expect(await shifts()).toEqual(before)

    await ann().call(editContact, { query: { id: ids[0] as string }, body: { work: 'on_leave' } })
    const gone = await act(everybody(name), { act: 'status', work: 'terminated' })
    expect((await undo(gone.id)).body.run.changed).toBe(3)
    expect((await Promise.all(ids.map(read))).map((one) => one.work)).toEqual(['on_leave', 'active', 'active'])

    const archived = await act(everybody(name), { act: 'archive', archived: true })
    await ann().call(editContact, { query: { id: ids[0] as string }, body: { archived: false } })
    expect((await undo(archived.id)).body.run).toMatchObject({
      changed: 2,
      skipped: [{ reason: 'changed_since', count: 1 }],
    })
    expect((await Promise.all(ids.map(read))).some((one) => one.archived)).toBe(false)
  })

  test('for groups made by hand: who was in before stays in; a group that is gone gives nobody back', async () => {
    const { name, ids } = await crew()
    const { kernel } = t.process
    const [one, two] = ids as [string, string]
    const into = await makeGroup(kernel, t.acme.id, `In ${name}`, [one])
    const out = await makeGroup(kernel, t.acme.id, `Out ${name}`, [two])
    const run = await act(everybody(name), { act: 'groups', add: [into], remove: [out] })
    expect(run).toMatchObject({ changed: 2 })
    expect((await undo(run.id)).body.run).toMatchObject({ changed: 2, skipped: [] })
    const groupsOf = async (id: string) => (await read(id)).groups.map((group) => group.id)
    expect([await groupsOf(one), await groupsOf(two), await groupsOf(ids[2] as string)]).toEqual([[into], [out], []])
    const again = await act(everybody(name), { act: 'groups', add: [out], remove: [] })
    await sql`update contact_group set archived_at = now() where id = ${out}`.execute(db())
    expect((await undo(again.id)).body.run).toMatchObject({ changed: 0, skipped: [{ reason: 'changed_since' }] })
  })

  test('in the background where there are many, and counted by steps', async () => {
    const many = 1_100
    await sql`
      insert into contact (org_id, id, firstname, lastname, sort_name, location, source, created_at, updated_at)
      select ${t.acme.id}::uuid, gen_random_uuid(), 'Manyx', n::text, 'manyx ' || n, 'P' || n, 'manual', now() - interval '1 hour', now()
      from generate_series(1, ${many}::int) n`.execute(db())
    const run = await act(everybody('manyx'), toEast)
    expect(run).toMatchObject({ state: 'running', undoUntil: null })
    expect((await undo(run.id)).body.code).toBe('undo_over')
    while (await runContactActs(t.process.kernel));
    const back = (await undo(run.id)).body.run
    expect(back).toMatchObject({ state: 'running', total: many })
    while (await runContactActs(t.process.kernel));
    const left = await sql<{ n: number }>`
      select count(*)::int as n from contact where firstname = 'Manyx' and location = 'P' || lastname`.execute(db())
    expect(left.rows[0]?.n).toBe(many)
    expect((await ann().call(contactRuns)).body.runs[0]).toMatchObject({ id: back.id, changed: many, state: 'done' })
  })
})

test('once, within 24 hours, by who did it, and never an opt-out nor what rules decide', async () => {
  const { name, ids } = await crew()
  const run = await act(everybody(name), toEast)
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

  const late = await act({ contacts: ids }, { act: 'edit', field: 'location', value: 'Late' })
  await sql`update contact_run set created_at = ${new Date(Date.now() - CONTACT_RUN_UNDO_MS - 1)} where id = ${late.id}`.execute(
    db(),
  )
  expect((await undo(late.id)).body.code).toBe('undo_over')
  expect(await forgetTracesOfRuns(t.process.kernel)).toBe(3)
  const out = await act({ contacts: ids }, { act: 'opt_out', words: 'Asked' })
  expect((await undo(out.id)).http).toBe(409)
})

test('who is out of sight by then is left alone; of who is erased nothing is kept', async () => {
  const { name, ids } = await crew()
  const [mine, other] = ids as [string, string]
  await sql`insert into group_member (org_id, group_id, contact_id)
    select ${t.acme.id}::uuid, ${seen}::uuid, id from unnest(${[mine, other]}::uuid[]) id`.execute(system())
  const run = await act(everybody(name), toEast, sam)
  expect(run.changed).toBe(2)
  await sql`delete from group_member where group_id = ${seen} and contact_id = ${other}`.execute(db())
  expect((await undo(run.id, sam)).body.run).toMatchObject({
    ...{ total: 2, changed: 1 },
    skipped: [{ reason: 'not_found', count: 1 }],
  })
  await ann().call(eraseContact, { body: { contactId: mine, reason: 'Asked', confirm: true } })
  expect((await sql`select from contact_run_trace where contact_id = ${mine}`.execute(db())).rows).toEqual([])
})
