import { countRecipients, listChosen } from '@crewline/contract/recipients'
import { launchBroadcast } from '@crewline/contract/launch'
import { createRole } from '@crewline/contract/roles'
import { setContactShift, setGroupShift } from '@crewline/contract/shifts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { prove } from '../../../test/kit/api-keys.ts'
import { draft, endCountdowns, hire, workOnBroadcasts } from '../../../test/kit/broadcasts.ts'
import { limitTo, makeGroup, makeUser, type TestContact, type TestUser } from '../../../test/kit/cast.ts'
import { guard, hoursLater, hoursNow, makeShift } from '../../../test/kit/shifts.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let crew: TestContact[]
let everyGroup: string
let nightGroup: string
let lea: TestUser
beforeAll(async () => {
  // Without a sender: what is queued stays queued.
  t = await testApp({ roles: 'web' })
  crew = await hire(t, 12)
  const ids = crew.map(({ id }) => id)
  everyGroup = await makeGroup(t.process.kernel, t.acme.id, 'Everyone there', ids)
  // Five work later; one of them has a shift of their own now, and one can be texted at any time.
  nightGroup = await makeGroup(t.process.kernel, t.acme.id, 'Later', ids.slice(0, 5))
  const [now, later] = [await makeShift(t, 'Now', hoursNow()), await makeShift(t, 'Later', hoursLater())]
  await t.as(t.acme.ann).call(setGroupShift, { query: { groupId: nightGroup }, body: { shiftId: later } })
  const choose = (contact: TestContact | undefined, choice: object) =>
    t.as(t.acme.ann).call(setContactShift, {
      query: { contactId: contact?.id as string },
      body: { choice: choice as never },
    })
  await choose(crew[0], { kind: 'shift', shiftId: now })
  await choose(crew[1], { kind: 'any_time' })
  await choose(crew[11], { kind: 'shift', shiftId: later })
  lea = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Lea', lastname: 'Limited', role: 'admin' })
  await limitTo(t.process.kernel, lea, [everyGroup])
})
afterAll(() => t.close())
beforeEach(() => guard(t, 'hold'))

const offShift = () => [2, 3, 4, 11].map((at) => crew[at]?.id as string).sort()
type Options = NonNullable<Parameters<typeof draft>[2]>['options']

const hold = { quietHours: 'hold' as const }

async function counted(user: TestUser, options: object = hold) {
  const { body } = await t.as(user).call(countRecipients, {
    body: { audience: { groupIds: [everyGroup] }, options, message: { body: 'Hi' } },
  })
  return body
}

async function listed(user: TestUser): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined; ;) {
    const { body } = await t.as(user).call(listChosen, {
      query: { resting: 'off_shift', pageSize: 3, ...(cursor ? { cursor } : {}) },
      body: { audience: { groupIds: [everyGroup] }, options: hold },
    })
    ids.push(...body.data.map(({ contact }) => contact.id))
    cursor = body.nextCursor
    if (!cursor) return ids.sort()
  }
}

/** Sends a broadcast to the group and returns why each text waits, by contact. */
async function reasonsOf(options: Options): Promise<Map<string, string | null>> {
  const broadcast = await draft(t, [], { audience: { groupIds: [everyGroup] }, options })
  const { body } = await t.as(t.acme.ann).call(launchBroadcast, {
    params: { id: broadcast.id },
    body: { version: broadcast.version, expectedRecipients: 12 },
  })
  expect(body.status).toBe('OK')
  await endCountdowns(t)
  await workOnBroadcasts(t)
  const messages = await sql<{ contact_id: string; hold_reason: string | null }>`
    select m.contact_id, m.hold_reason from message m join broadcast_run r on r.org_id = m.org_id and r.id = m.batch_id
    where r.broadcast_id = ${broadcast.id}`.execute(t.process.kernel.database.ofOrg(t.acme.id))
  return new Map(messages.rows.map((row) => [row.contact_id, row.hold_reason]))
}

test('holds the texts of exactly the people who were counted and listed as off shift', async () => {
  const { count, warnings } = await counted(t.acme.ann)
  expect(count).toMatchObject({ recipients: 12, offShift: 4, inQuietHours: 0 })
  expect(warnings).toContainEqual(expect.objectContaining({ code: 'off_shift', count: 4 }))
  expect(await listed(t.acme.ann)).toEqual(offShift())
  const reasons = await reasonsOf(hold)
  const held = [...reasons].filter(([, reason]) => reason === 'off_shift').map(([id]) => id)
  expect(held.sort()).toEqual(offShift())
  expect(reasons.size).toBe(12)
  expect([...reasons.values()].filter((reason) => reason === null)).toHaveLength(8)
})

test('counts and lists the same for a member who does not see the group with the shift', async () => {
  expect((await counted(lea)).count).toMatchObject({ recipients: 12, offShift: 4 })
  expect(await listed(lea)).toEqual(offShift())
})

test('sends urgent texts to everyone at once, also with the guard on hold', async () => {
  const urgent = { quietHours: 'send' as const, quietReason: 'Gas leak' }
  expect((await counted(t.acme.ann, urgent)).count).toMatchObject({ offShift: 4, inQuietHours: 0 })
  expect([...(await reasonsOf(urgent)).values()].every((reason) => reason === null)).toBe(true)
})

test('says how many are off shift and sends to them where the guard only warns', async () => {
  await guard(t, 'warn')
  expect((await counted(t.acme.ann)).count).toMatchObject({ offShift: 4 })
  expect([...(await reasonsOf(hold)).values()].every((reason) => reason === null)).toBe(true)
})

test('counts and holds no one with the guard off', async () => {
  await guard(t, 'off')
  expect((await counted(t.acme.ann)).count).toMatchObject({ offShift: 0 })
  expect(await listed(t.acme.ann)).toEqual([])
  expect([...(await reasonsOf(hold)).values()].every((reason) => reason === null)).toBe(true)
})

/** Sends a broadcast to the group and returns the text of each contact. */
async function textsOf(more: object): Promise<Map<string, string>> {
  const broadcast = await draft(t, [], { audience: { groupIds: [everyGroup] }, ...more })
  await t.as(t.acme.ann).call(launchBroadcast, {
    params: { id: broadcast.id },
    body: { version: broadcast.version, expectedRecipients: 12 },
  })
  await endCountdowns(t)
  await workOnBroadcasts(t)
  const messages = await sql<{ contact_id: string; body: string }>`
    select m.contact_id, m.body from message m join broadcast_run r on r.org_id = m.org_id and r.id = m.batch_id
    where r.broadcast_id = ${broadcast.id}`.execute(t.process.kernel.database.ofOrg(t.acme.id))
  return new Map(messages.rows.map((row) => [row.contact_id, row.body]))
}
const NOTE = 'No reply needed before your shift.'
const noted = (texts: Map<string, string>) =>
  [...texts]
    .filter(([, body]) => body.includes(NOTE))
    .map(([id]) => id)
    .sort()

test('adds to an announcement that no reply is needed, for those who get it off shift', async () => {
  const urgent = { quietHours: 'send' as const, quietReason: 'Gas leak' }
  expect(noted(await textsOf({ options: urgent }))).toEqual(offShift())
  expect(noted(await textsOf({ options: { ...urgent, replyCanWait: false } }))).toEqual([])
  expect(noted(await textsOf({ options: hold }))).toEqual([])
  await guard(t, 'warn')
  expect(noted(await textsOf({ options: hold }))).toEqual(offShift())
})

test('does not let a member send to people off shift at once who may not, where their texts are held', async () => {
  const sender = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Sam', lastname: 'Sender', role: 'author' })
  await prove(t, t.acme.ann)
  const { body } = await t
    .as(t.acme.ann)
    .call(createRole, { body: { name: 'Sender', permissions: ['broadcasts.send'] } })
  await sql`update member m set role = 'custom', role_id = r.id, permissions = r.permissions from custom_role r
    where r.org_id = m.org_id and r.id = ${body.role.id} and m.user_id = ${sender.id}`.execute(
    t.process.kernel.database.asSystem('tests give a custom role'),
  )
  const options = { quietHours: 'send' as const, quietReason: 'Soon' }
  const launchAs = async (more: object) => {
    const broadcast = await draft(t, [], { audience: { groupIds: [everyGroup] }, options: { ...options, ...more } })
    return t.as(sender).call(launchBroadcast, {
      params: { id: broadcast.id },
      body: { version: broadcast.version, expectedRecipients: 12 },
    })
  }
  expect(await launchAs({})).toMatchObject({ http: 422, body: { code: 'not_permitted' } })
  expect(await launchAs({ quietHours: 'hold' })).toMatchObject({ http: 200 })
  await guard(t, 'warn')
  expect(await launchAs({})).toMatchObject({ http: 200 })
})
