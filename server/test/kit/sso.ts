import {
  addSsoDomain,
  editSso,
  setSsoState,
  startSso,
  finishSso,
  testSso,
  verifySsoDomain,
} from '@crewline/contract/sso'
import { sql } from 'kysely'
import type { Org, TestUser } from './cast.ts'
import type { TestDns } from './dns.ts'
import type { TestIdp } from './oidc-idp.ts'
import type { TestApp } from './test-app.ts'

/** The public address of the test app: what identity providers return to. */
export const PUBLIC_URL = 'http://crewline.test'

/** Lets a user make sensitive changes. */
export async function prove(t: TestApp, user: TestUser): Promise<void> {
  const system = t.process.kernel.database.asSystem('tests prove who they are')
  await sql`update session set proved_at = now() where user_id = ${user.id}`.execute(system)
}

/** Verifies an email domain with a DNS record. */
export async function addVerifiedDomain(t: TestApp, dns: TestDns, org: Org, domain: string): Promise<void> {
  const added = await t.as(org.ann).call(addSsoDomain, { body: { domain } })
  const listed = added.body.sso.domains.find((one) => one.domain === domain)
  if (!listed) throw new Error(`the domain was not added: ${JSON.stringify(added.body)}`)
  dns.records.set(listed.recordName, ['v=spf1 -all', listed.recordValue])
  const verified = await t.as(org.ann).call(verifySsoDomain, { body: { domain } })
  if (verified.http !== 200) throw new Error(`the domain was not verified: ${JSON.stringify(verified.body)}`)
}

/** Connects an organization to the identity provider, tests it and turns it on. */
export async function connectIdp(t: TestApp, idp: TestIdp, org: Org, tester: string): Promise<void> {
  await prove(t, org.ann)
  const { issuer, clientId, clientSecret } = idp
  const set = await t
    .as(org.ann)
    .call(editSso, { body: { protocol: 'oidc', oidc: { issuer, clientId, clientSecret }, groupsClaim: 'groups' } })
  if (set.http !== 200) throw new Error(`the provider was not set: ${JSON.stringify(set.body)}`)
  const started = await t.as(org.ann).call(testSso)
  if (started.http !== 200) throw new Error(`the test did not begin: ${JSON.stringify(started.body)}`)
  await visit(t, await idp.logIn(started.body.url, tester))
  const turnedOn = await t.as(org.ann).call(setSsoState, { body: { state: 'on' } })
  if (turnedOn.http !== 200) throw new Error(`single sign-on is not on: ${JSON.stringify(turnedOn.body)}`)
}

/** Opens an address of ours as a browser does that comes from the identity provider; returns where it leads. */
export async function visit(t: TestApp, url: URL, init: RequestInit = {}): Promise<URL> {
  const response = await fetch(t.process.address + url.pathname + url.search, { redirect: 'manual', ...init })
  return new URL(response.headers.get('location') ?? 'http://nowhere.test', PUBLIC_URL)
}

/** Logs in through the identity provider, from the start to the session or the refusal. */
export async function logInBySso(
  t: TestApp,
  idp: TestIdp,
  { slug, subject, mustProve = false }: { slug: string; subject: string; mustProve?: boolean },
) {
  const started = await t.as(null).call(startSso, { body: { slug, mustProve } })
  const back = await idp.logIn(started.body.url, subject)
  const onward = await visit(t, back)
  const ticket = onward.searchParams.get('ticket') ?? ''
  const finished = await t.as(null).call(finishSso, { body: { ticket, binder: started.body.binder } })
  return { ...finished, back, ticket, binder: started.body.binder }
}
