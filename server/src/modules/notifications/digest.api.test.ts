import { assignConversation, muteConversation, readConversation } from '@crewline/contract/inbox'
import { editNotificationPrefs, notificationPrefs } from '@crewline/contract/notifications'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeContact, makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { followUntilNow } from '../../../test/kit/events.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { sendDigests } from './digest.ts'
import { notifyMembers } from './index.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

let t: TestApp
let other: Kernel
let made = 0
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  other = (await t.another('web')).kernel
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests prepare digests')
const inHours = (hours: number) => new Date(t.process.kernel.world.now().getTime() + hours * 3_600_000)
const pass = (hours = 2) => sendDigests(t.process.kernel, inHours(hours))

/** A member of Acme who chose an hourly digest. */
async function reader(role: 'agent' | 'viewer' | 'owner' = 'agent'): Promise<TestUser> {
  const user = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Rita', lastname: 'Reader', role })
  const { http } = await t.as(user).call(editNotificationPrefs, { body: { digest: '1h' } })
  expect(http).toBe(200)
  return user
}

/** A contact who has just texted. */
async function texting(firstname: string, body: string) {
  made += 1
  const contact = await makeContact(t.process.kernel, t.acme.id, firstname, `+1312555${String(3000 + made)}`)
  await t.carrier.texts(contact.phone, body, t.acme.line.phone)
  await t.until(async () => {
    const { rows } = await sql`select from unread where contact_id = ${contact.id}`.execute(system())
    return rows.length > 0
  })
  return contact
}

describe('a digest', () => {
  test('reports what waits, shortened and without phone numbers, once', async () => {
    const user = await reader()
    await texting('Wanda', `Call +1 415 555 2671 about www.payroll.example ${'very '.repeat(40)}late`)
    await pass()
    await pass()
    const [mail, ...more] = await t.mailsTo(user.email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('1 new update in Acme')
    expect(mail?.text).toContain('1 conversation waits for a reply:')
    expect(mail?.text).toMatch(/Wanda Worker: Call •••71 about www\. payroll\. example very .{0,60}…\n/)
    // Not 415 alone: the ids in the links have digits too.
    expect(mail?.text).not.toMatch(/415\D{0,3}555|late\n/)
    expect(mail?.links[0]).toContain('/dashboard/inbox?status=unread')
    // Nothing new: no email, however often it is due.
    await pass(4)
    expect(await t.mailsTo(user.email)).toHaveLength(1)
    // Only what came since is in the next one.
    await sql`
      update notification_pref set digest_checked_at = ${inHours(-24)}, digest_until = ${inHours(0)} where user_id = ${user.id}`.execute(
      system(),
    )
    await texting('Nora', 'Me too')
    await pass(6)
    const [next] = await t.mailsTo(user.email)
    expect(next?.text).toContain('Nora')
    expect(next?.text).not.toContain('Wanda')
  })

  test('is sent once by two processes that run at the same time', async () => {
    const user = await reader()
    await texting('Paul', 'Hello')
    const now = inHours(2)
    await Promise.all([t.process.kernel, other, t.process.kernel, other].map((kernel) => sendDigests(kernel, now)))
    expect(await t.mailsTo(user.email)).toHaveLength(1)
  })

  test('reports nothing that was read, muted, or seen at work in the app', async () => {
    const [busy, careful] = [await reader(), await reader()]
    const [read, muted] = [await texting('Rhea', 'One'), await texting('Mute', 'Two')]
    await t.as(careful).call(readConversation, { query: { id: read.id }, body: {} })
    await t.as(careful).call(muteConversation, { query: { id: muted.id }, body: { muted: true } })
    await sql`update session set last_seen_at = ${inHours(2)} where user_id = ${busy.id}`.execute(system())
    await pass()
    expect(await t.mailsTo(busy.email)).toEqual([])
    expect(await t.mailsTo(careful.email)).toEqual([])
  })

  test('is not sent to anyone who turned off emails about the team', async () => {
    const user = await reader()
    await sql`update user_account set notices_off_at = now() where id = ${user.id}`.execute(system())
    await texting('Olga', 'Hello')
    await pass()
    expect(await t.mailsTo(user.email)).toEqual([])
  })

  test('reports an assignment in the language of the member, and only contacts that they still see', async () => {
    const user = await reader()
    await sql`update user_account set locale = 'es' where id = ${user.id}`.execute(system())
    const [theirs, hidden] = [await texting('Tere', 'Hola'), await texting('Hilda', 'Secret')]
    for (const { id } of [theirs, hidden])
      await t.as(t.acme.ann).call(assignConversation, { query: { id }, body: { assigneeId: user.id } })
    await followUntilNow(t, 'notifications', notifyMembers)
    await limitTo(t.process.kernel, user, [await makeGroup(t.process.kernel, t.acme.id, `North ${made}`, [theirs.id])])
    await pass()
    const [mail] = await t.mailsTo(user.email)
    expect(mail?.subject).toBe('2 novedades en Acme')
    expect(mail?.text).toContain('Tere Worker: Hola')
    expect(mail?.text).toContain('Te asignaron a Tere Worker')
    expect(mail?.text).not.toMatch(/Hilda|Secret/)
  })

  test('reports broadcasts that wait for an approval to members who may approve', async () => {
    const [approver, agent] = [await reader('owner'), await reader()]
    await sql`
      insert into broadcast (org_id, id, name, kind, state, content, searched, created_at, updated_at)
      values (${t.acme.id}, ${t.process.kernel.world.id()}, 'Safety drill', 'announcement', 'pending_approval',
        '{"message":{"body":"x"},"schedule":{"mode":"now"}}', '', now(), now())`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
    await pass()
    expect((await t.mailsTo(approver.email))[0]?.text).toContain('“Safety drill” waits for an approval')
    expect(await t.mailsTo(agent.email)).toEqual([])
  })

  test.each([
    ['past due', sql`update organization set status = 'past_due'`, sql`update organization set status = 'active'`],
    [
      'without a plan',
      sql`update organization set need_billing = true`,
      sql`update organization set need_billing = false`,
    ],
  ])('is not sent for an organization that is %s', async (_what, ends, returns) => {
    const user = await reader()
    await texting('Olga', 'Hi')
    await ends.execute(system())
    await pass()
    await returns.execute(system())
    expect(await t.mailsTo(user.email)).toEqual([])
    await pass()
    expect(await t.mailsTo(user.email)).toHaveLength(1)
  })

  test('is not sent to a member who left, and not by default', async () => {
    const gone = await reader()
    const never = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Nev', lastname: 'Er', role: 'agent' })
    await texting('Lena', 'Hi')
    await sql`update member set status = 'deactivated' where user_id = ${gone.id}`.execute(system())
    await pass()
    expect(await t.mailsTo(gone.email)).toEqual([])
    expect(await t.mailsTo(never.email)).toEqual([])
  })
})

describe('the unsubscribe link', () => {
  const digestOf = async (user: TestUser) => (await t.as(user).call(notificationPrefs)).body.prefs.digest
  const linkOf = ({ orgId, id: userId }: TestUser) =>
    unsubscribeUrl(t.process.kernel, { orgId, userId }).replace(/^.*(?=\/public)/, t.process.address)
  const oneClick = (url: string) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })

  test('asks a person, takes one click of a mail program, and may be used again', async () => {
    const user = await reader()
    const asked = await fetch(linkOf(user), { headers: { 'accept-language': 'es' } })
    expect(asked.status).toBe(200)
    expect(await asked.text()).toContain('¿Dejar de recibir resúmenes por correo?')
    expect(await digestOf(user)).toBe('1h')
    for (let time = 0; time < 2; time++) expect((await oneClick(linkOf(user))).status).toBe(200)
    expect(await digestOf(user)).toBe('off')
    const audited = await sql<{ n: number }>`
      select count(*)::int as n from audit_entry where target = ${user.id} and detail->>'byLink' = 'true'`.execute(
      system(),
    )
    expect(audited.rows[0]?.n).toBe(1)
    await texting('Ula', 'Hi')
    await pass()
    expect(await t.mailsTo(user.email)).toEqual([])
  })

  test('changes nothing for anyone when it is forged', async () => {
    const user = await reader()
    const good = new URL(linkOf(user))
    const token = good.searchParams.get('t') ?? ''
    const [org, , signature] = token.split('.')
    const forged = [
      '',
      token.slice(0, -1),
      `${token}x`,
      token.toUpperCase(),
      `${org}.${t.acme.ann.id}.${signature}`,
      `${t.beta.id}.${user.id}.${signature}`,
      `${org}.${user.id}.${'A'.repeat(43)}`,
      "' or 1=1 --",
      '\u0000',
      'x'.repeat(6_000),
    ]
    for (const each of forged) {
      good.searchParams.set('t', each)
      expect((await oneClick(good.href)).status).toBe(404)
    }
    expect((await oneClick(`${linkOf(user)}&t=again`)).status).toBe(404)
    expect(await digestOf(user)).toBe('1h')
  })
})
