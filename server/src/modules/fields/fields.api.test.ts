import { createContact, editContact, readContact, type CustomValue } from '@crewline/contract/contacts'
import {
  createCustomField,
  customFieldPage,
  customFieldRemovable,
  customFields,
  deleteCustomField,
  editCustomField,
  restoreCustomField,
} from '@crewline/contract/fields'
import type { BodyInput } from '@crewline/contract/endpoint'
import { createReply, deleteReply } from '@crewline/contract/replies'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOrg, type Org, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeScope } from '../../kernel/scope.ts'
import { addField, fieldsForWriting, findUniqueConflicts } from './index.ts'
import { purge } from './purge.ts'

let t: TestApp
let n = 3
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

/** Creates a separate organization, so that tests do not see each other's fields. */
const crew = () => makeOrg(t.process.kernel, `Crew ${n}`, n++)
const db = (org: Org) => t.process.kernel.database.ofOrg(org.id)
const create = (org: Org, body: BodyInput<typeof createCustomField>) => t.as(org.ann).call(createCustomField, { body })
const change = (org: Org, id: string, body: BodyInput<typeof editCustomField>) =>
  t.as(org.ann).call(editCustomField, { params: { id }, body })
const list = async (org: Org, deleted = false) =>
  (await t.as(org.ann).call(customFields, { query: { deleted: deleted ? 'true' : 'false', uses: 'true' } })).body
    .customFields
const options = (...labels: string[]) => labels.map((label) => ({ id: label.toLowerCase(), label }))

async function setValue(org: Org, contact: TestContact, values: Record<string, CustomValue>): Promise<void> {
  await sql`update contact set custom = custom || ${JSON.stringify(values)}::jsonb where id = ${contact.id}`.execute(
    db(org),
  )
}
async function valueOf(org: Org, contact: TestContact, key: string): Promise<unknown> {
  const result = await sql<{ value: unknown }>`
    select custom -> ${key}::text as value from contact where id = ${contact.id}`.execute(db(org))
  return result.rows[0]?.value
}

describe('adding, reading and ordering fields', () => {
  test('appends a new field with a key derived from its name', async () => {
    const org = await crew()
    const shift = await create(org, { name: 'Shift', type: 'select', options: options('Day', 'Night') })
    expect(shift.body.customField).toMatchObject({
      ...{ name: 'Shift', key: 'shift', type: 'select', position: 0, valueCount: 0, managedBy: null, source: 'user' },
      options: [
        { id: 'day', label: 'Day', color: 'gray', archived: false },
        { id: 'night', label: 'Night', color: 'gray', archived: false },
      ],
    })
    await create(org, { name: 'Größe', type: 'text', fallback: 'your size' })
    await create(org, { name: 'grosse', type: 'text' })
    expect((await list(org)).map((field) => [field.key, field.position])).toEqual([
      ['shift', 0],
      ['grosse', 1],
      ['grosse_2', 2],
    ])
    await change(org, shift.body.customField.id, { position: 9 })
    expect((await list(org)).map((field) => field.key)).toEqual(['grosse', 'grosse_2', 'shift'])
    const page = await t.as(org.gus).call(customFieldPage, {
      query: { search: 'GROSSE', sort: 'name', order: 'desc', pageSize: 1 },
    })
    expect(page.body).toMatchObject({ total: 2, page: 1, pageSize: 1, data: [{ key: 'grosse' }] })
  })

  test('refuses invalid names, keys and options with an error at each', async () => {
    const org = await crew()
    await create(org, { name: 'Shift', type: 'text' })
    const refused = async (body: BodyInput<typeof createCustomField>) => {
      const answer = await create(org, body)
      return [answer.http, answer.body.code, Object.keys(answer.body.fieldErrors ?? {}).join()]
    }
    expect(await refused({ name: 'SHIFT', type: 'text' })).toEqual([409, 'name_taken', 'name'])
    expect(await refused({ name: 'First name', type: 'text' })).toEqual([409, 'name_taken', 'name'])
    expect(await refused({ name: 'Other', key: 'constructor', type: 'text' })).toEqual([409, 'name_taken', 'key'])
    expect(await refused({ name: 'Other', key: 'shift', type: 'text' })).toEqual([409, 'name_taken', 'key'])
    expect(await refused({ name: 'Other', key: 'A b', type: 'text' })).toEqual([400, 'invalid', 'key'])
    expect(await refused({ name: 'Other', type: 'select' })).toEqual([400, 'invalid', 'options'])
    expect(await refused({ name: 'Other', type: 'select', options: options('Day', 'DAY') })).toEqual([
      ...[400, 'invalid', 'options'],
    ])
    expect(await refused({ name: 'Other', type: 'boolean', unique: true })).toEqual([400, 'invalid', 'unique'])
    expect(await refused({ name: 'Other', type: 'text', options: options('Day') })).toEqual([400, 'invalid', 'options'])
    expect(await list(org)).toHaveLength(1)
  })

  test('limits fields to a hundred, also with concurrent additions', async () => {
    const org = await crew()
    const answers = await Promise.all(
      Array.from({ length: 103 }, () => create(org, { name: `Field ${n++}`, type: 'text' })),
    )
    expect(answers.filter((answer) => answer.http === 200)).toHaveLength(100)
    expect(answers.find((answer) => answer.http !== 200)?.body.code).toBe('too_many')
    expect(new Set((await list(org)).map((field) => field.position)).size).toBe(100)
  })

  test('lets only members with permission change fields, and every member read those of their organization', async () => {
    const org = await crew()
    const { customField } = (await create(org, { name: 'Shift', type: 'text' })).body
    const params = { id: customField.id }
    const request = { params, body: { name: 'Mine' } }
    expect((await t.as(org.gus).call(editCustomField, request)).body.code).toBe('not_permitted')
    expect((await t.as(org.gus).call(customFields)).body.customFields).toHaveLength(1)
    expect((await t.as(t.beta.ann).call(editCustomField, request)).body.code).toBe('not_found')
    expect((await t.as(t.beta.ann).call(deleteCustomField, { params })).body.code).toBe('not_found')
    expect((await t.as(t.beta.ann).call(customFieldRemovable, { params })).body.code).toBe('not_found')
  })
})

describe('type changes', () => {
  test('converts a choice to multiple choice and then to text with the same labels', async () => {
    const org = await crew()
    const { id } = (await create(org, { name: 'Shift', type: 'select', options: options('Day', 'Night') })).body
      .customField
    await setValue(org, org.bob, { shift: 'night' })
    expect((await list(org))[0]?.valueCount).toBe(1)
    expect((await change(org, id, { type: 'multiselect' })).http).toBe(200)
    expect(await valueOf(org, org.bob, 'shift')).toEqual(['night'])
    await setValue(org, org.cat, { shift: ['day', 'night'] })
    const text = await change(org, id, { type: 'text' })
    expect(text.body.customField).toMatchObject({ type: 'text', options: [] })
    expect(await valueOf(org, org.bob, 'shift')).toBe('Night')
    expect(await valueOf(org, org.cat, 'shift')).toBe('Day, Night')
    const narrowed = await change(org, id, { type: 'number' })
    expect(narrowed.body).toMatchObject({
      code: 'invalid',
      fieldErrors: { type: expect.stringContaining('only become') },
    })
  })

  test('converts numbers and booleans to text and refuses text too long for one line', async () => {
    const org = await crew()
    const size = (await create(org, { name: 'Size', type: 'number' })).body.customField
    const keys = (await create(org, { name: 'Has keys', type: 'boolean' })).body.customField
    const link = (await create(org, { name: 'Link', type: 'url' })).body.customField
    const long = `https://example.com/${'a'.repeat(300)}`
    await setValue(org, org.bob, { size: 12.5, has_keys: false, link: long })
    await change(org, size.id, { type: 'longtext' })
    await change(org, keys.id, { type: 'text' })
    const tooLong = await change(org, link.id, { type: 'text' })
    expect(tooLong.body.fieldErrors).toEqual({ type: expect.stringContaining('long text') })
    expect([await valueOf(org, org.bob, 'size'), await valueOf(org, org.bob, 'has_keys')]).toEqual(['12.5', 'No'])
    expect(await valueOf(org, org.bob, 'link')).toBe(long)
  })

  test('requires a used option to be archived instead of removed', async () => {
    const org = await crew()
    const made = await create(org, { name: 'Shift', type: 'select', options: options('Day', 'Night') })
    const { id } = made.body.customField
    await setValue(org, org.bob, { shift: 'night' })
    const removed = await change(org, id, { options: options('Day') })
    expect(removed.body.fieldErrors).toEqual({ options: 'At least one contact has “Night”. Archive it instead.' })
    const archived = await change(org, id, {
      options: [...options('Early'), { id: 'night', label: 'Night', archived: true }],
    })
    expect(archived.body.customField.options.map((option) => [option.id, option.archived])).toEqual([
      ['early', false],
      ['night', true],
    ])
  })
})

describe('constraints on existing values', () => {
  test('refuses required and unique with a count while values violate them', async () => {
    const org = await crew()
    const { id } = (await create(org, { name: 'Badge', type: 'text' })).body.customField
    await setValue(org, org.bob, { badge: 'A1' })
    await setValue(org, org.cat, { badge: 'a1' })
    const refused = await change(org, id, { unique: true, required: true })
    expect(refused.body.fieldErrors).toEqual({
      required: '1 contact has no value yet. Fill it in first.',
      unique: '2 contacts have a value another contact also has. Change it first.',
    })
    await setValue(org, org.cat, { badge: 'A2' })
    await setValue(org, org.dan, { badge: 'A3' })
    expect((await change(org, id, { unique: true, required: true })).body.customField).toMatchObject({
      ...{ unique: true, required: true },
    })
  })

  test('detects two concurrent writes of one unique value', async () => {
    const org = await crew()
    await create(org, { name: 'Badge', type: 'text', unique: true })
    await setValue(org, org.bob, { badge: 'A1' })
    const { kernel } = t.process
    const attributes = { id: org.id, country: 'US', timezone: 'America/Chicago', status: 'active' as const }
    const scope = makeScope(kernel, attributes, { kind: 'system', reason: 'test' }, 'test')
    const write = (contact: TestContact, badge: string) =>
      scope.tx(async (tx) => {
        const fields = await fieldsForWriting(tx)
        const conflicts = await findUniqueConflicts(tx, fields, { values: { badge }, exceptId: contact.id })
        if (Object.keys(conflicts).length > 0) return conflicts
        await sql`update contact set custom = custom || ${JSON.stringify({ badge })}::jsonb where id = ${contact.id}`.execute(
          tx.db,
        )
        return 'written'
      })
    expect(await write(org.cat, 'a1')).toEqual({
      'custom.badge': expect.objectContaining({ message: '{field} {value} belongs to {name}.' }),
    })
    expect(await write(org.bob, 'A1')).toBe('written')
    const both = await Promise.all([write(org.cat, 'B7'), write(org.dan, 'b7')])
    expect(both.filter((outcome) => outcome === 'written')).toHaveLength(1)
  })
})

describe('deleting and restoring fields', () => {
  test('keeps the values and key of a deleted field for 30 days and restores both', async () => {
    const org = await crew()
    const { id } = (await create(org, { name: 'Shift', type: 'text' })).body.customField
    await create(org, { name: 'Badge', type: 'text' })
    await setValue(org, org.bob, { shift: 'Night' })
    expect((await t.as(org.gus).call(customFieldRemovable, { params: { id } })).body).toMatchObject({
      ...{ removable: true, usedBy: [] },
    })
    expect((await t.as(org.ann).call(deleteCustomField, { params: { id } })).http).toBe(200)
    expect((await list(org)).map((field) => [field.key, field.position])).toEqual([['badge', 0]])
    expect((await list(org, true)).map((field) => [field.key, field.valueCount])).toEqual([['shift', 1]])
    const recreated = (await create(org, { name: 'Shift', type: 'text' })).body.customField
    expect(recreated.key).toBe('shift_2')
    const blocked = await t.as(org.ann).call(restoreCustomField, { params: { id } })
    expect(blocked).toMatchObject({ http: 422, body: { code: 'cannot_restore' } })
    await change(org, recreated.id, { name: 'Other shift' })
    const back = await t.as(org.ann).call(restoreCustomField, { params: { id } })
    expect(back.body.customField).toMatchObject({ key: 'shift', position: 2, valueCount: 1, deletedAt: null })
    expect((await t.as(org.ann).call(restoreCustomField, { params: { id } })).body.code).toBe('not_found')
  })

  test('purges a field with its values and frees its key after 30 days', async () => {
    const org = await crew()
    const { id } = (await create(org, { name: 'Shift', type: 'text' })).body.customField
    await setValue(org, org.bob, { shift: 'Night', kept: 1 })
    await t.as(org.ann).call(deleteCustomField, { params: { id } })
    await sql`update custom_field set deleted_at = deleted_at - interval '31 days' where id = ${id}`.execute(db(org))
    expect(await list(org, true)).toEqual([])
    expect((await t.as(org.ann).call(restoreCustomField, { params: { id } })).body.code).toBe('not_found')
    expect(await purge(t.process.kernel)).toBe(1)
    expect(await purge(t.process.kernel)).toBe(0)
    expect([await valueOf(org, org.bob, 'shift'), await valueOf(org, org.bob, 'kept')]).toEqual([null, 1])
    expect((await create(org, { name: 'Shift', type: 'text' })).body.customField.key).toBe('shift')
  })

  test('refuses changes to a field that a parent organization manages', async () => {
    const org = await crew()
    const { id } = (await create(org, { name: 'Shift', type: 'text' })).body.customField
    await sql`update custom_field set managed_by = ${t.acme.id}, source = 'parent' where id = ${id}`.execute(db(org))
    expect((await list(org))[0]).toMatchObject({ managedBy: 'Acme', source: 'parent' })
    const refused = [
      await change(org, id, { name: 'Ours' }),
      await t.as(org.ann).call(deleteCustomField, { params: { id } }),
    ]
    for (const answer of refused)
      expect(answer).toMatchObject({
        http: 409,
        body: { code: 'managed_elsewhere', notification: { message: 'This is managed by Acme. Change it there.' } },
      })
    expect((await t.as(org.ann).call(customFieldRemovable, { params: { id } })).body.removable).toBe(false)
  })
})

describe('values in contacts', () => {
  test('are parsed from input, with errors at each field', async () => {
    const org = await crew()
    await create(org, { name: 'Shift', type: 'select', options: options('Day', 'Night') })
    await create(org, { name: 'Badge', type: 'text', unique: true, required: true })
    const add = (customFields: Record<string, CustomValue>) =>
      t.as(org.ann).call(createContact, { body: { firstname: 'Ana', customFields } })
    const made = await add({ shift: 'NIGHT', badge: ' A1 ' })
    expect(made.body.contact.customFields).toEqual({ shift: 'night', badge: 'A1' })
    const twice = await add({ badge: 'a1' })
    expect(twice.body.fieldErrors).toEqual({ 'custom.badge': 'Badge a1 belongs to Ana.' })
    const invalid = await add({ shift: 'Noon', gone: 'x' })
    expect(Object.keys(invalid.body.fieldErrors ?? {}).sort()).toEqual(['custom.badge', 'custom.gone', 'custom.shift'])
    const query = { id: made.body.contact.id }
    const cleared = await t.as(org.ann).call(editContact, { query, body: { customFields: { shift: null } } })
    expect(cleared.body.contact.customFields).toEqual({ badge: 'A1' })
  })

  test('are visible and editable only for owners and admins when sensitive', async () => {
    const org = await crew()
    await create(org, { name: 'Doctor', type: 'text', sensitive: true })
    const query = { id: org.bob.id }
    await t.as(org.ann).call(editContact, { query, body: { customFields: { doctor: 'Dr. Who' } } })
    expect((await t.as(org.ann).call(readContact, { query })).body.contact.customFields).toEqual({ doctor: 'Dr. Who' })
    expect((await t.as(org.gus).call(readContact, { query })).body.contact.customFields).toEqual({})
  })
})

test('does not delete a field or make it sensitive while a saved reply uses it', async () => {
  const org = await crew()
  const { id } = (await create(org, { name: 'Shift', type: 'text' })).body.customField
  const made = await t.as(org.ann).call(createReply, {
    body: { name: 'Reminder', shortcut: 'r', body: 'See you for {shift|work}.', shared: true },
  })
  const usedBy = [{ type: 'reply', id: made.body.reply.id, name: 'Reminder' }]
  const params = { id }
  expect((await t.as(org.gus).call(customFieldRemovable, { params })).body).toMatchObject({ removable: false, usedBy })
  expect((await list(org))[0]?.usedBy).toEqual(usedBy)
  const message = 'Used in “Reminder”. Remove it there first.'
  for (const refused of [
    await t.as(org.ann).call(deleteCustomField, { params }),
    await change(org, id, { sensitive: true }),
  ])
    expect(refused.body).toMatchObject({ code: 'field_in_use', message })
  await t.as(org.ann).call(deleteReply, { query: { id: made.body.reply.id } })
  expect((await t.as(org.ann).call(deleteCustomField, { params })).http).toBe(200)
})

test('records every change in the audit log', async () => {
  const org = await crew()
  const { id } = (await create(org, { name: 'Shift', type: 'text' })).body.customField
  await change(org, id, { fallback: 'your shift' })
  await t.as(org.ann).call(deleteCustomField, { params: { id } })
  await t.as(org.ann).call(restoreCustomField, { params: { id } })
  const system = t.process.kernel.database.asSystem('tests read the audit trail')
  const auditRows = await sql<{ action: string }>`
    select action from audit_entry where org_id = ${org.id} and target = ${id} order by at, id`.execute(system)
  expect(auditRows.rows.map((row) => row.action)).toEqual(
    ['created', 'changed', 'deleted', 'restored'].map((action) => `custom-field.${action}`),
  )
})

test('lets other modules add fields in their own transaction', async () => {
  const org = await crew()
  const attributes = { id: org.id, country: 'US', timezone: 'America/Chicago', status: 'active' as const }
  const scope = makeScope(t.process.kernel, attributes, { kind: 'system', reason: 'test' }, 'test')
  const rule = await scope.tx((tx) => addField(tx, { name: 'Dept code', type: 'text' }))
  expect(rule).toMatchObject({ key: 'dept_code', type: 'text', unique: false })
  expect((await list(org)).map((field) => field.key)).toEqual(['dept_code'])
})
