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
import { makeOrg, type Org, type Worker } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { makeScope } from '../../kernel/scope.ts'
import { addField, fieldsForWriting, takenUnique } from './index.ts'
import { purge } from './purge.ts'

let t: House
let n = 3
beforeAll(async () => {
  t = await house({ roles: 'web' })
})
afterAll(() => t.close())

/** An organization of its own, so that no test sees the fields of another. */
const crew = () => makeOrg(t.process.kernel, `Crew ${n}`, n++)
const db = (org: Org) => t.process.kernel.database.ofOrg(org.id)
const create = (org: Org, body: BodyInput<typeof createCustomField>) => t.as(org.ann).call(createCustomField, { body })
const change = (org: Org, id: string, body: BodyInput<typeof editCustomField>) =>
  t.as(org.ann).call(editCustomField, { params: { id }, body })
const list = async (org: Org, deleted = false) =>
  (await t.as(org.ann).call(customFields, { query: { deleted: deleted ? 'true' : 'false', uses: 'true' } })).body
    .customFields
const options = (...labels: string[]) => labels.map((label) => ({ id: label.toLowerCase(), label }))

async function setValue(org: Org, worker: Worker, values: Record<string, CustomValue>): Promise<void> {
  await sql`update contact set custom = custom || ${JSON.stringify(values)}::jsonb where id = ${worker.id}`.execute(
    db(org),
  )
}
async function valueOf(org: Org, worker: Worker, key: string): Promise<unknown> {
  const found = await sql<{ value: unknown }>`
    select custom -> ${key}::text as value from contact where id = ${worker.id}`.execute(db(org))
  return found.rows[0]?.value
}

describe('fields are added, read and put in order', () => {
  test('a new field stands last, with a key made of its name', async () => {
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
    expect((await list(org)).map((one) => [one.key, one.position])).toEqual([
      ['shift', 0],
      ['grosse', 1],
      ['grosse_2', 2],
    ])
    await change(org, shift.body.customField.id, { position: 9 })
    expect((await list(org)).map((one) => one.key)).toEqual(['grosse', 'grosse_2', 'shift'])
    const page = await t.as(org.gus).call(customFieldPage, {
      query: { search: 'GROSSE', sort: 'name', order: 'desc', pageSize: 1 },
    })
    expect(page.body).toMatchObject({ total: 2, page: 1, pageSize: 1, data: [{ key: 'grosse' }] })
  })

  test('names, keys and options that cannot be are refused next to what is wrong', async () => {
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

  test('a hundred fields are the most, even when many are added at once', async () => {
    const org = await crew()
    const answers = await Promise.all(
      Array.from({ length: 103 }, () => create(org, { name: `Fact ${n++}`, type: 'text' })),
    )
    expect(answers.filter((one) => one.http === 200)).toHaveLength(100)
    expect(answers.find((one) => one.http !== 200)?.body.code).toBe('too_many')
    expect(new Set((await list(org)).map((one) => one.position)).size).toBe(100)
  })

  test('only who manages fields changes them; everybody reads them, of their own organization', async () => {
    const org = await crew()
    const { customField } = (await create(org, { name: 'Shift', type: 'text' })).body
    const params = { id: customField.id }
    const ask = { params, body: { name: 'Mine' } }
    expect((await t.as(org.gus).call(editCustomField, ask)).body.code).toBe('not_permitted')
    expect((await t.as(org.gus).call(customFields)).body.customFields).toHaveLength(1)
    expect((await t.as(t.beta.ann).call(editCustomField, ask)).body.code).toBe('not_found')
    expect((await t.as(t.beta.ann).call(deleteCustomField, { params })).body.code).toBe('not_found')
    expect((await t.as(t.beta.ann).call(customFieldRemovable, { params })).body.code).toBe('not_found')
  })
})

describe('types widen, and every value with them', () => {
  test('a choice becomes several, then text; its words stay what they said', async () => {
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
    const narrow = await change(org, id, { type: 'number' })
    expect(narrow.body).toMatchObject({
      code: 'invalid',
      fieldErrors: { type: expect.stringContaining('only become') },
    })
  })

  test('numbers and answers become words; what does not fit one line is not cut', async () => {
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

  test('an option somebody has is archived, not removed', async () => {
    const org = await crew()
    const made = await create(org, { name: 'Shift', type: 'select', options: options('Day', 'Night') })
    const { id } = made.body.customField
    await setValue(org, org.bob, { shift: 'night' })
    const gone = await change(org, id, { options: options('Day') })
    expect(gone.body.fieldErrors).toEqual({ options: 'Somebody has “Night”. Archive it instead.' })
    const archived = await change(org, id, {
      options: [...options('Early'), { id: 'night', label: 'Night', archived: true }],
    })
    expect(archived.body.customField.options.map((one) => [one.id, one.archived])).toEqual([
      ['early', false],
      ['night', true],
    ])
  })
})

describe('what is asked of values is true of those there are', () => {
  test('required and one of a kind are refused while values say otherwise, with the count', async () => {
    const org = await crew()
    const { id } = (await create(org, { name: 'Badge', type: 'text' })).body.customField
    await setValue(org, org.bob, { badge: 'A1' })
    await setValue(org, org.cat, { badge: 'a1' })
    const refused = await change(org, id, { unique: true, required: true })
    expect(refused.body.fieldErrors).toEqual({
      required: '1 contact has no value yet. Fill in theirs first.',
      unique: '2 contacts have a value somebody else has too. Change theirs first.',
    })
    await setValue(org, org.cat, { badge: 'A2' })
    await setValue(org, org.dan, { badge: 'A3' })
    expect((await change(org, id, { unique: true, required: true })).body.customField).toMatchObject({
      ...{ unique: true, required: true },
    })
  })

  test('two writers of one value find out about each other', async () => {
    const org = await crew()
    await create(org, { name: 'Badge', type: 'text', unique: true })
    await setValue(org, org.bob, { badge: 'A1' })
    const { kernel } = t.process
    const facts = { id: org.id, country: 'US', timezone: 'America/Chicago', standing: 'active' as const }
    const scope = makeScope(kernel, facts, { kind: 'system', reason: 'test' }, 'test')
    const write = (worker: Worker, badge: string) =>
      scope.tx(async (tx) => {
        const fields = await fieldsForWriting(tx)
        const taken = await takenUnique(tx, fields, { values: { badge }, exceptId: worker.id })
        if (Object.keys(taken).length > 0) return taken
        await sql`update contact set custom = custom || ${JSON.stringify({ badge })}::jsonb where id = ${worker.id}`.execute(
          tx.db,
        )
        return 'written'
      })
    expect(await write(org.cat, 'a1')).toEqual({
      'custom.badge': { en: 'Badge a1 belongs to Bob Worker.', es: 'Badge a1 es de Bob Worker.' },
    })
    expect(await write(org.bob, 'A1')).toBe('written')
    const both = await Promise.all([write(org.cat, 'B7'), write(org.dan, 'b7')])
    expect(both.filter((one) => one === 'written')).toHaveLength(1)
  })
})

describe('fields are deleted and come back', () => {
  test('a deleted field keeps its values and its key for 30 days, and comes back with both', async () => {
    const org = await crew()
    const { id } = (await create(org, { name: 'Shift', type: 'text' })).body.customField
    await create(org, { name: 'Badge', type: 'text' })
    await setValue(org, org.bob, { shift: 'Night' })
    expect((await t.as(org.gus).call(customFieldRemovable, { params: { id } })).body).toMatchObject({
      ...{ removable: true, usedBy: [] },
    })
    expect((await t.as(org.ann).call(deleteCustomField, { params: { id } })).http).toBe(200)
    expect((await list(org)).map((one) => [one.key, one.position])).toEqual([['badge', 0]])
    expect((await list(org, true)).map((one) => [one.key, one.valueCount])).toEqual([['shift', 1]])
    const again = (await create(org, { name: 'Shift', type: 'text' })).body.customField
    expect(again.key).toBe('shift_2')
    const blocked = await t.as(org.ann).call(restoreCustomField, { params: { id } })
    expect(blocked).toMatchObject({ http: 422, body: { code: 'cannot_restore' } })
    await change(org, again.id, { name: 'Other shift' })
    const back = await t.as(org.ann).call(restoreCustomField, { params: { id } })
    expect(back.body.customField).toMatchObject({ key: 'shift', position: 2, valueCount: 1, deletedAt: null })
    expect((await t.as(org.ann).call(restoreCustomField, { params: { id } })).body.code).toBe('not_found')
  })

  test('after 30 days the field and its values are gone, and its key is free', async () => {
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

  test('what an organization above manages is changed there', async () => {
    const org = await crew()
    const { id } = (await create(org, { name: 'Shift', type: 'text' })).body.customField
    await sql`update custom_field set managed_by = ${t.acme.id}, source = 'parent' where id = ${id}`.execute(db(org))
    expect((await list(org))[0]).toMatchObject({ managedBy: 'Acme', source: 'parent' })
    const refused = [
      await change(org, id, { name: 'Ours' }),
      await t.as(org.ann).call(deleteCustomField, { params: { id } }),
    ]
    for (const one of refused)
      expect(one).toMatchObject({
        http: 409,
        body: { code: 'managed_elsewhere', notification: { message: 'This is managed by Acme. Change it there.' } },
      })
    expect((await t.as(org.ann).call(customFieldRemovable, { params: { id } })).body.removable).toBe(false)
  })
})

describe('values stand in contacts', () => {
  test('they are read as people write them, and refused next to the field', async () => {
    const org = await crew()
    await create(org, { name: 'Shift', type: 'select', options: options('Day', 'Night') })
    await create(org, { name: 'Badge', type: 'text', unique: true, required: true })
    const add = (customFields: Record<string, CustomValue>) =>
      t.as(org.ann).call(createContact, { body: { firstname: 'Ana', customFields } })
    const made = await add({ shift: 'NIGHT', badge: ' A1 ' })
    expect(made.body.contact.customFields).toEqual({ shift: 'night', badge: 'A1' })
    const twice = await add({ badge: 'a1' })
    expect(twice.body.fieldErrors).toEqual({ 'custom.badge': 'Badge a1 belongs to Ana.' })
    const wrong = await add({ shift: 'Noon', gone: 'x' })
    expect(Object.keys(wrong.body.fieldErrors ?? {}).sort()).toEqual(['custom.badge', 'custom.gone', 'custom.shift'])
    const query = { id: made.body.contact.id }
    const cleared = await t.as(org.ann).call(editContact, { query, body: { customFields: { shift: null } } })
    expect(cleared.body.contact.customFields).toEqual({ badge: 'A1' })
  })

  test('sensitive ones are seen and changed by owners and admins only', async () => {
    const org = await crew()
    await create(org, { name: 'Doctor', type: 'text', sensitive: true })
    const query = { id: org.bob.id }
    await t.as(org.ann).call(editContact, { query, body: { customFields: { doctor: 'Dr. Who' } } })
    expect((await t.as(org.ann).call(readContact, { query })).body.contact.customFields).toEqual({ doctor: 'Dr. Who' })
    expect((await t.as(org.gus).call(readContact, { query })).body.contact.customFields).toEqual({})
  })
})

test('a field that a saved reply says is neither deleted nor made sensitive before the reply is changed', async () => {
  const org = await crew()
  const { id } = (await create(org, { name: 'Shift', type: 'text' })).body.customField
  const made = await t.as(org.ann).call(createReply, {
    body: { name: 'Reminder', shortcut: 'r', body: 'See you for {shift|work}.', shared: true },
  })
  const usedBy = [{ type: 'reply', id: made.body.reply.id, name: 'Reminder' }]
  const params = { id }
  expect((await t.as(org.gus).call(customFieldRemovable, { params })).body).toMatchObject({ removable: false, usedBy })
  expect((await list(org))[0]?.usedBy).toEqual(usedBy)
  const words = 'Used in “Reminder”. Remove it there first.'
  for (const refused of [
    await t.as(org.ann).call(deleteCustomField, { params }),
    await change(org, id, { sensitive: true }),
  ])
    expect(refused.body).toMatchObject({ code: 'field_in_use', message: words })
  await t.as(org.ann).call(deleteReply, { query: { id: made.body.reply.id } })
  expect((await t.as(org.ann).call(deleteCustomField, { params })).http).toBe(200)
})

test('every change is noted', async () => {
  const org = await crew()
  const { id } = (await create(org, { name: 'Shift', type: 'text' })).body.customField
  await change(org, id, { fallback: 'your shift' })
  await t.as(org.ann).call(deleteCustomField, { params: { id } })
  await t.as(org.ann).call(restoreCustomField, { params: { id } })
  const system = t.process.kernel.database.asSystem('tests read the audit trail')
  const noted = await sql<{ action: string }>`
    select action from audit_entry where org_id = ${org.id} and target = ${id} order by at, id`.execute(system)
  expect(noted.rows.map((row) => row.action)).toEqual(
    ['created', 'changed', 'deleted', 'restored'].map((what) => `custom-field.${what}`),
  )
})

test('other rooms add fields within their own transaction', async () => {
  const org = await crew()
  const facts = { id: org.id, country: 'US', timezone: 'America/Chicago', standing: 'active' as const }
  const scope = makeScope(t.process.kernel, facts, { kind: 'system', reason: 'test' }, 'test')
  const rule = await scope.tx((tx) => addField(tx, { name: 'Dept code', type: 'text' }))
  expect(rule).toMatchObject({ key: 'dept_code', type: 'text', unique: false })
  expect((await list(org)).map((one) => one.key)).toEqual(['dept_code'])
})
