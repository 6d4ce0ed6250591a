import { createCustomField, deleteCustomField, editCustomField } from '@crewline/contract/fields'
import { createGroup, deleteGroup } from '@crewline/contract/groups'
import type { Permission } from '@crewline/contract/permissions'
import { createRole } from '@crewline/contract/roles'
import { deleteShift } from '@crewline/contract/shifts'
import { changeMember } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prove } from './kit/api-keys.ts'
import { draft, launch } from './kit/broadcasts.ts'
import { makeUser, type TestUser } from './kit/cast.ts'
import { hoursNow, makeShift } from './kit/shifts.ts'
import { testApp, type TestApp } from './kit/test-app.ts'

let t: TestApp
/** A group in sight of the limited member, and one out of sight. */
let own: string
let hidden: string
beforeAll(async () => {
  t = await testApp()
  own = await newGroup('Docks')
  hidden = await newGroup('Yard')
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)
const newGroup = async (name: string) => (await ann().call(createGroup, { body: { name } })).body.group.id

/** A member with these permissions who sees the contacts of one group. */
async function limited(permission: Permission, groupId = own): Promise<TestUser> {
  await prove(t, t.acme.ann)
  const name = `May ${permission}`
  const { role } = (await ann().call(createRole, { body: { name, permissions: [permission, 'broadcasts.read'] } })).body
  const user = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Lea', lastname: 'Acme', role: 'viewer' })
  const system = t.process.kernel.database.asSystem('tests find members')
  const { rows } = await sql<{ id: string }>`select id from member where user_id = ${user.id}`.execute(system)
  const body = { role: role.id, groupIds: [groupId] }
  expect((await ann().call(changeMember, { query: { memberId: rows[0]?.id ?? '' }, body })).http).toBe(200)
  return user
}

/** A repeated broadcast that is out of sight of the limited member, because it names a group that is. */
async function planned(content: Parameters<typeof draft>[2]): Promise<void> {
  const schedule = {
    mode: 'recurring' as const,
    start: '2099-01-05T09:00',
    timeZone: 'America/Chicago',
    frequency: 'daily' as const,
  }
  const made = await draft(t, [], { schedule, name: 'Layoffs in the yard', ...content })
  expect((await launch(t, made)).http).toBe(200)
}

const UNSEEN = "something you can't see"

describe('what a member who is limited to groups cannot see', () => {
  test('keeps a group, and is not named', async () => {
    const member = await newGroup('Night crew')
    const other = await limited('groups.edit', member)
    await planned({ audience: { groupIds: [member, hidden], contactIds: [t.acme.bob.id] } })
    // The members limited to it are shown on the team page.
    const refused = await t.as(other).call(deleteGroup, { query: { id: member, force: 'true' } })
    expect(refused).toMatchObject({ http: 409, body: { code: 'group_in_use' } })
    expect(refused.body.message).toBe('This group is used by Lea Acme and more. Remove it there first.')
    expect(JSON.stringify(refused.body)).not.toContain('Layoffs')
    expect((await ann().call(deleteGroup, { query: { id: member } })).body.message).toContain('Layoffs in the yard')
  })

  test('keeps a custom field and its type, and is not named', async () => {
    const field = (await ann().call(createCustomField, { body: { name: 'Last day', type: 'date' } })).body.customField
    await planned({ audience: { groupIds: [hidden] }, message: { body: `Your last day: {${field.key}|soon}.` } })
    const member = t.as(await limited('fields.manage'))
    for (const refused of [
      await member.call(deleteCustomField, { params: { id: field.id } }),
      await member.call(editCustomField, { params: { id: field.id }, body: { type: 'text' } }),
      await member.call(editCustomField, { params: { id: field.id }, body: { sensitive: true } }),
    ]) {
      expect(refused).toMatchObject({ http: 409, body: { code: 'field_in_use' } })
      expect(refused.body.message).toContain(UNSEEN)
    }
  })

  test('keeps a shift, and is not named', async () => {
    const id = await makeShift(t, 'Nights', hoursNow())
    const filter = { op: 'and' as const, children: [{ field: 'shift', cmp: 'in' as const, value: [id] }] }
    await planned({ audience: { everyone: true, exclude: { filter } } })
    const refused = await t.as(await limited('organization.manage')).call(deleteShift, { query: { id } })
    expect(refused).toMatchObject({ http: 409, body: { code: 'shift_in_use' } })
    expect(refused.body.message).toContain(UNSEEN)
  })
})
