import { auditEntries } from '@crewline/contract/audit'
import { me, prove as proveByPassword, switchOrg } from '@crewline/contract/accounts'
import { discoverSso, editSsoRules, finishSso, ssoSettings, startSso } from '@crewline/contract/sso'
import { team } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOrg, type Org } from '../../../test/kit/cast.ts'
import { startDns, type TestDns } from '../../../test/kit/dns.ts'
import { startIdp, type IdpPerson, type TestIdp } from '../../../test/kit/oidc-idp.ts'
import { addVerifiedDomain, connectIdp, logInBySso, PUBLIC_URL, visit } from '../../../test/kit/sso.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let dns: TestDns
let idp: TestIdp
let org: Org
beforeAll(async () => {
  dns = await startDns()
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL, DNS_SERVERS: dns.address } })
  idp = await startIdp(`${PUBLIC_URL}/sso/oidc`)
  idp.people.set('tester', { email: 'tester@acme.test' })
  org = await makeOrg(t.process.kernel, 'Acme Foods', 3)
  await addVerifiedDomain(t, dns, org, 'acme.test')
  await connectIdp(t, idp, org, 'tester')
})
afterAll(async () => {
  await t.close()
  await idp.close()
  dns.close()
})

const system = () => t.process.kernel.database.asSystem('tests look at every organization')
const logIn = (subject: string) => logInBySso(t, idp, { slug: org.id, subject })
const signedIn = (token: string | undefined) => t.as({ ...org.ann, token: token ?? '' })

describe('a first log-in', () => {
  test('creates a member with the default role, and a session of this organization', async () => {
    idp.people.set('fay', { email: 'Fay@acme.test', given_name: 'Fay', family_name: 'Ng' })
    const { http, body } = await logIn('fay')
    expect(http).toBe(200)
    expect(body.user).toMatchObject({ email: 'fay@acme.test', firstname: 'Fay', lastname: 'Ng', role: 'agent' })
    expect(body.organization?.id).toBe(org.id)
    expect((await signedIn(body.token).call(me)).http).toBe(200)
    const { data: entries } = (await t.as(org.ann).call(auditEntries, { query: { action: 'session.opened_by_sso' } }))
      .body
    expect(entries.map(({ actor }) => actor.name)).toContain('Fay Ng')
    const again = await logIn('fay')
    expect(again.body.user?.id).toBe(body.user?.id)
    const { data } = (await t.as(org.ann).call(team, { query: { search: 'fay' } })).body
    expect(data).toHaveLength(1)
  })

  test('links an existing account with an email of a verified domain', async () => {
    await sql`update user_account set email = 'gus@acme.test' where id = ${org.gus.id}`.execute(system())
    idp.people.set('gus', { email: 'gus@acme.test' })
    const { body } = await logIn('gus')
    expect(body.user).toMatchObject({ id: org.gus.id, role: 'agent' })
    // The subject identifies the person from then on, whatever their address becomes.
    idp.people.set('gus', { email: 'august@acme.test' })
    expect((await logIn('gus')).body.user?.id).toBe(org.gus.id)
  })

  test.each<[string, IdpPerson, RegExp]>([
    ['outside the verified domains', { email: 'eve@evil.test' }, /domain/],
    ['of a subdomain of a verified one', { email: 'eve@sub.acme.test' }, /domain/],
    ['without an email', {}, /no email/],
    ['with an email that is not verified', { email: 'eve@acme.test', email_verified: false }, /not verified/],
  ])('is refused %s', async (_case, person, words) => {
    idp.people.set('eve', person)
    const { http, body } = await logIn('eve')
    expect({ http, code: body.code }).toEqual({ http: 422, code: 'sso_failed' })
    expect(JSON.stringify(body)).toMatch(words)
    const { attempts } = (await t.as(org.ann).call(ssoSettings)).body.sso
    expect(attempts[0]).toMatchObject({ purpose: 'login', email: person.email ?? '' })
    expect(attempts[0]?.problem).toMatch(words)
  })

  test('is refused for who is no member where the organization creates none, and for who was removed', async () => {
    const rules = { defaultRole: 'agent' as const, groupRoles: [] }
    await t.as(org.ann).call(editSsoRules, { body: { createsMembers: false, ...rules } })
    idp.people.set('new', { email: 'new@acme.test' })
    expect(JSON.stringify((await logIn('new')).body)).toContain('not a teammate')
    await t.as(org.ann).call(editSsoRules, { body: { createsMembers: true, ...rules } })
    const { body } = await logIn('new')
    expect(body.user?.email).toBe('new@acme.test')
    await sql`update member set status = 'deactivated' where user_id = ${body.user?.id}`.execute(system())
    expect(JSON.stringify((await logIn('new')).body)).toContain('removed')
  })
})

describe('roles by group', () => {
  test('follow the first rule that applies at every log-in, and never touch an owner', async () => {
    const groupRoles = [
      { group: 'Crew Admins', role: 'admin' as const, groupIds: [] },
      { group: 'crew managers', role: 'manager' as const, groupIds: [] },
    ]
    const set = await t
      .as(org.ann)
      .call(editSsoRules, { body: { createsMembers: true, defaultRole: 'viewer', groupRoles } })
    expect(set.body.sso.groupRoles).toEqual(groupRoles)
    const person = { email: 'mia@acme.test', name: 'Mia Cruz' }
    idp.people.set('mia', { ...person, groups: ['Everyone', 'Crew Managers'] })
    expect((await logIn('mia')).body.user).toMatchObject({ role: 'manager', firstname: 'Mia', lastname: 'Cruz' })
    idp.people.set('mia', { ...person, groups: ['crew admins', 'crew managers'] })
    expect((await logIn('mia')).body.user?.role).toBe('admin')
    idp.people.set('mia', { ...person, groups: [] })
    expect((await logIn('mia')).body.user?.role).toBe('viewer')
    // No groups at all say nothing.
    await sql`update member set role = 'agent' where user_id in (select id from user_account where email = 'mia@acme.test')`.execute(
      system(),
    )
    idp.people.set('mia', person)
    expect((await logIn('mia')).body.user?.role).toBe('agent')
    await sql`update user_account set email = 'ann@acme.test' where id = ${org.ann.id}`.execute(system())
    idp.people.set('ann', { email: 'ann@acme.test', groups: ['Everyone'] })
    expect((await logIn('ann')).body.user?.role).toBe('owner')
  })

  test('cannot give ownership', async () => {
    const rules = { createsMembers: true, defaultRole: 'agent' as const }
    const given = await t
      .as(org.ann)
      .call(editSsoRules, { body: { ...rules, groupRoles: [{ group: 'Bosses', role: 'owner' }] } })
    expect(given.body.fieldErrors).toHaveProperty(['groupRoles.0.role'])
  })
})

describe('one response', () => {
  test('opens one session, in the browser that began', async () => {
    idp.people.set('one', { email: 'one@acme.test' })
    const { back, ticket, binder } = await logIn('one')
    // Neither the response nor the ticket works twice.
    expect((await visit(t, back)).searchParams.get('ticket')).toBeNull()
    expect((await t.as(null).call(finishSso, { body: { ticket, binder } })).body.code).toBe('link_invalid')
    // A ticket in another browser opens nothing.
    const started = await t.as(null).call(startSso, { body: { slug: org.id } })
    const other = await t.as(null).call(startSso, { body: { slug: org.id } })
    const onward = await visit(t, await idp.logIn(started.body.url, 'one'))
    const stolen = onward.searchParams.get('ticket') ?? ''
    const tried = await t.as(null).call(finishSso, { body: { ticket: stolen, binder: other.body.binder } })
    expect(tried.body.code).toBe('link_invalid')
  })

  test('is refused with another state, and shown in words when the identity provider refuses', async () => {
    const started = await t.as(null).call(startSso, { body: { slug: org.id } })
    const back = await idp.logIn(started.body.url, 'one')
    back.searchParams.set('state', 'guessed')
    expect((await visit(t, back)).search).toBe('')
    const refused = await t.as(null).call(startSso, { body: { slug: org.id } })
    const onward = await visit(t, await idp.refuse(refused.body.url))
    const ticket = onward.searchParams.get('ticket') ?? ''
    const { body } = await t.as(null).call(finishSso, { body: { ticket, binder: refused.body.binder } })
    expect(JSON.stringify(body)).toContain('said no')
  })

  test('of a second check by the identity provider is a fresh proof, an ordinary one is not', async () => {
    const proof = async (token: string | undefined) => {
      const found = await sql<{ at: Date | null }>`
        select proved_at as at from session where user_id = (select id from user_account where email = 'one@acme.test')
        order by created_at desc limit 1`.execute(system())
      expect((await signedIn(token).call(me)).http).toBe(200)
      return found.rows[0]?.at ?? null
    }
    expect(await proof((await logIn('one')).body.token)).toBeNull()
    const proven = await logInBySso(t, idp, { slug: org.id, subject: 'one', mustProve: true })
    expect(await proof(proven.body.token)).toBeInstanceOf(Date)
  })
})

describe('discovery', () => {
  test('answers by domain, not by account', async () => {
    const ask = async (email: string) => (await t.as(null).call(discoverSso, { body: { email } })).body.slugs
    expect(await ask('never.seen@acme.test')).toEqual([org.id])
    expect(await ask('fay@ACME.test')).toEqual([org.id])
    expect(await ask(t.acme.gus.email)).toEqual([])
  })

  test('does not begin for an organization without single sign-on', async () => {
    for (const slug of [t.acme.id, 'nowhere'])
      expect((await t.as(null).call(startSso, { body: { slug } })).body.code).toBe('sso_not_set_up')
  })
})

test('a session through one organization opens no other, lists none, and cannot change the account', async () => {
  await sql`insert into member (org_id, id, user_id, role, created_at)
    values (${t.beta.id}, ${t.process.kernel.world.id()}, ${org.gus.id}, 'admin', now())`.execute(system())
  idp.people.set('gus', { email: 'gus@acme.test' })
  const { body } = await logIn('gus')
  expect(body.organizations?.map(({ id }) => id)).toEqual([org.id])
  const his = signedIn(body.token)
  expect((await his.call(me)).body.organizations.map(({ id }) => id)).toEqual([org.id])
  expect((await his.call(switchOrg, { body: { organizationId: t.beta.id } })).body.code).toBe('other_login_needed')
  expect((await his.call(me)).http).toBe(200)
  const { editSettings } = await import('@crewline/contract/accounts')
  const { setUpMfa } = await import('@crewline/contract/second-step')
  await his.call(proveByPassword, { body: { password: 'correct horse battery' } })
  const change = await his.call(editSettings, { body: { newPassword: 'a brand new long passphrase' } })
  expect(change.body.code).toBe('password_login_needed')
  expect((await his.call(setUpMfa)).body.code).toBe('password_login_needed')
})
