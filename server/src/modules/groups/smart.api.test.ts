import { dayIn, daysAfter } from '@crewline/contract/calendar'
import { createContact, editContact } from '@crewline/contract/contacts'
import type { BodyInput } from '@crewline/contract/endpoint'
import { decodeInApp } from '@crewline/contract/events'
import type { FilterNode, Rule } from '@crewline/contract/filters'
import {
  addToGroup,
  createGroup,
  deleteGroup,
  editGroup,
  groupMembers,
  groupUses,
  groupValues,
  readGroups,
  refreshGroup,
  removeFromGroup,
  whyInGroup,
} from '@crewline/contract/groups'
import { groupContacts, previewFilter } from '@crewline/contract/audience'
import { sql } from 'kysely'
import { editOrganization } from '@crewline/contract/organizations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeOrg, makeUser, type Org } from '../../../test/kit/cast.ts'
import { followGroups } from '../../../test/kit/groups.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { announceLines } from '../delivery/index.ts'
import { addField } from '../fields/index.ts'
import { evaluateAtMidnight, evaluateWaiting, systemGroupId } from './index.ts'
import { isNewDay } from './jobs.ts'

let t: TestApp
let n = 3
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

/** Returns an own organization, so that no test sees the groups of another. */
const crew = () => makeOrg(t.process.kernel, `Crew ${n}`, n++)
const db = (org: Org) => t.process.kernel.database.ofOrg(org.id)
const all = (...children: (Rule | FilterNode)[]): FilterNode => ({ op: 'and', children })
const at = (location: string): Rule => ({ field: 'location', cmp: 'is', value: location })

async function smart(org: Org, name: string, filter: FilterNode): Promise<string> {
  const made = await t.as(org.ann).call(createGroup, { body: { name, type: 'dynamic', filter } })
  expect(made.body).toMatchObject({ status: 'OK' })
  return made.body.group.id
}
const move = (org: Org, id: string, location: string) =>
  t.as(org.ann).call(editContact, { query: { id }, body: { location } })
const follow = () => followGroups(t)
const group = async (org: Org, id: string) => (await t.as(org.ann).call(readGroups, { query: { id } })).body.group
const names = async (org: Org, id: string) =>
  (await t.as(org.ann).call(groupMembers, { query: { id } })).body.data.map((contact) => contact.firstname)
const why = async (org: Org, id: string, contactId: string) =>
  (await t.as(org.ann).call(whyInGroup, { query: { id, contactId } })).body

describe('a smart group', () => {
  test('contains the matching contacts on creation and explains each membership', async () => {
    const org = await crew()
    await move(org, org.bob.id, 'Plant 2')
    const id = await smart(org, 'Second plant', all(at('plant 2')))
    expect(await group(org, id)).toMatchObject({
      ...{ type: 'dynamic', state: 'ready', contactCount: 1, reachableCount: 1, pinnedIn: 0, pinnedOut: 0 },
      ...{ lastChange: { added: 1, removed: 0 }, managedBy: null },
    })
    const members = await t.as(org.vic).call(groupMembers, { query: { id } })
    expect(members.body.data).toMatchObject([{ firstname: 'Bob', membership: 'matches' }])
    expect(await why(org, id, org.bob.id)).toMatchObject({
      ...{ isMember: true, because: 'matches', history: [{ change: 'joined', cause: 'rules', by: null }] },
      rules: [{ path: 'filter.children.0', field: 'location', cmp: 'is', holds: true }],
    })
    expect(await why(org, id, org.cat.id)).toMatchObject({
      ...{ isMember: false, because: 'no_match', history: [], rules: [{ holds: false }] },
    })
  })

  test('follows contact changes: matching contacts join, others and archived ones leave, counts update', async () => {
    const org = await crew()
    const id = await smart(org, 'Dock', all(at('Dock')))
    await move(org, org.bob.id, 'Dock')
    await move(org, org.cat.id, 'dock')
    await follow()
    expect(await names(org, id)).toEqual(['Bob', 'Cat'])
    await move(org, org.bob.id, 'Office')
    await t.as(org.ann).call(editContact, { query: { id: org.cat.id }, body: { archived: true } })
    await follow()
    expect(await group(org, id)).toMatchObject({ contactCount: 0, reachableCount: 0 })
    await t.as(org.ann).call(editContact, { query: { id: org.cat.id }, body: { archived: false } })
    await follow()
    expect(await names(org, id)).toEqual(['Cat'])
    expect((await why(org, id, org.cat.id)).history.map((entry) => entry.change)).toEqual(['joined', 'left', 'joined'])
    const added = await t.as(org.ann).call(createContact, { body: { firstname: 'Eve', location: 'Dock' } })
    await follow()
    expect(await group(org, id)).toMatchObject({ contactCount: 2, reachableCount: 1 })
    expect((await why(org, id, added.body.contact.id)).because).toBe('matches')
  })

  test('is evaluated only for changes its rules read, and only for the changed contacts', async () => {
    const org = await crew()
    const id = await smart(org, 'Dock', all(at('Dock')))
    // Bypasses the product, so that only an evaluation could notice the change.
    await sql`update contact set location = 'Dock'`.execute(db(org))
    await t.as(org.ann).call(editContact, { query: { id: org.bob.id }, body: { jobTitle: 'Picker' } })
    await follow()
    expect(await names(org, id)).toEqual([])
    await move(org, org.bob.id, 'DOCK')
    await follow()
    expect(await names(org, id)).toEqual(['Bob'])
  })

  test('is evaluated immediately when its rules change', async () => {
    const org = await crew()
    await move(org, org.bob.id, 'Dock')
    await move(org, org.cat.id, 'Office')
    const id = await smart(org, 'People of a place', all(at('Dock')))
    const edited = await t.as(org.ann).call(editGroup, {
      query: { id },
      body: { name: 'Office', filter: all(at('Office')), color: 'blue', description: 'Upstairs' },
    })
    expect(edited.body.group).toMatchObject({
      ...{ name: 'Office', color: 'blue', description: 'Upstairs', contactCount: 1 },
      lastChange: { added: 1, removed: 1 },
    })
    expect(await names(org, id)).toEqual(['Cat'])
  })

  test('keeps contacts pinned in or out, whatever its rules match', async () => {
    const org = await crew()
    await move(org, org.bob.id, 'Dock')
    const id = await smart(org, 'Dock', all(at('Dock')))
    const add = await t.as(org.ann).call(addToGroup, { query: { id }, body: { contacts: [org.cat.id] } })
    expect(add.body).toMatchObject({ added: 1, duplicates: 0, skipped: 0 })
    const out = await t.as(org.ann).call(removeFromGroup, { query: { id }, body: { contacts: [org.bob.id] } })
    expect(out.body).toMatchObject({ removed: 1 })
    await move(org, org.bob.id, 'Dock 2')
    await move(org, org.bob.id, 'Dock')
    await follow()
    const members = await t.as(org.ann).call(groupMembers, { query: { id } })
    expect(members.body.data).toMatchObject([{ firstname: 'Cat', membership: 'pinned' }])
    expect(await group(org, id)).toMatchObject({ contactCount: 1, pinnedIn: 1, pinnedOut: 1 })
    expect((await why(org, id, org.bob.id)).because).toBe('pinned_out')
    expect(await why(org, id, org.cat.id)).toMatchObject({
      because: 'pinned',
      history: [{ change: 'joined', cause: 'hand', by: `Ann Crew ${n - 1}` }],
    })
  })

  test('counts reachable contacts, including after an opt-out or a removed number', async () => {
    const org = await crew()
    for (const contact of [org.bob, org.cat, org.dan]) await move(org, contact.id, 'Dock')
    const id = await smart(org, 'Dock', all(at('Dock')))
    const optedOut = await smart(org, 'Silent', all({ field: 'activity', cmp: 'opted_out' }))
    expect(await group(org, id)).toMatchObject({ contactCount: 3, reachableCount: 3 })
    await announceLines(t.process.kernel)
    await t.carrier.texts(org.bob.phone, 'STOP', org.line.phone)
    await t.until(
      async () => (await t.as(org.ann).call(groupContacts, { query: { reach: 'opted_out' } })).body.total === 1,
    )
    await t.as(org.ann).call(editContact, { query: { id: org.cat.id }, body: { phone: '' } })
    await follow()
    expect(await group(org, id)).toMatchObject({ contactCount: 3, reachableCount: 1 })
    expect(await names(org, optedOut)).toEqual(['Bob'])
  })

  test('can use messages: recent senders and silent contacts', async () => {
    const org = await crew()
    const lately = await smart(org, 'Wrote', all({ field: 'activity', cmp: 'replied_in_days', value: 7 }))
    const silent = await smart(org, 'Silent', all({ field: 'activity', cmp: 'silent_for_days', value: 7 }))
    const failed = await smart(org, 'Failed', all({ field: 'activity', cmp: 'last_delivery_failed' }))
    await announceLines(t.process.kernel)
    await t.carrier.texts(org.dan.phone, 'Hello', org.line.phone)
    await t.until(async () => {
      await follow()
      return (await names(org, lately)).length === 1
    })
    expect(await names(org, silent)).toEqual(['Bob', 'Cat'])
    expect(await names(org, failed)).toEqual([])
    const moments = await sql<{ n: number }>`
      select count(*)::int as n from group_member where group_id = ${lately} and last_at is not null`.execute(db(org))
    expect(moments.rows).toEqual([{ n: 1 }])
  })

  test('reads custom fields and refuses sensitive ones to members who may not see them', async () => {
    const org = await crew()
    const max = await makeUser(t.process.kernel, org.id, { firstname: 'Max', lastname: 'X', role: 'manager' })
    await systemScope(t.process.kernel, org).tx(async (tx) => {
      await addField(tx, {
        name: 'Shift',
        type: 'select',
        options: [{ id: 'night', label: 'Night', color: 'gray', archived: false }],
      })
      await addField(tx, { name: 'Diagnosis', type: 'text', sensitive: true })
    })
    await t
      .as(org.ann)
      .call(editContact, { query: { id: org.dan.id }, body: { customFields: { shift: 'night', diagnosis: 'Flu' } } })
    const night = all({ field: 'custom.shift', cmp: 'in', value: ['night'] })
    const ill = all({ field: 'custom.diagnosis', cmp: 'is', value: 'flu' })
    expect(await names(org, await smart(org, 'Night', night))).toEqual(['Dan'])
    const secret = await smart(org, 'Ill', ill)
    expect(await names(org, secret)).toEqual(['Dan'])
    for (const filter of [ill, { op: 'or' as const, children: [night, ill] }]) {
      const refused = await t.as(max).call(previewFilter, { body: { filter } })
      expect(refused).toMatchObject({ http: 400, body: { code: 'invalid' } })
    }
    const listed = await t.as(max).call(groupContacts, { query: { filter: JSON.stringify(ill) } })
    expect(listed.http).toBe(400)
    const answer = await t.as(max).call(whyInGroup, { query: { id: secret, contactId: org.dan.id } })
    expect(answer.body).toMatchObject({ isMember: true, rules: [] })
  })
})

describe('groups that reference groups', () => {
  test('are evaluated after the groups they reference, at any depth', async () => {
    const org = await crew()
    const dock = await smart(org, 'Dock', all(at('Dock')))
    const team = (await t.as(org.ann).call(createGroup, { body: { name: 'Team', contacts: [org.cat.id] } })).body.group
      .id
    const both = await smart(org, 'Either', {
      op: 'or',
      children: [{ field: 'group', cmp: 'member_of', value: [dock, team] }],
    })
    const remaining = await smart(org, 'Rest', all({ field: 'group', cmp: 'not_member_of', value: [both] }))
    expect([await names(org, both), await names(org, remaining)]).toEqual([['Cat'], ['Bob', 'Dan']])
    await move(org, org.bob.id, 'Dock')
    await t.as(org.ann).call(removeFromGroup, { query: { id: team }, body: { contacts: [org.cat.id] } })
    await follow()
    expect([await names(org, both), await names(org, remaining)]).toEqual([['Bob'], ['Cat', 'Dan']])
  })

  test('cannot form a cycle of one, two or three groups', async () => {
    const org = await crew()
    const memberOf = (id: string) => all({ field: 'group', cmp: 'member_of', value: [id] })
    const first = await smart(org, 'One', all(at('Dock')))
    const two = await smart(org, 'Two', memberOf(first))
    const three = await smart(org, 'Three', { op: 'or', children: [all(at('Office')), memberOf(two)] })
    for (const id of [first, two, three]) {
      const edited = await t.as(org.ann).call(editGroup, { query: { id: first }, body: { filter: memberOf(id) } })
      expect(edited).toMatchObject({ http: 422, body: { code: 'group_cycle' } })
    }
    const accepted = await t.as(org.ann).call(editGroup, { query: { id: three }, body: { filter: memberOf(first) } })
    expect(accepted.http).toBe(200)
  })

  test('a group in use cannot be deleted; deleting an unused group frees its name', async () => {
    const org = await crew()
    const dock = await smart(org, 'Dock', all(at('Dock')))
    await smart(org, 'Of the dock', all({ field: 'group', cmp: 'member_of', value: [dock] }))
    const member = await limitTo(t.process.kernel, org.gus, [dock])
    for (const force of ['false', 'true']) {
      const refused = await t.as(org.ann).call(deleteGroup, { query: { id: dock, force } })
      expect(refused).toMatchObject({ http: 409, body: { code: 'group_in_use' } })
      expect(Object.values(refused.body.fieldErrors ?? {})).toEqual([`Gus ${org.name}`, 'Of the dock'])
      expect(refused.body.fieldErrors).toHaveProperty(`member.${member}`)
    }
    const uses = await t.as(org.ann).call(groupUses, { query: { id: dock } })
    expect(uses.body.usedBy.map((use) => use.type)).toEqual(['member', 'group'])
    const free = await smart(org, 'Free', all(at('Dock')))
    await t.as(org.ann).call(addToGroup, { query: { id: free }, body: { contacts: [org.bob.id] } })
    expect((await t.as(org.ann).call(deleteGroup, { query: { id: free } })).http).toBe(200)
    expect((await t.as(org.ann).call(readGroups, { query: { id: free } })).http).toBe(404)
    const contacts = await t.as(org.ann).call(groupContacts, { query: {} })
    expect(contacts.body.total).toBe(3)
    await smart(org, 'free', all(at('Dock')))
  })
})

describe('calendar rules', () => {
  const later = (ms: number): Kernel => {
    const { kernel } = t.process
    return { ...kernel, world: { ...kernel.world, now: () => new Date(Date.now() + ms) } }
  }
  const DAY = 24 * 3_600_000
  const turnDay = async (kernel: Kernel) => {
    await evaluateAtMidnight(kernel)
    while (await evaluateWaiting(kernel));
  }

  test('a new day begins ten minutes after midnight in the time zone of the organization', () => {
    const looked = new Date('2026-03-10T20:00:00Z')
    // Chicago is at UTC-5 in daylight saving time.
    expect(isNewDay(new Date('2026-03-11T05:09:00Z'), 'America/Chicago', looked)).toBe(false)
    expect(isNewDay(new Date('2026-03-11T05:10:00Z'), 'America/Chicago', looked)).toBe(true)
    expect(isNewDay(new Date('2026-03-11T05:10:00Z'), 'America/Chicago', new Date('2026-03-11T05:10:00Z'))).toBe(false)
    expect(isNewDay(new Date('2026-03-10T20:01:00Z'), 'Asia/Kathmandu', null)).toBe(true)
  })

  test('evaluates groups with calendar rules again when the organization moves to another time zone', async () => {
    const org = await crew()
    const move = (timezone: string) => t.as(org.ann).call(editOrganization, { body: { timezone } })
    // It is never the same day in these two places.
    await move('Pacific/Pago_Pago')
    const today = dayIn('Pacific/Pago_Pago', t.process.kernel.world.now())
    for (const [days, { id }] of [org.bob, org.cat, org.dan].entries())
      await t.as(org.ann).call(editContact, {
        query: { id },
        body: { hireDate: daysAfter(today, -88 - days) },
      })
    const rules = all({ field: 'hireDate', cmp: 'in_last_days', value: 90 })
    const newHires = await smart(org, 'New hires', rules)
    const before = await names(org, newHires)
    expect((await move('Pacific/Kiritimati')).http).toBe(200)
    await follow()
    const after = await names(org, newHires)
    expect(after.length).toBeLessThan(before.length)
    expect(after).toEqual(await names(org, await smart(org, 'Same rules', rules)))
  })

  test('evaluates groups with calendar rules once a day and skips other groups', async () => {
    const org = await crew()
    const hired = new Date(Date.now() - 88 * DAY).toISOString().slice(0, 10)
    await t.as(org.ann).call(editContact, { query: { id: org.bob.id }, body: { hireDate: hired } })
    const newHires = await smart(org, 'New hires', all({ field: 'hireDate', cmp: 'in_last_days', value: 90 }))
    const dock = await smart(org, 'Dock', all(at('Dock')))
    expect(await names(org, newHires)).toEqual(['Bob'])
    await turnDay(later(DAY))
    expect(await names(org, newHires)).toEqual(['Bob'])
    await turnDay(later(5 * DAY))
    expect(await names(org, newHires)).toEqual([])
    expect((await why(org, newHires, org.bob.id)).history[0]).toMatchObject({ change: 'left', cause: 'rules' })
    const before = await group(org, newHires)
    await turnDay(later(5 * DAY + 1000))
    expect(await group(org, newHires)).toEqual(before)
    expect(Date.parse((await group(org, dock))?.lastEvaluatedAt ?? '')).toBeLessThan(Date.now() + 1000)
  })

  test('shows a refresh immediately and reports to the requesting member what changed', async () => {
    const org = await crew()
    const id = await smart(org, 'Dock', all(at('Dock')))
    await sql`update contact set location = 'Dock'`.execute(db(org))
    const client = await t.connectClient(org.ann)
    const answer = await t.as(org.ann).call(refreshGroup, { params: { groupId: id } })
    expect(answer.body.state).toBe('evaluating')
    await client.next<string>('inapp-notification', (json) => {
      const { loading, key } = decodeInApp(json)
      return loading === true && key === `group|${id}`
    })
    await follow()
    const toast = decodeInApp(
      await client.next<string>('inapp-notification', (payload) => decodeInApp(payload).type === 'success'),
    )
    expect(toast).toMatchObject({ cleanQueue: true, title: 'Dock', message: 'Updated: +3, −0' })
    expect(await group(org, id)).toMatchObject({ state: 'ready', contactCount: 3 })
  })
})

describe('system groups', () => {
  test('exist from the first day, count all contacts, and cannot be changed', async () => {
    const org = await crew()
    await t.as(org.ann).call(editContact, { query: { id: org.dan.id }, body: { work: 'terminated', phone: '' } })
    await follow()
    const values = (await t.as(org.ann).call(groupValues)).body.groups
    expect(values.map((row) => [row.name, row.contactCount, row.reachableCount])).toEqual([
      ...[
        ['All contacts', 3, 2],
        ['New (30 days)', 3, 2],
        ['Unreachable', 1, 0],
      ],
      ...[
        ['Opted out', 0, 0],
        ['Terminated', 1, 0],
      ],
    ])
    const terminatedId = systemGroupId(org.id, 'terminated')
    const members = await t.as(org.ann).call(groupMembers, { query: { id: terminatedId } })
    expect(members.body.data).toMatchObject([{ firstname: 'Dan', membership: 'system' }])
    expect(await why(org, terminatedId, org.dan.id)).toMatchObject({
      isMember: true,
      because: 'system',
      rules: [{ holds: true }],
    })
    expect(await why(org, terminatedId, org.bob.id)).toMatchObject({ isMember: false, because: 'no_match' })
    const refused = [
      await t.as(org.ann).call(editGroup, { query: { id: terminatedId }, body: { name: 'Gone' } }),
      await t.as(org.ann).call(deleteGroup, { query: { id: terminatedId } }),
      await t.as(org.ann).call(addToGroup, { query: { id: terminatedId }, body: { contacts: [org.bob.id] } }),
      await t.as(org.ann).call(removeFromGroup, { query: { id: terminatedId }, body: { contacts: [org.dan.id] } }),
    ]
    for (const answer of refused) expect(answer).toMatchObject({ http: 409, body: { code: 'managed_elsewhere' } })
    const named = await t.as(org.ann).call(createGroup, { body: { name: 'all contacts' } })
    expect(named).toMatchObject({ http: 409, body: { code: 'name_taken' } })
  })
})

describe('rules that cannot be read', () => {
  const cases: [name: string, filter: BodyInput<typeof previewFilter>['filter'], path: string][] = [
    ['no such field', all({ field: 'shoe', cmp: 'is', value: 'x' }), 'filter.children.0.field'],
    ['a part of every object', all({ field: 'constructor', cmp: 'is', value: 'x' }), 'filter.children.0.field'],
    ['no such custom field', all(at('x'), { field: 'custom.shoe', cmp: 'is', value: 'x' }), 'filter.children.1.field'],
    ['not for words', all({ field: 'location', cmp: 'gt', value: 3 }), 'filter.children.0.cmp'],
    ['no words', all({ field: 'location', cmp: 'is', value: ' ' }), 'filter.children.0.value'],
    ['a number for words', all({ field: 'location', cmp: 'is', value: 3 }), 'filter.children.0.value'],
    ['no value', all({ field: 'hireDate', cmp: 'on' }), 'filter.children.0.value'],
    ['a value too many', all({ field: 'location', cmp: 'empty', value: 'x' }), 'filter.children.0.value'],
    ['no day of the calendar', all({ field: 'hireDate', cmp: 'on', value: '2026-02-30' }), 'filter.children.0.value'],
    [
      'the wrong way round',
      all({ field: 'hireDate', cmp: 'between', value: ['2026-02-02', '2026-01-01'] }),
      'filter.children.0.value',
    ],
    ['half a day', all({ field: 'hireDate', cmp: 'in_last_days', value: 1.5 }), 'filter.children.0.value'],
    ['no group', all(all({ field: 'group', cmp: 'member_of', value: ['Dock'] })), 'filter.children.0.children.0.value'],
  ]
  test.each(cases)('rejects %s with a message at its path', async (_, filter, path) => {
    const answer = await t.as(t.acme.ann).call(previewFilter, { body: { filter } })
    expect(answer).toMatchObject({ http: 400, body: { code: 'invalid' } })
    expect(Object.keys(answer.body.fieldErrors ?? {})).toEqual([path])
  })

  test('a group without rules or with a reference to a missing group is refused', async () => {
    for (const filter of [
      undefined,
      all(),
      all({ field: 'group', cmp: 'member_of', value: [t.process.kernel.world.id()] }),
    ]) {
      const made = await t.as(t.acme.ann).call(createGroup, {
        body: { name: 'Nobody', type: 'dynamic', ...(filter && { filter }) },
      })
      expect(made).toMatchObject({
        http: 400,
        body: { code: 'invalid', fieldErrors: { filter: expect.any(String) as string } },
      })
    }
  })
})

test('a preview counts the matching contacts and returns a sample', async () => {
  const org = await crew()
  await move(org, org.bob.id, 'Dock')
  await t.as(org.ann).call(editContact, { query: { id: org.cat.id }, body: { location: 'Dock', phone: '' } })
  const preview = await t.as(org.vic).call(previewFilter, { body: { filter: all(at('DOCK')) } })
  expect(preview.body).toMatchObject({
    count: 2,
    reachableCount: 1,
    isMore: false,
    sample: [{ firstname: 'Bob' }, { firstname: 'Cat' }],
  })
  const filtered = await t.as(org.vic).call(groupContacts, { query: { filter: JSON.stringify(all(at('Dock'))) } })
  expect(filtered.body.data.map((contact) => contact.firstname)).toEqual(['Bob', 'Cat'])
})
