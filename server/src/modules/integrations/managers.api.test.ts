import {
  chatChannels,
  connectChatChannel,
  disconnectChatChannel,
  editChatChannel,
  testChatChannel,
} from '@crewline/contract/integrations'
import type { Permission } from '@crewline/contract/permissions'
import { createRole } from '@crewline/contract/roles'
import { changeMember } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { prove } from '../../../test/kit/api-keys.ts'
import { makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { chatChannelsOf } from '../../../test/kit/chat-channels.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { recordAll } from './recording.ts'

let t: TestApp
let kit: ReturnType<typeof chatChannelsOf>
let serial = 0
beforeAll(async () => {
  t = await testApp()
  kit = chatChannelsOf(t)
})
beforeEach(() => kit.reset())
afterAll(async () => {
  await kit.egress.close()
  await t.close()
})

/** A member with a role of these permissions, limited to a group or not. */
async function clerk(permissions: Permission[], groupId?: string): Promise<TestUser> {
  serial += 1
  await prove(t, t.acme.ann)
  const { role } = (await kit.ann().call(createRole, { body: { name: `Clerk ${serial}`, permissions } })).body
  const user = await makeUser(t.process.kernel, t.acme.id, { firstname: `Lea${serial}`, lastname: 'L', role: 'viewer' })
  const { rows } = await sql<{ id: string }>`select id from member where user_id = ${user.id}`.execute(kit.system())
  const body = { role: role.id, ...(groupId && { groupIds: [groupId] }) }
  expect((await kit.ann().call(changeMember, { query: { memberId: rows[0]?.id ?? '' }, body })).http).toBe(200)
  await prove(t, user)
  return user
}

describe('a channel', () => {
  test('is not for members who are limited to groups: it may post about everyone', async () => {
    const simulated = await kit.chat.add('slack')
    const { id } = await kit.connect(simulated)
    const groupId = await makeGroup(t.process.kernel, t.acme.id, `Night ${serial}`, [])
    const limited = t.as(await clerk(['organization.manage', 'inbox.read'], groupId))
    const { kind, url } = simulated
    for (const answer of [
      await limited.call(chatChannels),
      await limited.call(connectChatChannel, { body: { kind, url, name: 'Mine', events: ['billing.notice'] } }),
      await limited.call(editChatChannel, { query: { id }, body: { url } }),
      await limited.call(testChatChannel, { params: { id }, body: {} }),
      await limited.call(disconnectChatChannel, { query: { id } }),
    ])
      expect(answer.body.code).toBe('not_permitted')
  })

  test('shows texts and who wrote them only when a member who sees the inbox decides it', async () => {
    const simulated = await kit.chat.add('slack')
    const blind = t.as(await clerk(['organization.manage']))
    const { kind, url } = simulated
    const connect = async (more: object) =>
      (await blind.call(connectChatChannel, { body: { kind, url, name: 'Ops', events: ['billing.notice'], ...more } }))
        .body
    expect((await connect({ events: ['voicemail.left'] })).code).toBe('not_permitted')
    expect((await connect({ showsText: true })).code).toBe('not_permitted')
    const { channel } = await connect({})
    const edited = await blind.call(editChatChannel, { query: { id: channel.id }, body: { events: ['reply.overdue'] } })
    expect(edited.body.code).toBe('not_permitted')
  })

  test('needs a fresh proof of identity where more leaves the organization, and for nothing else', async () => {
    const simulated = await kit.chat.add('slack')
    const { id } = await kit.connect(simulated)
    const groupId = await makeGroup(t.process.kernel, t.acme.id, `Day ${serial}`, [])
    await prove(t, t.acme.ann, 120)
    const { kind, url } = simulated
    const events = ['reply.overdue' as const]
    const code = async (body: object) => (await kit.ann().call(editChatChannel, { query: { id }, body })).body.code
    expect((await kit.ann().call(connectChatChannel, { body: { kind, url, name: 'x', events } })).body.code).toBe(
      'proof_needed',
    )
    expect(await code({ groupIds: [groupId], name: 'Renamed', waitMinutes: 60, showsText: false })).toBeUndefined()
    for (const wider of [{ url }, { showsText: true }, { groupIds: null }, { events: ['billing.notice'] }])
      expect(await code(wider)).toBe('proof_needed')
  })
})

describe('what is posted', () => {
  test('includes who began to wait before the channel was connected and waits too long only now', async () => {
    await kit.connect(await kit.chat.add('slack'), { waitMinutes: 60 })
    await sql`update chat_channel set since = now() - interval '10 minutes'`.execute(kit.system())
    const [before, now] = [await kit.waiting(80), await kit.waiting(61)]
    await recordAll(t.process.kernel)
    const { rows } = await sql<{ id: string }>`select contact_id as id from chat_post`.execute(kit.system())
    expect(rows.map(({ id }) => id)).toEqual([now.id])
    expect(rows).not.toContainEqual({ id: before.id })
  })

  test('goes on after more events of a kind than one pass reads', async () => {
    const { id } = await kit.connect(await kit.chat.add('slack'), { events: ['billing.notice'] })
    await kit.connectedAnHourAgo()
    await sql`
      insert into billing_notice (org_id, key, at)
      select ${t.acme.id}, 'many|' || n, now() - interval '30 minutes' from generate_series(1, 500) n`.execute(
      kit.owner(),
    )
    await recordAll(t.process.kernel)
    await sql`insert into billing_notice (org_id, key, at) values (${t.acme.id}, 'one|more', now())`.execute(
      kit.owner(),
    )
    await recordAll(t.process.kernel)
    const { rows } = await sql`
      select subject from chat_post where channel_id = ${id} and subject = 'billing|one|more'`.execute(kit.system())
    expect(rows).toHaveLength(1)
  })
})
