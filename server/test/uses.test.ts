import type { Use } from '@crewline/contract/fields'
import { createCustomField, deleteCustomField, editCustomField } from '@crewline/contract/fields'
import { createForm } from '@crewline/contract/forms'
import { createGroup, deleteGroup, groupUses } from '@crewline/contract/groups'
import { stopBroadcast } from '@crewline/contract/launch'
import { saveContactView } from '@crewline/contract/contact-lists'
import { saveOptInPage } from '@crewline/contract/opt-in'
import { createReply } from '@crewline/contract/replies'
import { createView } from '@crewline/contract/saved-views'
import { editSsoRules } from '@crewline/contract/sso'
import { deleteShift } from '@crewline/contract/shifts'
import { createWebhook } from '@crewline/contract/webhooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prove } from './kit/api-keys.ts'
import { draft, launch, sendOut } from './kit/broadcasts.ts'
import { makeCelebration } from './kit/celebrations.ts'
import { chatChannelsOf } from './kit/chat-channels.ts'
import { hoursNow, makeShift } from './kit/shifts.ts'
import { testApp, type TestApp } from './kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const me = () => t.as(t.acme.ann)
let nth = 0
const next = () => (nth += 1)

const newGroup = async () => (await me().call(createGroup, { body: { name: `Crew ${next()}` } })).body.group.id
const newField = async () =>
  (await me().call(createCustomField, { body: { name: `Field ${next()}`, type: 'date' } })).body.customField

const REPEATED = {
  mode: 'recurring' as const,
  start: '2099-01-05T09:00',
  timeZone: 'America/Chicago',
  frequency: 'daily' as const,
}

const optInPage = (more: object) => ({
  name: 'Gate',
  url: `gate-${next()}`,
  title: { en: 'Get shift news by text' },
  fields: [],
  frequency: { count: 4, per: 'week' as const },
  termsUrl: '',
  privacyUrl: '',
  doubleOptIn: true,
  verifyPhone: false,
  duplicate: 'update' as const,
  actions: [],
  ...more,
})

const form = (more: object) => ({ name: 'New address', title: { en: 'Where do you live?' }, ...more })

/** Everything that names a group: how it comes to be, and what is shown of it. */
const USING_A_GROUP: [type: Use['type'], name: string, make: (groupId: string) => Promise<unknown>][] = [
  [
    'broadcast',
    'To the crew',
    async (groupId) => planned({ name: 'To the crew', audience: { groupIds: [groupId], contactIds: [t.acme.bob.id] } }),
  ],
  [
    'broadcast',
    'To all but the crew',
    async (groupId) =>
      planned({ name: 'To all but the crew', audience: { everyone: true, exclude: { groupIds: [groupId] } } }),
  ],
  [
    'broadcast',
    'By a filter',
    async (groupId) => {
      const rule = { field: 'group', cmp: 'not_member_of' as const, value: [groupId] }
      return planned({ name: 'By a filter', audience: { filter: { op: 'and', children: [rule] } } })
    },
  ],
  ['celebration', 'Birthdays', (groupId) => makeCelebration(t, { audience: audienceOf(groupId) })],
  ['form', 'New address', (groupId) => me().call(createForm, { body: form({ groupIds: [groupId] }) })],
  [
    'opt_in_page',
    'Gate',
    (groupId) =>
      me().call(saveOptInPage, { query: {}, body: optInPage({ actions: [{ type: 'add_to_group', groupId }] }) }),
  ],
  [
    'inbox_view',
    'A teammate’s own view',
    (groupId) => me().call(createView, { body: { name: 'Mine', groupIds: [groupId] } }),
  ],
  [
    'view',
    'Crew list',
    (groupId) => me().call(saveContactView, { body: { name: 'Crew list', shared: true, audience: { groupId } } }),
  ],
  [
    'webhook',
    'Warehouse',
    async (groupId) => {
      const body = { name: 'Warehouse', url: 'https://example.com/hook', events: ['contact.changed' as const] }
      await prove(t, t.acme.ann)
      return me().call(createWebhook, { body: { ...body, groupIds: [groupId] } })
    },
  ],
  [
    'chat_channel',
    '#crew',
    async (groupId) => {
      const channels = chatChannelsOf(t)
      return channels.connect(await channels.chat.add('slack', '#crew'), { groupIds: [groupId] })
    },
  ],
  [
    'single_sign_on',
    'Leads',
    async (groupId) => {
      await prove(t, t.acme.ann)
      const groupRoles = [{ group: 'Leads', role: 'agent' as const, groupIds: [groupId] }]
      return me().call(editSsoRules, { body: { createsMembers: true, defaultRole: 'viewer', groupRoles } })
    },
  ],
]

const audienceOf = (groupId: string) => ({ everyone: true, groupIds: [], excludeGroupIds: [groupId] })

async function planned(content: Parameters<typeof draft>[2]): Promise<string> {
  const made = await draft(t, [], { schedule: REPEATED, ...content })
  const launched = await launch(t, made)
  expect({ http: launched.http, state: launched.body.broadcast.state }).toEqual({ http: 200, state: 'recurring' })
  return made.id
}

describe('a group', () => {
  test.each(USING_A_GROUP)('cannot be deleted while it is used by: %s (%s)', async (type, name, make) => {
    const groupId = await newGroup()
    await make(groupId)
    const { usedBy } = (await me().call(groupUses, { query: { id: groupId } })).body
    expect(usedBy.map((use) => [use.type, use.name])).toEqual([[type, name]])
    const refused = await me().call(deleteGroup, { query: { id: groupId } })
    expect(refused).toMatchObject({
      http: 409,
      body: { code: 'group_in_use', message: `This group is used by ${name}. Remove it there first.` },
    })
  })

  test('cannot be deleted by force while texts would go to people whom it leaves out', async () => {
    const groupId = await newGroup()
    const id = await planned({ audience: { everyone: true, exclude: { groupIds: [groupId] } } })
    const forced = { query: { id: groupId, force: 'true' } }
    expect((await me().call(deleteGroup, forced)).http).toBe(409)
    expect((await me().call(stopBroadcast, { params: { id } })).http).toBe(200)
    expect((await me().call(deleteGroup, forced)).http).toBe(200)
  })

  test('can be deleted after its broadcast was sent', async () => {
    const groupId = await newGroup()
    const made = await draft(t, [t.acme.bob.id], { audience: { contactIds: [t.acme.bob.id], groupIds: [groupId] } })
    await launch(t, made)
    expect((await me().call(deleteGroup, { query: { id: groupId } })).http).toBe(409)
    await sendOut(t)
    expect((await me().call(deleteGroup, { query: { id: groupId } })).http).toBe(200)
  })

  test('is not deleted while a broadcast that names it is being launched', async () => {
    const groupIds = await Promise.all([1, 2, 3, 4, 5, 6].map(newGroup))
    for (const groupId of groupIds) {
      const audience = { everyone: true, exclude: { groupIds: [groupId] } }
      const made = await draft(t, [], { audience, schedule: REPEATED })
      const [launched, deleted] = await Promise.all([
        launch(t, made),
        me().call(deleteGroup, { query: { id: groupId } }),
      ])
      expect([200, 409, 422]).toContain(launched.http)
      expect({ launched: launched.http === 200, deleted: deleted.http === 200 }).not.toEqual({
        launched: true,
        deleted: true,
      })
    }
  })
})

/** Everything that uses a custom field, by its key. */
const USING_A_FIELD: [type: Use['type'], name: string, make: (key: string) => Promise<unknown>][] = [
  [
    'broadcast',
    'Merged',
    (key) =>
      planned({ name: 'Merged', audience: { contactIds: [t.acme.bob.id] }, message: { body: `Since {${key}|then}.` } }),
  ],
  [
    'broadcast',
    'Filtered',
    (key) => {
      const rule = { field: `custom.${key}`, cmp: 'not_empty' as const }
      return planned({
        name: 'Filtered',
        audience: { everyone: true, exclude: { filter: { op: 'and', children: [rule] } } },
      })
    },
  ],
  ['celebration', 'Jubilees', (key) => makeCelebration(t, { name: 'Jubilees', kind: 'date', field: key })],
  [
    'form',
    'New address',
    (key) => {
      const question = { id: 'q1', type: 'date' as const, label: { en: 'When?' }, saveTo: `custom.${key}` }
      return me().call(createForm, { body: form({ questions: [question] }) })
    },
  ],
  [
    'opt_in_page',
    'Gate',
    (key) =>
      me().call(saveOptInPage, {
        query: {},
        body: optInPage({ fields: [{ source: `custom.${key}`, required: false }] }),
      }),
  ],
  [
    'reply',
    'A teammate’s own reply',
    (key) => me().call(createReply, { body: { name: 'Since', body: `Since {${key}|then}.` } }),
  ],
  [
    'view',
    'A teammate’s own list',
    (key) => me().call(saveContactView, { body: { name: 'List', audience: {}, columns: [`custom.${key}`] } }),
  ],
]

describe('a custom field', () => {
  test.each(USING_A_FIELD)('cannot be deleted while it is used by: %s (%s)', async (_type, name, make) => {
    const field = await newField()
    await make(field.key)
    const refused = await me().call(deleteCustomField, { params: { id: field.id } })
    expect(refused).toMatchObject({
      http: 409,
      body: { code: 'field_in_use', message: `Used in “${name}”. Remove it there first.` },
    })
  })

  test('cannot be deleted while the HR connector fills it', async () => {
    const field = await newField()
    const settings = JSON.stringify({ custom: [{ key: field.key, from: 'badge_date' }] })
    await sql`
      insert into hr_connection (org_id, state, provider_id, settings, created_at)
      values (${t.acme.id}, 'connected', 'bamboo_hr', ${settings}::jsonb, now())`.execute(
      t.process.kernel.database.asSystem('a test connects an HR system'),
    )
    const refused = await me().call(deleteCustomField, { params: { id: field.id } })
    expect(refused).toMatchObject({ http: 409, body: { code: 'field_in_use' } })
  })

  test('cannot become sensitive while a text or a public page has it, and cannot change its type', async () => {
    const inText = await newField()
    const onPage = await newField()
    await planned({ audience: { contactIds: [t.acme.bob.id] }, message: { body: `Since {${inText.key}|then}.` } })
    const fields = [{ source: `custom.${onPage.key}`, required: true }]
    expect((await me().call(saveOptInPage, { query: {}, body: optInPage({ fields }) })).http).toBe(200)
    for (const { id } of [inText, onPage])
      for (const body of [{ sensitive: true }, { type: 'text' as const }])
        expect(await me().call(editCustomField, { params: { id }, body })).toMatchObject({
          http: 409,
          body: { code: 'field_in_use' },
        })
  })
})

describe('a shift', () => {
  const newShift = () => makeShift(t, `Shift ${next()}`, hoursNow())
  const namedBy = (shiftId: string) => ({
    op: 'and' as const,
    children: [{ field: 'shift', cmp: 'in' as const, value: [shiftId] }],
  })

  test('cannot be deleted while a planned broadcast leaves out its people', async () => {
    const id = await newShift()
    const broadcastId = await planned({
      name: 'All but nights',
      audience: { everyone: true, exclude: { filter: namedBy(id) } },
    })
    expect(await me().call(deleteShift, { query: { id } })).toMatchObject({
      http: 409,
      body: { code: 'shift_in_use', message: 'Used in “All but nights”. Remove it there first.' },
    })
    expect((await me().call(stopBroadcast, { params: { id: broadcastId } })).http).toBe(200)
    expect((await me().call(deleteShift, { query: { id } })).http).toBe(200)
  })

  test('cannot be deleted while a saved list filters by it', async () => {
    const id = await newShift()
    await me().call(saveContactView, { body: { name: 'Nights', shared: true, audience: { filter: namedBy(id) } } })
    expect(await me().call(deleteShift, { query: { id } })).toMatchObject({
      http: 409,
      body: { message: 'Used in “Nights”. Remove it there first.' },
    })
  })
})
