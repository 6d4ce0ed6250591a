import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrg, type Org } from '../../../test/kit/cast.ts'
import { startDns, type TestDns } from '../../../test/kit/dns.ts'
import {
  signed,
  signedWithPublicKey,
  startForgingIdp,
  unsigned,
  type Claims,
  type ForgingIdp,
  type TokenMaker,
} from '../../../test/kit/forging-idp.ts'
import { addVerifiedDomain, connectIdp, logInBySso, PUBLIC_URL } from '../../../test/kit/sso.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let dns: TestDns
let idp: ForgingIdp
let org: Org
beforeAll(async () => {
  dns = await startDns()
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL, DNS_SERVERS: dns.address } })
  idp = await startForgingIdp()
  idp.people.set('fay', { email: 'fay@acme.test', given_name: 'Fay', family_name: 'Ng' })
  org = await makeOrg(t.process.kernel, 'Acme Foods', 3)
  await addVerifiedDomain(t, dns, org, 'acme.test')
  await connectIdp(t, idp, org, 'fay')
})
afterAll(async () => {
  await t.close()
  await idp.close()
  dns.close()
})

const logIn = async (make: TokenMaker) => {
  idp.make = make
  return logInBySso(t, idp, { slug: org.id, subject: 'fay' })
}
const changed =
  (change: (claims: Claims) => Claims): TokenMaker =>
  (claims, ...keys) =>
    signed({ ...claims, ...change(claims) }, ...keys)
const sessions = async () => {
  const system = t.process.kernel.database.asSystem('tests count sessions')
  const result = await sql<{ n: number }>`
    select count(*)::int as n from session where user_id <> ${org.ann.id}`.execute(system)
  return result.rows[0]?.n
}

test.each<[string, TokenMaker, RegExp]>([
  [
    'signed with another key under the name of the published one',
    (claims) => {
      const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      return signed(claims, privateKey, publicKey)
    },
    /not signed with a key we know/,
  ],
  ['without a signature', unsigned, /couldn't read/],
  ['signed with the published key as a secret', signedWithPublicKey, /couldn't read/],
  [
    'whose claims were changed after it was signed',
    (claims, ...keys) => {
      const [head, , signature] = signed(claims, ...keys).split('.')
      const [, body] = signed({ ...claims, email: 'ann@acme.test' }, ...keys).split('.')
      return [head, body, signature].join('.')
    },
    /not signed with a key we know/,
  ],
  ['for another application', changed(() => ({ aud: 'another-application' })), /another application/],
  [
    'for several applications, made for another one',
    changed(() => ({ aud: ['crewline', 'another-application'], azp: 'another-application' })),
    /another application/,
  ],
  ['of another issuer', changed(() => ({ iss: 'https://idp.evil.test' })), /another identity provider/],
  ['that has expired', changed(() => ({ exp: Math.floor(Date.now() / 1000) - 3600 })), /expired when it arrived/],
  ['without an expiry', changed(() => ({ exp: undefined })), /couldn't read/],
  ['of another log-in', changed(() => ({ nonce: 'the nonce of an earlier log-in' })), /couldn't read/],
  ['that names no log-in', changed(() => ({ nonce: undefined })), /couldn't read/],
  ['about no one', changed(() => ({ sub: undefined })), /couldn't read/],
])('an ID token %s opens no session and says why', async (_name, make, words) => {
  const before = await sessions()
  const { body } = await logIn(make)
  expect(body.token).toBeUndefined()
  expect(JSON.stringify(body)).toMatch(words)
  expect(await sessions()).toBe(before)
  // The same token without the forgery logs in.
  expect((await logIn(signed)).body.user).toMatchObject({ email: 'fay@acme.test' })
})

test('a correct ID token that was sent before opens no second session', async () => {
  let first = ''
  const remembered = await logIn((claims, ...keys) => (first = signed(claims, ...keys)))
  expect(remembered.body.user).toMatchObject({ email: 'fay@acme.test' })
  const { body } = await logIn(() => first)
  expect(body.token).toBeUndefined()
  expect(JSON.stringify(body)).toMatch(/couldn't read/)
})
