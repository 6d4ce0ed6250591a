import { login } from '@crewline/contract/accounts'
import { auditEntries } from '@crewline/contract/audit'
import { memberLogIns, ownLogIns } from '@crewline/contract/list-log-ins'
import { finishSso, startSso } from '@crewline/contract/sso'
import { removeMember, team } from '@crewline/contract/team'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrg, makeUser, PASSWORD, type Org, type TestUser } from '../../../test/kit/cast.ts'
import { startDns, type TestDns } from '../../../test/kit/dns.ts'
import { startForgingIdp, type ForgingIdp } from '../../../test/kit/forging-idp.ts'
import { addVerifiedDomain, connectIdp, logInBySso, prove, PUBLIC_URL, visit } from '../../../test/kit/sso.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let dns: TestDns
let idp: ForgingIdp
let org: Org
beforeAll(async () => {
  dns = await startDns()
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL, DNS_SERVERS: dns.address } })
  idp = await startForgingIdp()
  idp.people.set('tester', { email: 'tester@refused.test' })
  org = await makeOrg(t.process.kernel, 'Refused Foods', 3)
  await addVerifiedDomain(t, dns, org, 'refused.test')
  await connectIdp(t, idp, org, 'tester')
})
afterAll(async () => {
  await t.close()
  await idp.close()
  dns.close()
})

const logIn = (subject: string) => logInBySso(t, idp, { slug: org.id, subject })
const historyOf = async (user: TestUser) => (await t.as(user).call(ownLogIns, { query: {} })).body.data

/** Adds a teammate who logged in through the identity provider once. */
async function teammate(name: string): Promise<TestUser> {
  idp.people.set(name, { email: `${name}@refused.test` })
  const { body } = await logIn(name)
  return { ...org.gus, id: body.user?.id ?? '', email: `${name}@refused.test`, token: body.token ?? '' }
}

test('a refused log-in is in the history of the teammate, with the reason, the device and the network', async () => {
  const mia = await teammate('mia')
  idp.people.set('mia-2', { email: 'mia@refused.test' })
  expect((await logIn('mia-2')).body.code).toBe('sso_failed')
  const [latest, ...before] = await historyOf(mia)
  expect(latest).toMatchObject({ method: 'sso', refused: 'other_subject', network: '127.0.0.x' })
  expect(before.map(({ refused }) => refused)).toEqual([null])
  const entries = (await t.as(org.ann).call(auditEntries, { query: { action: 'session.refused' } })).body.data
  expect(entries[0]).toMatchObject({ action: 'session.refused' })
})

test('owners see in the history of a removed teammate that they tried again', async () => {
  await teammate('rob')
  const { data } = (await t.as(org.ann).call(team, { query: { search: 'rob@' } })).body
  const memberId = data[0]?.id ?? ''
  await prove(t, org.ann)
  expect((await t.as(org.ann).call(removeMember, { query: { memberId } })).http).toBe(200)
  expect((await logIn('rob')).body.message).toContain('Your access was removed')
  const { body } = await t.as(org.ann).call(memberLogIns, { query: { memberId } })
  expect(body.data[0]).toMatchObject({ method: 'sso', refused: 'removed' })
})

test('a claimed email writes in no history unless the identity provider may vouch for it', async () => {
  const eve = await makeUser(t.process.kernel, org.id, { firstname: 'Eve', lastname: 'Ng', role: 'agent' })
  const elsewhere = t.beta.ann
  const unvouched = [
    { email: eve.email },
    { email: elsewhere.email },
    { email: 'unverified@refused.test', email_verified: false },
  ]
  for (const [at, person] of unvouched.entries()) {
    idp.people.set(`claims-${at}`, person)
    expect((await logIn(`claims-${at}`)).body.code).toBe('sso_failed')
  }
  expect((await historyOf(eve)).filter(({ method }) => method === 'sso')).toEqual([])
  expect((await historyOf(elsewhere)).filter(({ method }) => method === 'sso')).toEqual([])
})

test('a refused log-in is in no history of another organization, and no test login is in any', async () => {
  const zoe = await teammate('zoe')
  idp.people.set('zoe-2', { email: 'zoe@refused.test' })
  const { url, binder } = (await t.as(null).call(startSso, { body: { slug: org.id } })).body
  const onward = await visit(t, await idp.logIn(url, 'zoe-2'))
  const ticket = onward.searchParams.get('ticket') ?? ''
  // Also when the browser never finishes: the refusal was decided when the response came.
  expect((await historyOf(zoe)).map(({ refused }) => refused)).toEqual(['other_subject', null])
  expect((await t.as(null).call(finishSso, { body: { ticket, binder } })).body.code).toBe('sso_failed')
  expect(await historyOf(zoe)).toHaveLength(2)
  const opened = await t.as(null).call(login, { body: { email: t.beta.ann.email, password: PASSWORD } })
  const other = await historyOf({ ...t.beta.ann, token: opened.body.token ?? t.beta.ann.token })
  expect(other.filter(({ method }) => method === 'sso')).toEqual([])
})
