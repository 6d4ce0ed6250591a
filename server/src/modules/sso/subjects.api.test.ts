import { finishSso, ssoSettings, startSso } from '@crewline/contract/sso'
import { removeMember, team } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOrg, makeUser, type Org } from '../../../test/kit/cast.ts'
import { startDns, type TestDns } from '../../../test/kit/dns.ts'
import { startIdp, type TestIdp } from '../../../test/kit/oidc-idp.ts'
import { addVerifiedDomain, connectIdp, logInBySso, prove, PUBLIC_URL, visit } from '../../../test/kit/sso.ts'
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

describe('the subject of the identity provider', () => {
  test('never opens a linked user, owners included, to a second subject with their email', async () => {
    const owner = await makeUser(t.process.kernel, org.id, { firstname: 'Olga', lastname: 'Ng', role: 'owner' })
    await sql`update user_account set email = 'olga@acme.test' where id = ${owner.id}`.execute(system())
    idp.people.set('olga', { email: 'olga@acme.test' })
    idp.people.set('olga-2', { email: 'OLGA@acme.test' })
    expect((await logIn('olga')).body.user?.id).toBe(owner.id)
    const second = await logIn('olga-2')
    expect({ http: second.http, code: second.body.code }).toEqual({ http: 422, code: 'sso_failed' })
    expect(JSON.stringify(second.body)).toContain('another account of the identity provider')
    expect((await t.as(org.ann).call(ssoSettings)).body.sso.attempts[0]?.problem).toContain('another account')
    expect((await logIn('olga')).body.user?.id).toBe(owner.id)
  })

  test('links one of two subjects that log in with the same email at once', async () => {
    for (const subject of ['twin-1', 'twin-2']) idp.people.set(subject, { email: 'twin@acme.test' })
    const { body } = await logIn('twin-1')
    await sql`delete from sso_identity where user_id = ${body.user?.id}`.execute(system())
    const backs = []
    for (const subject of ['twin-1', 'twin-2']) {
      const started = await t.as(null).call(startSso, { body: { slug: org.id } })
      backs.push({ back: await idp.logIn(started.body.url, subject), binder: started.body.binder })
    }
    const finished = await Promise.all(
      backs.map(async ({ back, binder }) => {
        const ticket = (await visit(t, back)).searchParams.get('ticket') ?? ''
        return (await t.as(null).call(finishSso, { body: { ticket, binder } })).http
      }),
    )
    expect(finished.toSorted((one, other) => one - other)).toEqual([200, 422])
  })

  test('links a new subject after an owner removed the member and added them again', async () => {
    idp.people.set('joe', { email: 'joe@acme.test' })
    idp.people.set('joe-new', { email: 'joe@acme.test' })
    const { body } = await logIn('joe')
    const userId = body.user?.id
    const { data } = (await t.as(org.ann).call(team, { query: { search: 'joe@' } })).body
    await prove(t, org.ann)
    const removed = await t.as(org.ann).call(removeMember, { query: { memberId: data[0]?.id ?? '' } })
    expect(removed.http).toBe(200)
    for (const subject of ['joe', 'joe-new'])
      expect(JSON.stringify((await logIn(subject)).body)).toContain('Your access was removed')
    await sql`update member set status = 'active', rejoined_at = now() where user_id = ${userId}`.execute(system())
    expect((await logIn('joe-new')).body.user?.id).toBe(userId)
    expect(JSON.stringify((await logIn('joe')).body)).toContain('another account')
  })
})
