import { createContact } from '@crewline/contract/contacts'
import {
  createCustomField,
  customFields,
  deleteCustomField,
  editCustomField,
  type CustomField,
} from '@crewline/contract/fields'
import { readFamily, shareDown, stopSharing } from '@crewline/contract/family'
import { createGroup, deleteGroup, editGroup, readGroups } from '@crewline/contract/groups'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeOrg, makeUser, type Org } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { followChanges, systemGroupId } from '../groups/index.ts'
import { followFamily } from './index.ts'

let t: TestApp
let n = 3
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

/** Creates a parent with two children that receive its shared items. */
async function family(): Promise<{ mom: Org; kid: Org; sis: Org }> {
  const [mom, kid, sis] = [
    await makeOrg(t.process.kernel, `Mom ${n}`, n++),
    await makeOrg(t.process.kernel, `Kid ${n}`, n++),
    await makeOrg(t.process.kernel, `Sis ${n}`, n++),
  ]
  const system = t.process.kernel.database.asSystem('tests make a family')
  await sql`update organization set features = features || '{"sync": true}' where id in (${mom.id}, ${kid.id}, ${sis.id})`.execute(
    system,
  )
  await sql`update organization set parent_id = ${mom.id} where id in (${kid.id}, ${sis.id})`.execute(system)
  return { mom, kid, sis }
}

const fieldsOf = async (org: Org) => (await t.as(org.ann).call(customFields, { query: {} })).body.customFields
const groupsOf = async (org: Org) =>
  (await t.as(org.ann).call(readGroups, { query: {} })).body.groups.filter(({ type }) => type !== 'system')
const familyOf = async (org: Org) => (await t.as(org.ann).call(readFamily)).body
const shift = async (org: Org, type: CustomField['type'] = 'select') =>
  (
    await t.as(org.ann).call(createCustomField, {
      body: { name: 'Shift', type, ...(type === 'select' && { options: [{ id: 'night', label: 'Night' }] }) },
    })
  ).body.customField
const nightCrew = async (org: Org) =>
  (
    await t.as(org.ann).call(createGroup, {
      body: {
        name: 'Night crew',
        type: 'dynamic',
        filter: { op: 'and', children: [{ field: 'custom.shift', cmp: 'in', value: ['night'] }] },
      },
    })
  ).body.group
const share = (org: Org, body: { kind: 'group' | 'field'; objectId: string; childIds?: string[] }) =>
  t.as(org.ann).call(shareDown, { body })
/**
 * Runs the followers until a condition holds: events are read only after every earlier open transaction, of any test,
 * has ended.
 */
const followed = <T>(check: () => Promise<T | undefined | false>) =>
  t.until(async () => {
    while (await followFamily(t.process.kernel));
    while (await followChanges(t.process.kernel));
    return check()
  })

test('copies a field and the group that uses it to the children, read-only, where they apply to their own contacts', async () => {
  const { mom, kid, sis } = await family()
  const field = await shift(mom)
  await share(mom, { kind: 'field', objectId: field.id })
  const group = await nightCrew(mom)
  await share(mom, { kind: 'group', objectId: group.id, childIds: [kid.id] })

  const [copy] = await fieldsOf(kid)
  expect(copy).toMatchObject({ key: 'shift', type: 'select', managedBy: mom.name, source: 'parent' })
  const refused = await t.as(kid.ann).call(editCustomField, {
    params: { id: copy?.id ?? '' },
    body: { name: 'Ours' },
  })
  expect(refused).toMatchObject({ http: 409, body: { code: 'managed_elsewhere' } })
  const [ours] = await groupsOf(kid)
  expect(ours).toMatchObject({ name: 'Night crew', managedBy: mom.name })
  const call = t.as(kid.ann)
  expect(await call.call(editGroup, { query: { id: ours?.id ?? '' }, body: { name: 'x' } })).toMatchObject({
    http: 409,
  })
  expect(await call.call(deleteGroup, { query: { id: ours?.id ?? '' } })).toMatchObject({ http: 409 })
  await call.call(createContact, { body: { firstname: 'Nia', customFields: { shift: 'night' } } })
  await followed(async () => (await groupsOf(kid))[0]?.contactCount === 1)
  expect(await fieldsOf(sis)).toHaveLength(1)
  expect(await groupsOf(sis)).toEqual([])
  // Rules are shared down; contacts are not shared up.
  expect((await groupsOf(mom))[0]?.contactCount).toBe(0)
})

test('updates copies on changes and releases them to the children when the original is deleted', async () => {
  const { mom, kid } = await family()
  const field = await shift(mom)
  await share(mom, { kind: 'field', objectId: field.id })
  await t.as(mom.ann).call(editCustomField, {
    params: { id: field.id },
    body: { name: 'Working shift', options: [...field.options, { id: 'day', label: 'Day' }] },
  })
  await followed(async () => (await fieldsOf(kid))[0]?.name === 'Working shift')
  expect(await fieldsOf(kid)).toMatchObject([{ name: 'Working shift', options: [{ id: 'night' }, { id: 'day' }] }])

  await t.as(mom.ann).call(deleteCustomField, { params: { id: field.id } })
  await followed(async () => (await familyOf(mom)).shares.length === 0)
  const [ownField] = await fieldsOf(kid)
  expect(ownField).toMatchObject({ name: 'Working shift', managedBy: null, source: 'user' })
  const edited = await t
    .as(kid.ann)
    .call(editCustomField, { params: { id: ownField?.id ?? '' }, body: { name: 'Ours' } })
  expect(edited.body.customField).toMatchObject({ name: 'Ours' })
})

test('keeps copies of a group unchanged while its rules use a group of the parent', async () => {
  const { mom, kid } = await family()
  const filter = (days: number) => ({
    op: 'and' as const,
    children: [{ field: 'hireDate', cmp: 'in_last_days' as const, value: days }],
  })
  const { group } = (
    await t.as(mom.ann).call(createGroup, { body: { name: 'New here', type: 'dynamic', filter: filter(90) } })
  ).body
  const manualGroup = (await t.as(mom.ann).call(createGroup, { body: { name: 'By hand' } })).body.group
  await share(mom, { kind: 'group', objectId: group.id })
  const rule = { field: 'group', cmp: 'member_of' as const, value: [manualGroup.id] }
  await t.as(mom.ann).call(editGroup, {
    query: { id: group.id },
    body: { name: 'Ours', filter: { op: 'and', children: [rule] } },
  })
  await t.as(mom.ann).call(createCustomField, { body: { name: 'Any', type: 'text' } })
  const field = (await fieldsOf(mom))[0]
  await share(mom, { kind: 'field', objectId: field?.id ?? '' })
  expect(await groupsOf(kid)).toMatchObject([{ name: 'New here', managedBy: mom.name }])
  await t.as(mom.ann).call(editGroup, { query: { id: group.id }, body: { filter: filter(30) } })
  await followed(async () => (await groupsOf(kid))[0]?.name === 'Ours')
})

test('releases a copy to the child when sharing stops', async () => {
  const { mom, kid } = await family()
  const field = await shift(mom)
  const { body } = await share(mom, { kind: 'field', objectId: field.id })
  expect(await t.as(mom.ann).call(stopSharing, { query: { id: body.share.id } })).toMatchObject({ http: 200 })
  expect(await fieldsOf(kid)).toMatchObject([{ key: 'shift', managedBy: null }])
  expect(await t.as(mom.ann).call(stopSharing, { query: { id: body.share.id } })).toMatchObject({ http: 404 })
})

test('reports why a child cannot take an item, without blocking others, and retries later', async () => {
  const { mom, kid, sis } = await family()
  const theirs = await shift(kid, 'longtext')
  const field = await shift(mom)
  const { body } = await share(mom, { kind: 'field', objectId: field.id })
  expect(body.share.problems).toEqual([
    { organizationId: kid.id, words: 'The field “Shift” holds another type of value there.' },
  ])
  expect(await fieldsOf(kid)).toMatchObject([{ type: 'longtext', managedBy: null }])
  expect(await fieldsOf(sis)).toMatchObject([{ type: 'select', managedBy: mom.name }])
  await t.as(kid.ann).call(deleteCustomField, { params: { id: theirs.id } })
  await sql`delete from custom_field where id = ${theirs.id}`.execute(t.process.kernel.database.ofOrg(kid.id))
  const sharedAgain = await share(mom, { kind: 'field', objectId: field.id })
  expect(sharedAgain.body.share).toMatchObject({ id: body.share.id, problems: [] })
})

test('allows only a parent with sync on to share, only with its own children and only items that are valid there', async () => {
  const { mom, kid } = await family()
  const field = await shift(mom)
  const stranger = await makeOrg(t.process.kernel, `Stranger ${n}`, n++)
  expect(await share(mom, { kind: 'field', objectId: field.id, childIds: [stranger.id] })).toMatchObject({
    http: 404,
  })
  expect(await share(kid, { kind: 'field', objectId: field.id })).toMatchObject({ http: 404 })
  const childless = await share(kid, { kind: 'field', objectId: (await shift(kid)).id })
  expect(childless.body.message).toMatch(/has no child organizations/)
  expect(await share(mom, { kind: 'field', objectId: stranger.id })).toMatchObject({ http: 404 })
  const manualGroup = await t.as(mom.ann).call(createGroup, { body: { name: 'By hand' } })
  const refused = await share(mom, { kind: 'group', objectId: manualGroup.body.group.id })
  expect(refused.body.message).toMatch(/Only smart groups can be shared/)
  expect((await t.as(mom.gus).call(shareDown, { body: { kind: 'field', objectId: field.id } })).body.code).toBe(
    'not_permitted',
  )
  const shareOfField = await share(stranger, { kind: 'field', objectId: (await shift(stranger)).id })
  expect(shareOfField.body.code).toBe('sync_off')
  // A child with sync off keeps its copies as its own.
  await share(mom, { kind: 'field', objectId: field.id })
  const system = t.process.kernel.database.asSystem('tests switch sync off')
  await sql`update organization set features = features || '{"sync": false}' where id = ${kid.id}`.execute(system)
  await share(mom, { kind: 'field', objectId: field.id })
  expect(await fieldsOf(kid)).toMatchObject([{ managedBy: null }])
})

test('shows names and counts to the parent but no data of the parent’s contacts to a child', async () => {
  const { mom, kid, sis } = await family()
  expect(await familyOf(mom)).toMatchObject({
    sync: true,
    parent: null,
    children: [
      { name: kid.name, sync: true },
      { name: sis.name, sync: true },
    ],
  })
  expect(await familyOf(kid)).toMatchObject({
    parent: { name: mom.name, contactCount: null },
    children: [],
    shares: [],
  })
})

test('shows the count of a child only when it is none or not of a few people, and to no member limited to groups', async () => {
  const { mom, kid, sis } = await family()
  const setCount = ({ id }: Org, count: number) =>
    sql`update contact_group set contact_count = ${count} where org_id = ${id} and id = ${systemGroupId(id, 'all')}`.execute(
      t.process.kernel.database.ofOrg(id),
    )
  const counts = async (user = mom.ann) =>
    (await t.as(user).call(readFamily)).body.children.map(({ contactCount }) => contactCount)
  await setCount(kid, 4)
  await setCount(sis, 5)
  expect(await counts()).toEqual([null, 5])
  await setCount(kid, 0)
  expect(await counts()).toEqual([0, 5])
  const max = await makeUser(t.process.kernel, mom.id, { firstname: 'Max', lastname: 'Mom', role: 'agent' })
  await limitTo(t.process.kernel, max, [await makeGroup(t.process.kernel, mom.id, 'Nights', [mom.bob.id])])
  expect(await counts(max)).toEqual([null, null])
})
