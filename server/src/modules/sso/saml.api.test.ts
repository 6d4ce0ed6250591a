import { ownLogIns } from '@crewline/contract/list-log-ins'
import { editSso, finishSso, setSsoState, ssoSettings, startSso, testSso } from '@crewline/contract/sso'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOrg, type Org } from '../../../test/kit/cast.ts'
import { startDns, type TestDns } from '../../../test/kit/dns.ts'
import { makeSamlIdp, type SamlAnswer, type SamlIdp } from '../../../test/kit/saml-idp.ts'
import { addVerifiedDomain, prove, PUBLIC_URL, visit } from '../../../test/kit/sso.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let dns: TestDns
let idp: SamlIdp
let org: Org
beforeAll(async () => {
  dns = await startDns()
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL, DNS_SERVERS: dns.address } })
  idp = makeSamlIdp()
  org = await makeOrg(t.process.kernel, 'Acme Foods', 3)
  await addVerifiedDomain(t, dns, org, 'acme.test')
  await prove(t, org.ann)
  await t.as(org.ann).call(editSso, { body: { protocol: 'saml', saml: { metadata: idp.metadata } } })
  const { url } = (await t.as(org.ann).call(testSso)).body
  await post(url, idp.respond(url))
  await t.as(org.ann).call(setSsoState, { body: { state: 'on' } })
})
afterAll(async () => {
  await t.close()
  dns.close()
})

/** Posts a response as the browser does that comes from the identity provider. */
async function post(url: string, response: string, relayState = idp.readRequest(url).relayState): Promise<URL> {
  const body = new URLSearchParams({ SAMLResponse: response, RelayState: relayState })
  return visit(t, new URL(idp.readRequest(url).acsUrl), { method: 'POST', body })
}

async function begin() {
  return (await t.as(null).call(startSso, { body: { slug: org.id } })).body
}

/** Logs in with this response; returns what finishing says. */
async function logIn(answer?: SamlAnswer) {
  const { url, binder } = await begin()
  const onward = await post(url, idp.respond(url, answer))
  const ticket = onward.searchParams.get('ticket') ?? 'none'
  return t.as(null).call(finishSso, { body: { ticket, binder } })
}

test('logs a member in with the attributes of the assertion', async () => {
  const { http, body } = await logIn({ nameId: 'ben', email: 'ben@acme.test', firstname: 'Ben', lastname: 'Ray' })
  expect(http).toBe(200)
  expect(body.user).toMatchObject({ email: 'ben@acme.test', firstname: 'Ben', lastname: 'Ray', ssoSlug: org.id })
  expect((await logIn({ nameId: 'ben', email: 'ben@acme.test' })).body.user?.id).toBe(body.user?.id)
})

test('asks the identity provider to check the user again, and takes its word for when it did', async () => {
  const { url, binder } = (await t.as(null).call(startSso, { body: { slug: org.id, mustProve: true } })).body
  expect(idp.readRequest(url).forceAuthn).toBe(true)
  const onward = await post(url, idp.respond(url, { nameId: 'ben', email: 'ben@acme.test' }))
  const ticket = onward.searchParams.get('ticket') ?? ''
  expect((await t.as(null).call(finishSso, { body: { ticket, binder } })).http).toBe(200)
  const system = t.process.kernel.database.asSystem('tests look at every organization')
  const found = await sql<{ at: Date | null }>`
    select proved_at as at from session where organization_id = ${org.id} order by created_at desc limit 1`.execute(
    system,
  )
  expect(found.rows[0]?.at).toBeInstanceOf(Date)
})

test('refuses a proof for which the identity provider did not check the user again, which the login history shows', async () => {
  const person = { nameId: 'pia', email: 'pia@acme.test' }
  const { body } = await logIn(person)
  const { url, binder } = (await t.as(null).call(startSso, { body: { slug: org.id, mustProve: true } })).body
  const onward = await post(url, idp.respond(url, { ...person, authnInstant: -900 }))
  const ticket = onward.searchParams.get('ticket') ?? ''
  expect((await t.as(null).call(finishSso, { body: { ticket, binder } })).body.code).toBe('sso_failed')
  const history = await t.as({ ...org.gus, token: body.token }).call(ownLogIns, { query: {} })
  expect(history.body.data.map(({ refused }) => refused)).toEqual(['not_proved_again', null])
})

/** Moves the signed assertion aside and puts another one in its place (signature wrapping). */
function wrapped(xml: string): string {
  const assertion = /<saml:Assertion[^]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
  const evil = assertion
    .replace(/<Signature[^]*<\/Signature>/, '')
    .replace(/ ID="_a[^"]+"/, ' ID="_evil"')
    .replace('ann@acme.test', 'boss@acme.test')
  return xml.replace(assertion, `${evil}<samlp:Extensions>${assertion}</samlp:Extensions>`)
}

describe('a response is refused', () => {
  test.each<[string, SamlAnswer, RegExp]>([
    ['signed with another key', { isForeign: true }, /not signed with a key/],
    ['without a signature', { isUnsigned: true }, /not signed with a key/],
    [
      'altered after signing',
      { alter: (xml) => xml.replace('ann@acme.test', 'bob@acme.test') },
      /not signed with a key/,
    ],
    ['with a second assertion around the signed one', { alter: wrapped }, /not signed|couldn't read/],
    [
      'with two assertions',
      {
        alter: (xml) => {
          const assertion = /<saml:Assertion[^]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
          return xml.replace(assertion, assertion + assertion.replace(/ ID="_a[^"]+"/, ' ID="_b"'))
        },
      },
      /not signed|couldn't read/,
    ],
    ['for another audience', { audience: 'https://other.test' }, /another application/],
    ['for another recipient', { recipient: 'https://other.test/acs' }, /another application/],
    ['of another issuer', { issuer: 'https://evil.test' }, /another identity provider/],
    ['that expired', { notBefore: -600, notOnOrAfter: -300 }, /expired/],
    ['from the future', { notBefore: 300, notOnOrAfter: 600 }, /clock/],
    ['that no request asked for', { inResponseTo: null }, /begin at the identity provider/],
    ['whose assertion answers no request', { inResponseTo: null }, /begin at/],
    ['to another request', { inResponseTo: '_of_another_login' }, /already used/],
    ['without an email', { email: null, nameId: 'opaque' }, /no email/],
    ['with an email of another domain', { email: 'eve@evil.test', nameId: 'eve' }, /domain/],
    ['that is no XML', { alter: () => 'nothing' }, /couldn't read/],
    [
      'with an external entity',
      { alter: (xml) => `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml}` },
      /couldn't read/,
    ],
  ])('%s', async (_case, answer, words) => {
    const { http, body } = await logIn(answer)
    expect({ http, code: body.code }).toEqual({ http: 422, code: 'sso_failed' })
    expect(body.message).toMatch(words)
    const { attempts } = (await t.as(org.ann).call(ssoSettings)).body.sso
    expect(attempts[0]?.problem).toBe(body.message)
  })

  test('whose assertion names no request, in a response that names one', async () => {
    const { url, binder } = await begin()
    const onward = await post(url, idp.respond(url, { inResponseTo: null, responseTo: idp.readRequest(url).id }))
    const finished = await t
      .as(null)
      .call(finishSso, { body: { ticket: onward.searchParams.get('ticket') ?? '', binder } })
    expect(finished.body.message).toContain('begin at the identity provider')
  })

  test('a second time, also in another login', async () => {
    const first = await begin()
    const response = idp.respond(first.url)
    expect((await post(first.url, response)).searchParams.get('ticket')).not.toBeNull()
    expect((await post(first.url, response)).search).toBe('')
    const second = await begin()
    const onward = await post(second.url, response)
    const ticket = onward.searchParams.get('ticket') ?? ''
    const finished = await t.as(null).call(finishSso, { body: { ticket, binder: second.binder } })
    expect(finished.body.message).toContain('already used')
  })

  test('without a login that waits for it', async () => {
    const { url } = await begin()
    expect((await post(url, idp.respond(url), 'guessed')).search).toBe('')
    expect((await post(url, '', '')).search).toBe('')
  })

  test('when every certificate has expired', async () => {
    const other = await makeOrg(t.process.kernel, 'Old Certificates', 4)
    await prove(t, other.ann)
    const { issuer, entryPoint, expiredCertificate } = idp
    const saml = { issuer, entryPoint, certificates: [expiredCertificate] }
    const set = await t.as(other.ann).call(editSso, { body: { protocol: 'saml', saml } })
    expect(set.body.sso.saml.certificates[0]).toMatchObject({ subject: 'Test IdP', isExpired: true })
    const { url } = (await t.as(other.ann).call(testSso)).body
    await post(url, idp.respond(url))
    const { attempts } = (await t.as(other.ann).call(ssoSettings)).body.sso
    expect(attempts[0]?.problem).toContain('certificate has expired')
  })
})

describe('the metadata', () => {
  test('of the identity provider sets issuer, login address and certificate', async () => {
    const { sso } = (await t.as(org.ann).call(ssoSettings)).body
    expect(sso).toMatchObject({ protocol: 'saml', state: 'on' })
    expect(sso.saml).toMatchObject({ issuer: idp.issuer, entryPoint: idp.entryPoint })
    expect(sso.saml.certificates[0]).toMatchObject({ subject: 'Test IdP', isExpired: false })
  })

  test('of ours names the entity and the address for responses', async () => {
    const { values } = (await t.as(org.ann).call(ssoSettings)).body.sso
    const response = await fetch(`${t.process.address}${new URL(`${values.entityId}/metadata`).pathname}`)
    const xml = await response.text()
    expect(response.headers.get('content-type')).toContain('samlmetadata+xml')
    expect(xml).toContain(`entityID="${values.entityId}"`)
    expect(xml).toContain(values.acsUrl)
    expect((await fetch(`${t.process.address}/sso/saml/nobody/metadata`)).status).toBe(404)
  })

  test.each([
    ['no XML', 'hello'],
    ['of several identity providers', `<a>${'<EntityDescriptor entityID="x"/>'.repeat(2)}</a>`],
    ['with a document type', '<!DOCTYPE x><EntityDescriptor entityID="x"/>'],
    ['without a login address', '<EntityDescriptor entityID="x"><IDPSSODescriptor/></EntityDescriptor>'],
  ])('that is %s is refused beside its field', async (_case, metadata) => {
    const refused = await t.as(org.ann).call(editSso, { body: { protocol: 'saml', saml: { metadata } } })
    expect(refused).toMatchObject({
      http: 400,
      body: { fieldErrors: { 'saml.metadata': expect.any(String) as unknown } },
    })
  })

  test('a text that is no certificate is refused beside its field', async () => {
    const saml = { issuer: 'x', entryPoint: 'https://idp.test', certificates: ['MIIB', 'no'] }
    const refused = await t.as(org.ann).call(editSso, { body: { protocol: 'saml', saml } })
    expect(refused.body.fieldErrors).toHaveProperty(['saml.certificates'])
  })
})
