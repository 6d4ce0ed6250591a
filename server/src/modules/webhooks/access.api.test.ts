import type { Permission } from '@crewline/contract/permissions'
import { auditEntries } from '@crewline/contract/audit'
import type { BodyOf } from '@crewline/contract/endpoint'
import { groupUses } from '@crewline/contract/groups'
import { createRole } from '@crewline/contract/roles'
import { changeMember } from '@crewline/contract/team'
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  replayDelivery,
  rotateWebhookSecret,
  testWebhook,
  webhookDeliveries,
  webhookDelivery,
  webhooks,
  type WebhookEvent,
} from '@crewline/contract/webhooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prove } from '../../../test/kit/api-keys.ts'
import { makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { followUntilNow } from '../../../test/kit/events.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { recordDeliveries } from './following.ts'

let t: TestApp
let serial = 0
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const URL_OF_RECEIVER = 'https://example.com/events'
const ann = () => t.as(t.acme.ann)

/** A member with a role of these permissions, limited to a group or not. */
async function clerk(permissions: Permission[], groupId?: string): Promise<TestUser> {
  serial += 1
  await prove(t, t.acme.ann)
  const { role } = (await ann().call(createRole, { body: { name: `Clerk ${serial}`, permissions } })).body
  const user = await makeUser(t.process.kernel, t.acme.id, { firstname: `Lea${serial}`, lastname: 'L', role: 'viewer' })
  const system = t.process.kernel.database.asSystem('tests find members')
  const { rows } = await sql<{ id: string }>`select id from member where user_id = ${user.id}`.execute(system)
  const body = { role: role.id, ...(groupId && { groupIds: [groupId] }) }
  expect((await ann().call(changeMember, { query: { memberId: rows[0]?.id ?? '' }, body })).http).toBe(200)
  await prove(t, user)
  return user
}

async function add(events: WebhookEvent[], by = t.acme.ann): Promise<string> {
  await prove(t, by)
  const answer = await t.as(by).call(createWebhook, { body: { url: URL_OF_RECEIVER, name: 'Warehouse', events } })
  expect(answer.http).toBe(200)
  return answer.body.webhook.id
}

const codeOf = ({ body }: { body: { code?: string | undefined } }) => body.code

describe('a member who is limited to groups', () => {
  test('cannot have events about contacts of other groups sent anywhere', async () => {
    const groupId = await makeGroup(t.process.kernel, t.acme.id, 'Docks', [t.acme.bob.id])
    const limited = t.as(await clerk(['api.manage', 'inbox.read', 'contacts.read'], groupId))
    const id = await add(['message.received'])
    const body = { url: 'https://elsewhere.example.com/', events: ['message.received' as const] }
    for (const answer of [
      await limited.call(createWebhook, { body }),
      await limited.call(createWebhook, { body: { ...body, groupIds: [groupId] } }),
      await limited.call(editWebhook, { query: { id }, body: { url: body.url } }),
      await limited.call(rotateWebhookSecret, { params: { id }, body: {} }),
      await limited.call(testWebhook, { params: { id }, body: {} }),
    ])
      expect(codeOf(answer)).toBe('not_permitted')
    expect((await ann().call(webhooks)).body.webhooks.map(({ url }) => url)).toEqual([URL_OF_RECEIVER])
    expect((await limited.call(deleteWebhook, { query: { id } })).http).toBe(200)
  })
})

describe('a member who does not read the inbox', () => {
  test('cannot have messages sent elsewhere, and can have what they may see', async () => {
    const user = await clerk(['api.manage', 'contacts.read'])
    const technician = t.as(user)
    const refused = await technician.call(createWebhook, {
      body: { url: URL_OF_RECEIVER, events: ['contact.changed', 'message.received', 'broadcast.finished'] },
    })
    expect(refused).toMatchObject({
      http: 400,
      body: { fieldErrors: { events: expect.stringContaining('message.received, broadcast.finished') as unknown } },
    })
    const own = await add(['contact.changed', 'consent.changed', 'form.answered'], user)
    expect(
      (await technician.call(editWebhook, { query: { id: own }, body: { events: ['message.status_changed'] } })).body
        .fieldErrors,
    ).toHaveProperty('events')
  })

  test('cannot change where the messages of another webhook go, and can rename or stop it', async () => {
    const groupId = await makeGroup(t.process.kernel, t.acme.id, 'Ramp', [t.acme.bob.id])
    const technician = t.as(await clerk(['api.manage', 'contacts.read']))
    const id = await add(['message.received'])
    const change = (body: BodyOf<typeof editWebhook>) => technician.call(editWebhook, { query: { id }, body })
    expect((await change({ url: URL_OF_RECEIVER, name: 'Depot', events: ['message.received'] })).http).toBe(200)
    expect((await change({ url: 'https://elsewhere.example.com/' })).body.fieldErrors).toHaveProperty('events')
    expect((await change({ state: 'off' })).http).toBe(200)
    expect((await change({ state: 'on' })).body.fieldErrors).toHaveProperty('events')
    expect((await change({ groupIds: [groupId] })).http).toBe(200)
    expect((await change({ groupIds: null })).body.fieldErrors).toHaveProperty('events')
  })

  test('cannot read messages in the log of a webhook', async () => {
    const technician = t.as(await clerk(['api.manage', 'contacts.read']))
    const id = await add(['message.received'])
    await t.carrier.texts(t.acme.bob.phone, 'My pay slip is wrong', t.acme.line.phone)
    const { id: delivery } = await t.until(async () => {
      await followUntilNow(t, 'webhooks', recordDeliveries)
      return (await technician.call(webhookDeliveries, { params: { id }, query: {} })).body.data[0]
    })
    expect((await ann().call(webhookDelivery, { params: { id: delivery } })).body.delivery.body).toContain('pay slip')
    for (const answer of [
      await technician.call(webhookDelivery, { params: { id: delivery } }),
      await technician.call(replayDelivery, { params: { id: delivery }, body: {} }),
    ])
      expect(codeOf(answer)).toBe('not_permitted')
  })
})

test('shows the address of a webhook without a name only to members who manage webhooks', async () => {
  const groupId = await makeGroup(t.process.kernel, t.acme.id, 'Yard', [t.acme.bob.id])
  await prove(t, t.acme.ann)
  const url = 'https://hooks.example.com/catch/s3cret?token=s3cret'
  const { id } = (await ann().call(createWebhook, { body: { url, events: ['contact.changed'], groupIds: [groupId] } }))
    .body.webhook
  const { usedBy } = (await t.as(t.acme.vic).call(groupUses, { query: { id: groupId } })).body
  expect(usedBy).toEqual([{ type: 'webhook', id, name: 'hooks.example.com' }])
  await ann().call(rotateWebhookSecret, { params: { id }, body: {} })
  const auditor = t.as(await clerk(['organization.manage']))
  const { data } = (await auditor.call(auditEntries, { query: { objectId: id } })).body
  expect(data.map(({ object }) => object?.name)).toEqual(['hooks.example.com', 'hooks.example.com'])
})
