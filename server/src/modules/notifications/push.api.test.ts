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
import { limitTo, makeGroup, makePerson, PASSWORD, type Person } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { tokenHash } from '../../kernel/secrets/tokens.ts'
import { pushDue, tellMembers } from './index.ts'

let t: House
let before: Dispatcher
let agent: MockAgent
beforeAll(async () => {
  t = await house({ roles: 'web', settings: { PUSH_HOSTS: 'push.test,*.wild.test' } })
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

/** A browser with its own key, as push services know it. */
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

interface Shown {
  title: string
  message: string
  link: string
  tag: string
}

/** What the push service takes for a browser from now on, opened with the browser's own key. */
function inboxOf(one: ReturnType<typeof browser>, status = 201): Shown[] {
  const shown: Shown[] = []
  agent
    .get('https://push.test')
    .intercept({ path: one.path, method: 'POST' })
    .reply(({ body, headers }) => {
      shown.push(open(one, body as unknown as Buffer))
      expect(
        String(
          (headers as Record<string, string>)['authorization'] ?? (headers as Record<string, string>)['Authorization'],
        ),
      ).toMatch(/^vapid t=/)
      return { statusCode: status, data: '' }
    })
    .persist()
  return shown
}

/** Opens what only this browser can (RFC 8291, aes128gcm). */
function open({ keys, auth }: ReturnType<typeof browser>, body: Buffer): Shown {
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
  return JSON.parse(opened.subarray(0, opened.lastIndexOf(2)).toString('utf8')) as Shown
}

async function add(person: Person, name: string, status = 201): Promise<{ shown: Shown[]; id: string }> {
  const one = browser(name)
  const { body } = await t.as(person).call(addPushDevice, { body: one.subscription })
  return { shown: inboxOf(one, status), id: body.id }
}
/** The same person at another browser. */
async function signedIn(person: Person): Promise<Person> {
  const { body } = await t.as(null).call(login, {
    body: { email: person.email, password: PASSWORD, organizationId: person.orgId },
  })
  return { ...person, token: body.token as string }
}
async function joins(person: Person, orgId: string): Promise<void> {
  const { world, database } = t.process.kernel
  await sql`insert into member (org_id, id, person_id, role, created_at)
    values (${orgId}, ${world.id()}, ${person.id}, 'agent', now())`.execute(database.asSystem('tests add members'))
}
async function settle(): Promise<void> {
  const { kernel } = t.process
  // A fact is read when every transaction before it has ended.
  await t.until(async () => {
    await tellMembers(kernel)
    const left = await sql<{ n: number }>`
      select count(*)::int as n from fact f, fact_cursor c where c.follower = 'notifications' and (f.xid, f.seq) > (c.xid, c.seq)`.execute(
      kernel.database.asSystem('tests wait for followers'),
    )
    return left.rows[0]?.n === 0
  })
  while (await pushDue(kernel));
}
async function text(body: string): Promise<void> {
  await t.carrier.texts(t.acme.bob.phone, body, t.acme.line.phone)
  await t.until(async () => {
    const found = await sql`select from message where body = ${body}`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
    return found.rows.length > 0
  })
}

test('a text reaches the browser of a member, in words only that browser can read; and only once', async () => {
  const { shown } = await add(t.acme.gus, 'gus')
  await text('The line is down')
  await settle()
  await settle()
  expect(shown).toEqual([
    {
      title: 'Bob Worker',
      message: 'The line is down',
      link: `/dashboard/inbox?conversation=${t.acme.bob.id}`,
      tag: t.acme.bob.id,
      organizationId: t.acme.id,
    },
  ])
})

test('muted conversations, quiet choices, other workers and other organizations stay silent', async () => {
  const gus = await add(t.acme.gus, 'gus-2')
  const beta = await add(t.beta.ann, 'beta')
  const narrow = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Nel', lastname: 'Acme', role: 'agent' })
  await limitTo(t.process.kernel, narrow, [await makeGroup(t.process.kernel, t.acme.id, 'Cats', [t.acme.cat.id])])
  const nel = await add(narrow, 'nel')
  await t.as(t.acme.gus).call(muteConversation, { query: { id: t.acme.bob.id }, body: { muted: true } })
  await text('Nobody hears this')
  await settle()
  expect([gus.shown, beta.shown, nel.shown]).toEqual([[], [], []])

  await t.as(t.acme.gus).call(muteConversation, { query: { id: t.acme.bob.id }, body: { muted: false } })
  await t.as(t.acme.gus).call(editNotificationPrefs, { body: { inbound: { toast: true, push: false } } })
  await text('Nor this')
  await settle()
  expect(gus.shown).toEqual([])
  await t
    .as(t.acme.gus)
    .call(editNotificationPrefs, { body: { inbound: { toast: true, push: true }, inboundOf: 'mine' } })
  await t.as(t.acme.ann).call(assignConversation, { query: { id: t.acme.bob.id }, body: { assigneeId: t.acme.ann.id } })
  await text('This is for Ann')
  await settle()
  expect(gus.shown).toEqual([])
  await t.as(t.acme.ann).call(assignConversation, { query: { id: t.acme.bob.id }, body: { assigneeId: t.acme.gus.id } })
  await text('This is for Gus')
  await settle()
  expect(gus.shown.map((one) => one.message)).toEqual(['Ann Acme gave you this conversation.', 'This is for Gus'])
})

test("a browser that is gone is forgotten, and one can be taken out; nobody takes out another member's", async () => {
  await add(t.acme.vic, 'vic-gone', 410)
  const stays = await add(t.acme.vic, 'vic-stays')
  await text('Hello')
  await settle()
  const { body } = await t.as(t.acme.vic).call(notificationPrefs)
  expect(body.devices.map((one) => one.id)).toEqual([stays.id])
  expect(body.pushKey).toMatch(/^[\w-]{87}$/)
  expect((await t.as(t.acme.ann).call(removePushDevice, { query: { id: stays.id } })).http).toBe(404)
  expect((await t.as(t.acme.vic).call(removePushDevice, { query: { id: stays.id } })).http).toBe(200)
  expect((await t.as(t.acme.vic).call(notificationPrefs)).body.devices).toEqual([])
})

test('what waits for a service that is away does not reach who left meanwhile', async () => {
  const { kernel } = t.process
  const kim = await makePerson(kernel, t.acme.id, { firstname: 'Kim', lastname: 'Left', role: 'agent' })
  const away = await add(kim, 'kim', 503)
  await text('Not for who left')
  await settle()
  expect(away.shown.map((one) => one.message)).toEqual(['Not for who left'])
  const system = kernel.database.asSystem('tests remove members')
  await sql`update member set status = 'deactivated' where person_id = ${kim.id}`.execute(system)
  await sql`update push_message set due_at = now() - interval '1 second'`.execute(system)
  await settle()
  expect(away.shown).toHaveLength(1)
  expect((await sql`select from push_message where device_id = ${away.id}`.execute(system)).rows).toEqual([])
})

test('what waits does not reach who sees the worker no more', async () => {
  const { kernel } = t.process
  const system = kernel.database.asSystem('tests move workers')
  const kay = await makePerson(kernel, t.acme.id, { firstname: 'Kay', lastname: 'Narrow', role: 'agent' })
  const bobs = await makeGroup(kernel, t.acme.id, 'Bobs', [t.acme.bob.id])
  await limitTo(kernel, kay, [bobs])
  const away = await add(kay, 'kay', 503)
  await text('While Kay sees Bob')
  await settle()
  expect(away.shown).toHaveLength(1)
  await sql`delete from group_member where group_id = ${bobs}`.execute(system)
  await sql`update push_message set due_at = now() - interval '1 second'`.execute(system)
  await settle()
  expect(away.shown).toHaveLength(1)
  expect((await sql`select from push_message where device_id = ${away.id}`.execute(system)).rows).toEqual([])
})

test('only push services are called, whatever a browser names', async () => {
  const { subscription } = browser('x')
  const tried = [
    'https://127.0.0.1/x',
    'https://push.test:8443/x',
    'https://push.test.evil.example/x',
    'https://user@push.test/x',
    'https://wild.test/x',
    'http://push.test/x',
  ]
  for (const endpoint of tried)
    expect((await t.as(t.acme.ann).call(addPushDevice, { body: { ...subscription, endpoint } })).http).toBe(400)
  const known = { ...subscription, endpoint: 'https://eu.wild.test/x' }
  const first = await t.as(t.acme.ann).call(addPushDevice, { body: known })
  const again = await t.as(t.acme.ann).call(addPushDevice, { body: known })
  expect([first.http, again.body.id]).toEqual([200, first.body.id])
  await t.as(t.acme.ann).call(removePushDevice, { query: { id: first.body.id } })
})

test('who is given a conversation or named in a note hears of it, and finds it in the bell', async () => {
  const ear = await t.heard(t.acme.vic)
  await t.as(t.acme.ann).call(seeUpdates, {})
  await t.as(t.acme.gus).call(writeNote, {
    body: { contactId: t.acme.cat.id, body: 'Vic, is this true?', mentions: [t.acme.vic.id, t.acme.gus.id] },
  })
  const heard = JSON.parse(await ear.next<string>('inapp-notification')) as InAppNotification
  expect(heard).toMatchObject({ title: 'Gus Acme mentioned you', message: 'Cat Worker: Vic, is this true?' })
  await settle()
  const kept = (await t.as(t.acme.vic).call(updates)).body
  expect(kept.updates[0]).toMatchObject({ title: 'Gus Acme mentioned you', seen: false })
  expect(kept.unseen).toBe(kept.updates.length)
  await t.as(t.acme.vic).call(seeUpdates, {})
  expect((await t.as(t.acme.vic).call(updates)).body.unseen).toBe(0)
  const own = (await t.as(t.acme.gus).call(updates)).body.updates.filter((one) => one.title.includes('mentioned'))
  expect(own).toEqual([])
})

test('what is chosen is kept part by part', async () => {
  await t.as(t.acme.ann).call(editNotificationPrefs, { body: { sound: false } })
  await t.as(t.acme.ann).call(editNotificationPrefs, { body: { quiet: { from: '22:00', to: '06:30' } } })
  const { prefs } = (await t.as(t.acme.ann).call(notificationPrefs)).body
  expect(prefs).toMatchObject({ sound: false, quiet: { from: '22:00', to: '06:30' }, inboundOf: 'all' })
  const wrong = await t.as(t.acme.ann).call(editNotificationPrefs, { body: { quiet: { from: '25:00', to: 'x' } } })
  expect(wrong.http).toBe(400)
})

test('whoever ends their other sessions has no browser left that gets push messages', async () => {
  const { shown } = await add(t.acme.vic, 'vic-lost')
  await t.as(t.acme.vic).call(prove, { body: { password: PASSWORD } })
  expect((await t.as(t.acme.vic).call(endOtherSessions)).http).toBe(200)
  await text('Nobody unknown reads this')
  await settle()
  expect(shown).toEqual([])
  expect((await t.as(t.acme.vic).call(notificationPrefs)).body.devices).toEqual([])
})

test('a session ended elsewhere takes the browser of its sign-in along, also after a switch, and no other', async () => {
  const { kernel } = t.process
  const kit = await makePerson(kernel, t.acme.id, { firstname: 'Kit', lastname: 'Twice', role: 'agent' })
  const lost = await add(kit, 'kit-lost')
  const home = await signedIn(kit)
  const kept = await add(home, 'kit-home')
  const idsOf = async (one: Person) => (await t.as(one).call(notificationPrefs)).body.devices.map(({ id }) => id)
  expect((await idsOf(home)).sort()).toEqual([lost.id, kept.id].sort())
  const elsewhere = (await t.as(home).call(sessions)).body.data.find((one) => !one.current)
  expect((await t.as(home).call(endSession, { query: { id: elsewhere?.id ?? '' } })).http).toBe(200)
  expect(await idsOf(home)).toEqual([kept.id])

  // A browser that says again that it is there goes on with the sign-in it uses now.
  const again = await t.as(home).call(addPushDevice, { body: browser('kit-home').subscription })
  expect(again.body.id).toBe(kept.id)

  // The browser asked in the one organization and is left behind in the other: still the same sign-in.
  await joins(kit, t.beta.id)
  const away = await signedIn(kit)
  const moving = await add(away, 'kit-moving')
  expect((await idsOf(home)).sort()).toEqual([kept.id, moving.id].sort())
  const moved = await t.as(away).call(switchOrg, { body: { organizationId: t.beta.id } })
  const there = { ...away, token: moved.body.token }
  expect((await t.as(there).call(logout)).http).toBe(200)
  expect(await idsOf(home)).toEqual([kept.id])
})

test('a session that ends because there are too many takes its browser along', async () => {
  const lou = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Lou', lastname: 'Many', role: 'agent' })
  const oldest = await signedIn(lou)
  await add(oldest, 'lou-oldest')
  const kept = await add(await signedIn(lou), 'lou-kept')
  const db = t.process.kernel.database.asSystem('the test opens sessions')
  await sql`
    update session set last_seen_at = now() - interval '1 hour' where token_hash = ${tokenHash(oldest.token)}`.execute(
    db,
  )
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from session where person_id = ${lou.id} and revoked_at is null`.execute(db)
  await sql`
    insert into session (id, token_hash, person_id, organization_id, kind, created_at, last_seen_at, expires_at)
    select gen_random_uuid(), sha256(n::text::bytea), ${lou.id}, ${t.acme.id}, 'full', now(), now(), now() + interval '1 day'
    from generate_series(1, ${SESSIONS_MAX - (rows[0]?.n ?? 0)}::int) n`.execute(db)
  // Of as many as one may have, the one that was used the longest ago goes when another opens.
  const last = await signedIn(lou)
  expect((await t.as(oldest).call(notificationPrefs)).http).toBe(403)
  const { devices } = (await t.as(last).call(notificationPrefs)).body
  expect(devices.map(({ id }) => id)).toEqual([kept.id])
})
