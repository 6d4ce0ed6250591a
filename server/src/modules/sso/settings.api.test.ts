import { login, me, sendLoginLink, switchOrg, tokenLogin } from '@crewline/contract/accounts'
import { auditEntries } from '@crewline/contract/audit'
import {
  addSsoDomain,
  editSso,
  removeSsoDomain,
  setSsoState,
  ssoSettings,
  testSso,
  trustParentSso,
  verifySsoDomain,
} from '@crewline/contract/sso'
import { disableMfa } from '@crewline/contract/second-step'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeOrg, makeUser, PASSWORD, type Org, type TestUser } from '../../../test/kit/cast.ts'
import { startDns, type TestDns } from '../../../test/kit/dns.ts'
import { startIdp, type TestIdp } from '../../../test/kit/oidc-idp.ts'
import { addVerifiedDomain, connectIdp, logInBySso, prove, PUBLIC_URL, visit } from '../../../test/kit/sso.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let dns: TestDns
let idp: TestIdp
let org: Org
let nth = 3
beforeAll(async () => {
  dns = await startDns()
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL, DNS_SERVERS: dns.address } })
  idp = await startIdp(`${PUBLIC_URL}/sso/oidc`)
  idp.people.set('tester', { email: 'tester@acme.test' })
})
afterAll(async () => {
  await t.close()
  await idp.close()
  dns.close()
})
beforeEach(async () => {
  org = await makeOrg(t.process.kernel, `Crew ${nth}`, nth++)
  await prove(t, org.ann)
})

const system = () => t.process.kernel.database.asSystem('tests look at every organization')
const withSecondStep = (user: TestUser) =>
  sql`update user_account set mfa_method = 'totp' where id = ${user.id}`.execute(system())
async function connect(): Promise<void> {
  await addVerifiedDomain(t, dns, org, 'acme.test')
  await connectIdp(t, idp, org, 'tester')
}
async function requireSso(breakGlass: TestUser[] = [org.ann]) {
  await prove(t, org.ann)
  return t
    .as(org.ann)
    .call(setSsoState, { body: { state: 'required', breakGlassUserIds: breakGlass.map(({ id }) => id) } })
}

describe('the settings', () => {
  test('are changed by owners only, after a fresh proof, and never return the secret', async () => {
    const body = {
      protocol: 'oidc' as const,
      oidc: { issuer: idp.issuer, clientId: idp.clientId, clientSecret: idp.clientSecret },
    }
    const admin = await makeUser(t.process.kernel, org.id, { firstname: 'Ada', lastname: 'Min', role: 'admin' })
    await prove(t, admin)
    expect((await t.as(admin).call(editSso, { body })).body.code).toBe('role_too_high')
    expect((await t.as(admin).call(ssoSettings)).http).toBe(200)
    expect((await t.as(org.gus).call(ssoSettings)).body.code).toBe('not_permitted')
    await sql`update session set proved_at = null where user_id = ${org.ann.id}`.execute(system())
    expect((await t.as(org.ann).call(editSso, { body })).body.code).toBe('proof_needed')
    await prove(t, org.ann)
    const { sso } = (await t.as(org.ann).call(editSso, { body })).body
    expect(sso).toMatchObject({ protocol: 'oidc', state: 'off', oidc: { issuer: idp.issuer, hasSecret: true } })
    expect(JSON.stringify(sso)).not.toContain(idp.clientSecret)
    const stored = await sql<{ secret: string }>`
      select client_secret as secret from sso_connection where org_id = ${org.id}`.execute(system())
    expect(stored.rows[0]?.secret).toMatch(/^v1\./)
    const entries = (await t.as(org.ann).call(auditEntries, { query: {} })).body.data
    expect(entries.map(({ action }) => action)).toContain('sso.changed')
  })

  test('keep the secret that is not sent again, and refuse what is no address', async () => {
    const oidc = { issuer: idp.issuer, clientId: idp.clientId }
    await t.as(org.ann).call(editSso, { body: { protocol: 'oidc', oidc: { ...oidc, clientSecret: 'first' } } })
    const kept = await t.as(org.ann).call(editSso, { body: { protocol: 'oidc', oidc } })
    expect(kept.body.sso.oidc.hasSecret).toBe(true)
    for (const issuer of ['ftp://idp.test', 'idp.test', 'https://user:pw@idp.test']) {
      const refused = await t.as(org.ann).call(editSso, { body: { protocol: 'oidc', oidc: { ...oidc, issuer } } })
      expect(refused).toMatchObject({
        http: 400,
        body: { fieldErrors: { 'oidc.issuer': expect.any(String) as unknown } },
      })
    }
    expect((await t.as(org.ann).call(editSso, { body: { protocol: 'saml' } })).http).toBe(400)
  })

  test('never keep the secret for another issuer or another client', async () => {
    const before = { issuer: idp.issuer, clientId: idp.clientId }
    await t.as(org.ann).call(editSso, { body: { protocol: 'oidc', oidc: { ...before, clientSecret: 'first' } } })
    for (const change of [{ issuer: 'https://other.example' }, { clientId: 'another client' }]) {
      const oidc = { ...before, ...change }
      const refused = await t.as(org.ann).call(editSso, { body: { protocol: 'oidc', oidc } })
      expect(refused).toMatchObject({
        http: 400,
        body: { fieldErrors: { 'oidc.clientSecret': 'Enter the secret of the new identity provider.' } },
      })
    }
    expect((await t.as(org.ann).call(ssoSettings)).body.sso.oidc).toMatchObject({ ...before, hasSecret: true })
    // A client without a secret says so.
    const oidc = { ...before, clientId: 'another client', clientSecret: '' }
    const { sso } = (await t.as(org.ann).call(editSso, { body: { protocol: 'oidc', oidc } })).body
    expect(sso.oidc).toMatchObject({ clientId: 'another client', hasSecret: false })
  })

  test('turn single sign-on off when the identity provider is replaced, which ends its sessions', async () => {
    await connect()
    idp.people.set('rex', { email: 'rex@acme.test' })
    const { body } = await logInBySso(t, idp, { slug: org.id, subject: 'rex' })
    const his = t.as({ ...org.ann, token: body.token ?? '' })
    expect((await his.call(me)).http).toBe(200)
    const oidc = { issuer: idp.issuer, clientId: 'another client', clientSecret: 'another secret' }
    const { sso } = (await t.as(org.ann).call(editSso, { body: { protocol: 'oidc', oidc } })).body
    expect(sso).toMatchObject({ state: 'off', testedAt: null })
    expect((await his.call(me)).body.code).toBe('session_invalid')
  })

  test('turn on only after a test that worked, with a verified domain', async () => {
    const turnOn = () => t.as(org.ann).call(setSsoState, { body: { state: 'on' } })
    expect((await turnOn()).body.code).toBe('sso_not_set_up')
    expect((await t.as(org.ann).call(testSso)).body.code).toBe('sso_not_set_up')
    const { issuer, clientId, clientSecret } = idp
    const set = (secret: string) =>
      t.as(org.ann).call(editSso, { body: { protocol: 'oidc', oidc: { issuer, clientId, clientSecret: secret } } })
    await set('a wrong secret')
    expect((await turnOn()).body.code).toBe('sso_not_tested')
    const tryIt = async () => {
      const started = await t.as(org.ann).call(testSso)
      const onward = await visit(t, await idp.logIn(started.body.url, 'tester'))
      expect(onward.pathname).toBe('/dashboard/settings')
      return (await t.as(org.ann).call(ssoSettings)).body.sso
    }
    expect((await tryIt()).attempts[0]?.problem).toContain('secret')
    await set(clientSecret)
    expect((await tryIt()).attempts[0]?.problem).toContain('domain')
    await addVerifiedDomain(t, dns, org, 'acme.test')
    const tested = await tryIt()
    expect(tested.attempts[0]).toMatchObject({ purpose: 'test', email: 'tester@acme.test', problem: null })
    expect(tested.testedAt).not.toBeNull()
    expect((await turnOn()).body.sso.state).toBe('on')
    // A test makes nobody a member.
    const found = await sql`select from user_account where email = 'tester@acme.test'`.execute(system())
    expect(found.rows).toEqual([])
  })
})

describe('an email domain', () => {
  test('counts only with its DNS record', async () => {
    const added = await t.as(org.ann).call(addSsoDomain, { body: { domain: 'Foods.Example' } })
    const listed = added.body.sso.domains[0]
    expect(listed).toMatchObject({ domain: 'foods.example', recordName: '_crewline.foods.example', verifiedAt: null })
    const verify = () => t.as(org.ann).call(verifySsoDomain, { body: { domain: 'foods.example' } })
    expect((await verify()).body.code).toBe('domain_not_proved')
    dns.records.set('_crewline.foods.example', ['crewline-domain=of-another-organization'])
    expect((await verify()).body.code).toBe('domain_not_proved')
    dns.records.set('_crewline.foods.example', [listed?.recordValue ?? ''])
    expect((await verify()).body.sso.domains[0]?.verifiedAt).not.toBeNull()
    const entries = (await t.as(org.ann).call(auditEntries, { query: { action: 'sso.domain_verified' } })).body.data
    expect(entries.map(({ actor }) => actor.name)).toContain(`${org.ann.firstname} ${org.ann.lastname}`)
    expect((await t.as(org.ann).call(addSsoDomain, { body: { domain: 'foods.example' } })).body.code).toBe('name_taken')
    const removed = await t.as(org.ann).call(removeSsoDomain, { query: { domain: 'foods.example' } })
    expect(removed.body.sso.domains).toEqual([])
    expect((await t.as(org.ann).call(removeSsoDomain, { query: { domain: 'foods.example' } })).http).toBe(404)
    expect((await verify()).http).toBe(404)
  })

  test.each(['localhost', 'a..b', '-a.test', 'a b.test', '127.0.0.1', ''])('is refused as %j', async (domain) => {
    expect((await t.as(org.ann).call(addSsoDomain, { body: { domain } })).http).toBe(400)
  })
})

describe('required single sign-on', () => {
  test('needs an owner who can log in without it', async () => {
    await connect()
    for (const breakGlass of [[], [org.ann]])
      expect((await requireSso(breakGlass)).body.fieldErrors).toHaveProperty('breakGlassUserIds')
    expect((await requireSso([org.gus])).http).toBe(404)
    await withSecondStep(org.ann)
    const required = await requireSso()
    expect(required.body.sso).toMatchObject({ state: 'required', breakGlassUserIds: [org.ann.id] })
    const entries = (await t.as(org.ann).call(auditEntries, { query: {} })).body.data
    const changed = entries.find(({ action }) => action === 'sso.state_changed')
    expect(changed?.changes).toEqual([{ field: '', before: 'on', after: 'required' }])
  })

  test('ends sessions with a password at once, with their sockets, except those of break-glass owners', async () => {
    await connect()
    await withSecondStep(org.ann)
    const his = await t.connectClient(org.gus)
    const hers = await t.connectClient(org.ann)
    await requireSso()
    await t.until(async () => !his.socket.connected)
    expect((await t.as(org.gus).call(me)).body.code).toBe('session_invalid')
    expect((await t.as(org.ann).call(me)).http).toBe(200)
    expect(hers.socket.connected).toBe(true)
    await expect(t.connectClient(org.gus)).rejects.toThrow('session_invalid')
  })

  test('refuses passwords, emailed links and switches with a sentence that says how to log in', async () => {
    await connect()
    await withSecondStep(org.ann)
    await requireSso()
    const credentials = { email: org.gus.email, password: PASSWORD }
    const refused = await t.as(null).call(login, { body: credentials })
    expect(refused).toMatchObject({ http: 422, body: { code: 'other_login_needed' } })
    expect(refused.body.message).toContain(`${org.name} requires logging in through your company`)
    const wrong = await t.as(null).call(login, { body: { ...credentials, password: 'not his password' } })
    expect(wrong.body.code).toBe('invalid_credentials')
    await t.as(null).call(sendLoginLink, { body: { email: org.gus.email } })
    const [mail] = await t.mailsTo(org.gus.email)
    const token = new URL(mail?.links[0] ?? '').searchParams.get('token') ?? ''
    expect((await t.as(null).call(tokenLogin, { body: { token } })).body.code).toBe('other_login_needed')
    // Another organization of the same user keeps its own way in, and its session does not open this one.
    await sql`insert into member (org_id, id, user_id, role, created_at)
      values (${t.beta.id}, ${t.process.kernel.world.id()}, ${org.gus.id}, 'viewer', now())`.execute(system())
    const other = await t.as(null).call(login, { body: { ...credentials, organizationId: org.id } })
    expect(other.body.organization?.id).toBe(t.beta.id)
    const there = t.as({ ...org.gus, token: other.body.token ?? '' })
    expect((await there.call(switchOrg, { body: { organizationId: org.id } })).body.code).toBe('other_login_needed')
    expect((await there.call(me)).http).toBe(200)
    // The identity provider opens it.
    await sql`update user_account set email = 'gus.sso@acme.test' where id = ${org.gus.id}`.execute(system())
    idp.people.set('gus.sso', { email: 'gus.sso@acme.test' })
    expect((await logInBySso(t, idp, { slug: org.id, subject: 'gus.sso' })).body.user?.id).toBe(org.gus.id)
  })

  test('keeps the two-step login of its break-glass owners on', async () => {
    await connect()
    await withSecondStep(org.ann)
    await requireSso()
    const refused = await t.as(org.ann).call(disableMfa)
    expect(refused).toMatchObject({ http: 422, body: { code: 'not_permitted' } })
    expect(refused.body.message).toContain(`You can log in to ${org.name} when its single sign-on fails`)
    expect((await t.as(org.ann).call(me)).body.user.mfa.method).toBe('totp')
    await t.as(org.ann).call(setSsoState, { body: { state: 'on' } })
    expect((await t.as(org.ann).call(disableMfa)).body.user.mfa.method).toBe('none')
  })

  test('never locks every owner out: without a break-glass owner left, each owner counts as one', async () => {
    await connect()
    await withSecondStep(org.ann)
    const olga = await makeUser(t.process.kernel, org.id, { firstname: 'Olga', lastname: 'Owner', role: 'owner' })
    await requireSso()
    expect((await t.as(olga).call(me)).http).toBe(403)
    await sql`update member set role = 'admin' where user_id = ${org.ann.id}`.execute(system())
    expect((await t.as(olga).call(me)).http).toBe(200)
    expect((await t.as(org.ann).call(me)).http).toBe(403)
  })

  test('is an identity provider that counts as the second step', async () => {
    await connect()
    await sql`update organization set settings = settings || '{"security": {"secondStepBy": "2020-01-01", "sessionHours": 24, "emailDomains": []}}'
      where id = ${org.id}`.execute(system())
    idp.people.set('sue', { email: 'sue@acme.test' })
    const { body } = await logInBySso(t, idp, { slug: org.id, subject: 'sue' })
    expect(body.user?.mfa).toMatchObject({ method: 'none', neededFrom: null })
    expect((await t.as({ ...org.gus, token: body.token ?? '' }).call(ssoSettings)).body.code).toBe('not_permitted')
  })
})

describe('a child organization', () => {
  test('is opened by the identity provider of its parent only while it trusts it', async () => {
    await connect()
    const child = await makeOrg(t.process.kernel, `Child ${nth}`, nth++)
    await prove(t, child.ann)
    expect((await t.as(child.ann).call(trustParentSso, { body: { isTrusted: true } })).http).toBe(404)
    await sql`update organization set parent_id = ${org.id} where id = ${child.id}`.execute(system())
    idp.people.set('kim', { email: 'kim@acme.test' })
    const first = await logInBySso(t, idp, { slug: org.id, subject: 'kim' })
    await sql`insert into member (org_id, id, user_id, role, created_at)
      values (${child.id}, ${t.process.kernel.world.id()}, ${first.body.user?.id}, 'agent', now())`.execute(system())
    const hers = t.as({ ...org.gus, token: first.body.token ?? '' })
    expect((await hers.call(switchOrg, { body: { organizationId: child.id } })).body.code).toBe('other_login_needed')
    expect((await t.as(child.ann).call(trustParentSso, { body: { isTrusted: true } })).body.sso.parent?.isTrusted).toBe(
      true,
    )
    const switched = await hers.call(switchOrg, { body: { organizationId: child.id } })
    expect(switched.body.organization?.id).toBe(child.id)
    const there = t.as({ ...org.gus, token: switched.body.token ?? '' })
    expect((await there.call(me)).body.organizations).toHaveLength(2)
    await t.as(child.ann).call(trustParentSso, { body: { isTrusted: false } })
    expect((await there.call(me)).body.code).toBe('session_invalid')
  })
})
