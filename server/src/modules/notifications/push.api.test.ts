import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import type { InAppNotification } from '@crewline/contract/events'
import { endOtherSessions, endSession, login, logout, prove, sessions, switchOrg } from '@crewline/contract/accounts'
import { assignConversation, muteConversation } from '@crewline/contract/inbox'
import { writeNote } from '@crewline/contract/notes'
import { SESSIONS_MAX } from '@crewline/contract/limits'
import {
  addPushDevice,
  editNotificationPrefs,
  notificationPrefs,
  removePushDevice,
  seeUpdates,
  updates,
} from '@crewline/contract/notifications'
import { sql } from 'kysely'
import { getGlobalDispatcher, MockAgent, setGlobalDispatcher, type Dispatcher } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, PASSWORD, type TestUser } from '../../../test/kit/cast.ts'
import { followUntilNow } from '../../../test/kit/events.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { tokenHash } from '../../kernel/secrets/tokens.ts'
import { pushDue, notifyMembers } from './index.ts'

let t: TestApp
let before: Dispatcher
let agent: MockAgent
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { PUSH_HOSTS: 'push.test,*.wild.test' } })
  before = getGlobalDispatcher()
  agent = new MockAgent()
  agent.enableNetConnect(/127\.0\.0\.1/)
  setGlobalDispatcher(agent)
})
afterAll(async () => {
  setGlobalDispatcher(before)
  await agent.close()
  await t.close()
})

/** A browser with its own key, as push services see it. */
function browser(name: string) {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = Buffer.alloc(16, name)
  return {
    keys,
    auth,
    path: `/send/${name}`,
    subscription: {
      endpoint: `https://push.test/send/${name}`,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
  }
}

interface PushPayload {
  title: string
  message: string
  link: string
  tag: string
}

/** Collects what the push service accepts for a browser from now on, decrypted with the browser's key. */
function inboxOf(device: ReturnType<typeof browser>, status = 201): PushPayload[] {
  const payloads: PushPayload[] = []
  agent
    .get('https://push.test')
    .intercept({ path: device.path, method: 'POST' })
    .reply(({ body, headers }) => {
      payloads.push(open(device, body as unknown as Buffer))
      expect(
        String(
          (headers as Record<string, string>)['authorization'] ?? (headers as Record<string, string>)['Authorization'],
        ),
      ).toMatch(/^vapid t=/)
      return { statusCode: status, data: '' }
    })
    .persist()
  return payloads
}

/** Decrypts a message as this browser would (RFC 8291, aes128gcm). */
function open({ keys, auth }: ReturnType<typeof browser>, body: Buffer): PushPayload {
  const salt = body.subarray(0, 16)
  const from = body.subarray(21, 21 + (body[20] ?? 0))
  const locked = body.subarray(21 + from.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), from])
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(from), auth, info, 32))
  const part = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes))
  const opener = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  opener.setAuthTag(locked.subarray(-16))
  const opened = Buffer.concat([opener.update(locked.subarray(0, -16)), opener.final()])
  return JSON.parse(opened.subarray(0, opened.lastIndexOf(2)).toString('utf8')) as PushPayload
}

async function add(user: TestUser, name: string, status = 201): Promise<{ payloads: PushPayload[]; id: string }> {
  const device = browser(name)
  const { body } = await t.as(user).call(addPushDevice, { body: device.subscription })
  return { payloads: inboxOf(device, status), id: body.id }
}
/** Signs the same user in at another browser. */
async function signedIn(user: TestUser): Promise<TestUser> {
  const { body } = await t.as(null).call(login, {
    body: { email: user.email, password: PASSWORD, organizationId: user.orgId },
  })
  return { ...user, token: body.token as string }
}
async function joins(user: TestUser, orgId: string): Promise<void> {
  const { world, database } = t.process.kernel
  await sql`insert into member (org_id, id, user_id, role, created_at)
    values (${orgId}, ${world.id()}, ${user.id}, 'agent', now())`.execute(database.asSystem('tests add members'))
}
async function settle(): Promise<void> {
  const { kernel } = t.process
  await followUntilNow(t, 'notifications', notifyMembers)
  while (await pushDue(kernel));
}
async function text(body: string): Promise<void> {
  await t.carrier.texts(t.acme.bob.phone, body, t.acme.line.phone)
  await t.until(async () => {
    const result = await sql`select from message where body = ${body}`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
    return result.rows.length > 0
  })
}

test('pushes an inbound message to a browser of a member once, encrypted for that browser', async () => {
  const { payloads } = await add(t.acme.gus, 'gus')
  await text('The line is down')
  await settle()
  await settle()
  expect(payloads).toEqual([
    {
      title: 'Bob Worker',
      message: 'The line is down',
      link: `/dashboard/inbox?conversation=${t.acme.bob.id}`,
      tag: t.acme.bob.id,
      organizationId: t.acme.id,
    },
  ])
})

test('does not push for muted conversations, disabled preferences, other contacts or other organizations', async () => {
  const gus = await add(t.acme.gus, 'gus-2')
  const beta = await add(t.beta.ann, 'beta')
  const scopedUser = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Nel', lastname: 'Acme', role: 'agent' })
  await limitTo(t.process.kernel, scopedUser, [await makeGroup(t.process.kernel, t.acme.id, 'Cats', [t.acme.cat.id])])
  const nel = await add(scopedUser, 'nel')
  await t.as(t.acme.gus).call(muteConversation, { query: { id: t.acme.bob.id }, body: { muted: true } })
  await text('Nobody hears this')
  await settle()
  expect([gus.payloads, beta.payloads, nel.payloads]).toEqual([[], [], []])

  await t.as(t.acme.gus).call(muteConversation, { query: { id: t.acme.bob.id }, body: { muted: false } })
  await t.as(t.acme.gus).call(editNotificationPrefs, { body: { inbound: { toast: true, push: false } } })
  await text('Nor this')
  await settle()
  expect(gus.payloads).toEqual([])
  await t
    .as(t.acme.gus)
    .call(editNotificationPrefs, { body: { inbound: { toast: true, push: true }, inboundOf: 'mine' } })
  await t.as(t.acme.ann).call(assignConversation, { query: { id: t.acme.bob.id }, body: { assigneeId: t.acme.ann.id } })
  await text('This is for Ann')
  await settle()
  expect(gus.payloads).toEqual([])
  await t.as(t.acme.ann).call(assignConversation, { query: { id: t.acme.bob.id }, body: { assigneeId: t.acme.gus.id } })
  await text('This is for Gus')
  await settle()
  expect(gus.payloads.map((payload) => payload.message)).toEqual([
    'Ann Acme assigned this conversation to you.',
    'This is for Gus',
  ])
})

test('removes a browser that no longer exists or was removed by its member, and not by another member', async () => {
  await add(t.acme.vic, 'vic-gone', 410)
  const remaining = await add(t.acme.vic, 'vic-stays')
  await text('Hello')
  await settle()
  const { body } = await t.as(t.acme.vic).call(notificationPrefs)
  expect(body.devices.map((device) => device.id)).toEqual([remaining.id])
  expect(body.pushKey).toMatch(/^[\w-]{87}$/)
  expect((await t.as(t.acme.ann).call(removePushDevice, { query: { id: remaining.id } })).http).toBe(404)
  expect((await t.as(t.acme.vic).call(removePushDevice, { query: { id: remaining.id } })).http).toBe(200)
  expect((await t.as(t.acme.vic).call(notificationPrefs)).body.devices).toEqual([])
})

test('does not deliver a delayed push to a member deactivated in the meantime', async () => {
  const { kernel } = t.process
  const kim = await makeUser(kernel, t.acme.id, { firstname: 'Kim', lastname: 'Left', role: 'agent' })
  const away = await add(kim, 'kim', 503)
  await text('Not for who left')
  await settle()
  expect(away.payloads.map((payload) => payload.message)).toEqual(['Not for who left'])
  const system = kernel.database.asSystem('tests remove members')
  await sql`update member set status = 'deactivated' where user_id = ${kim.id}`.execute(system)
  await sql`update push_message set due_at = now() - interval '1 second'`.execute(system)
  await settle()
  expect(away.payloads).toHaveLength(1)
  expect((await sql`select from push_message where device_id = ${away.id}`.execute(system)).rows).toEqual([])
})

test('does not deliver a delayed push to a member who no longer sees the contact', async () => {
  const { kernel } = t.process
  const system = kernel.database.asSystem('tests move workers')
  const kay = await makeUser(kernel, t.acme.id, { firstname: 'Kay', lastname: 'Narrow', role: 'agent' })
  const bobs = await makeGroup(kernel, t.acme.id, 'Bobs', [t.acme.bob.id])
  await limitTo(kernel, kay, [bobs])
  const away = await add(kay, 'kay', 503)
  await text('While Kay sees Bob')
  await settle()
  expect(away.payloads).toHaveLength(1)
  await sql`delete from group_member where group_id = ${bobs}`.execute(system)
  await sql`update push_message set due_at = now() - interval '1 second'`.execute(system)
  await settle()
  expect(away.payloads).toHaveLength(1)
  expect((await sql`select from push_message where device_id = ${away.id}`.execute(system)).rows).toEqual([])
})

test('calls only known push services, whatever endpoint a browser sends', async () => {
  const { subscription } = browser('x')
  const endpoints = [
    'https://127.0.0.1/x',
    'https://push.test:8443/x',
    'https://push.test.evil.example/x',
    'https://user@push.test/x',
    'https://wild.test/x',
    'http://push.test/x',
  ]
  for (const endpoint of endpoints)
    expect((await t.as(t.acme.ann).call(addPushDevice, { body: { ...subscription, endpoint } })).http).toBe(400)
  const allowed = { ...subscription, endpoint: 'https://eu.wild.test/x' }
  const first = await t.as(t.acme.ann).call(addPushDevice, { body: allowed })
  const repeated = await t.as(t.acme.ann).call(addPushDevice, { body: allowed })
  expect([first.http, repeated.body.id]).toEqual([200, first.body.id])
  await t.as(t.acme.ann).call(removePushDevice, { query: { id: first.body.id } })
})

test('notifies a member of an assignment or a mention and keeps it in the notification bell', async () => {
  const client = await t.connectClient(t.acme.vic)
  await t.as(t.acme.ann).call(seeUpdates, {})
  await t.as(t.acme.gus).call(writeNote, {
    body: { contactId: t.acme.cat.id, body: 'Vic, is this true?', mentions: [t.acme.vic.id, t.acme.gus.id] },
  })
  const toast = await client.next<string>('inapp-notification', (json) => json.includes('Gus Acme mentioned you'))
  expect((JSON.parse(toast) as InAppNotification).message).toBe('Cat Worker: Vic, is this true?')
  await settle()
  const stored = (await t.as(t.acme.vic).call(updates)).body
  expect(stored.updates[0]).toMatchObject({ title: 'Gus Acme mentioned you', seen: false })
  expect(stored.unseen).toBe(stored.updates.length)
  await t.as(t.acme.vic).call(seeUpdates, {})
  expect((await t.as(t.acme.vic).call(updates)).body.unseen).toBe(0)
  const mentions = (await t.as(t.acme.gus).call(updates)).body.updates.filter((update) =>
    update.title.includes('mentioned'),
  )
  expect(mentions).toEqual([])
})

test('stores preferences part by part', async () => {
  await t.as(t.acme.ann).call(editNotificationPrefs, { body: { sound: false } })
  await t.as(t.acme.ann).call(editNotificationPrefs, { body: { quiet: { from: '22:00', to: '06:30' } } })
  const { prefs } = (await t.as(t.acme.ann).call(notificationPrefs)).body
  expect(prefs).toMatchObject({ sound: false, quiet: { from: '22:00', to: '06:30' }, inboundOf: 'all' })
  const invalid = await t.as(t.acme.ann).call(editNotificationPrefs, { body: { quiet: { from: '25:00', to: 'x' } } })
  expect(invalid.http).toBe(400)
})

test('removes the push devices of a member who ends all other sessions', async () => {
  const { payloads } = await add(t.acme.vic, 'vic-lost')
  await t.as(t.acme.vic).call(prove, { body: { password: PASSWORD } })
  expect((await t.as(t.acme.vic).call(endOtherSessions)).http).toBe(200)
  await text('Nobody unknown reads this')
  await settle()
  expect(payloads).toEqual([])
  expect((await t.as(t.acme.vic).call(notificationPrefs)).body.devices).toEqual([])
})

test('removes only the browser of a session ended elsewhere, also after an organization switch', async () => {
  const { kernel } = t.process
  const kit = await makeUser(kernel, t.acme.id, { firstname: 'Kit', lastname: 'Twice', role: 'agent' })
  const lost = await add(kit, 'kit-lost')
  const home = await signedIn(kit)
  const homeDevice = await add(home, 'kit-home')
  const idsOf = async (user: TestUser) => (await t.as(user).call(notificationPrefs)).body.devices.map(({ id }) => id)
  expect((await idsOf(home)).sort()).toEqual([lost.id, homeDevice.id].sort())
  const elsewhere = (await t.as(home).call(sessions)).body.data.find((session) => !session.current)
  expect((await t.as(home).call(endSession, { query: { id: elsewhere?.id ?? '' } })).http).toBe(200)
  expect(await idsOf(home)).toEqual([homeDevice.id])

  // A browser that registers again is tied to its current sign-in.
  const repeated = await t.as(home).call(addPushDevice, { body: browser('kit-home').subscription })
  expect(repeated.body.id).toBe(homeDevice.id)

  // The browser registers in one organization and signs out in the other; it is still the same sign-in.
  await joins(kit, t.beta.id)
  const away = await signedIn(kit)
  const moving = await add(away, 'kit-moving')
  expect((await idsOf(home)).sort()).toEqual([homeDevice.id, moving.id].sort())
  const moved = await t.as(away).call(switchOrg, { body: { organizationId: t.beta.id } })
  const there = { ...away, token: moved.body.token }
  expect((await t.as(there).call(logout)).http).toBe(200)
  expect(await idsOf(home)).toEqual([homeDevice.id])
})

test('removes the browser of a session that ends because there are too many', async () => {
  const lou = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Lou', lastname: 'Many', role: 'agent' })
  const oldest = await signedIn(lou)
  await add(oldest, 'lou-oldest')
  const otherDevice = await add(await signedIn(lou), 'lou-kept')
  const db = t.process.kernel.database.asSystem('the test opens sessions')
  await sql`
    update session set last_seen_at = now() - interval '1 hour' where token_hash = ${tokenHash(oldest.token)}`.execute(
    db,
  )
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from session where user_id = ${lou.id} and revoked_at is null`.execute(db)
  await sql`
    insert into session (id, token_hash, user_id, organization_id, kind, created_at, last_seen_at, expires_at)
    select gen_random_uuid(), sha256(n::text::bytea), ${lou.id}, ${t.acme.id}, 'full', now(), now(), now() + interval '1 day'
    from generate_series(1, ${SESSIONS_MAX - (rows[0]?.n ?? 0)}::int) n`.execute(db)
  // At the session limit, a new session ends the least recently used one.
  const last = await signedIn(lou)
  expect((await t.as(oldest).call(notificationPrefs)).http).toBe(403)
  const { devices } = (await t.as(last).call(notificationPrefs)).body
  expect(devices.map(({ id }) => id)).toEqual([otherDevice.id])
})
