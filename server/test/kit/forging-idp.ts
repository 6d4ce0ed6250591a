import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestIdp } from './oidc-idp.ts'

/** The claims of an ID token. */
export type Claims = Record<string, unknown>

/** Makes an ID token from the claims that a correct one would have. */
export type TokenMaker = (claims: Claims, key: KeyObject, publicKey: KeyObject) => string

/** An identity provider on loopback whose ID tokens a test makes, correct or forged. */
export interface ForgingIdp extends TestIdp {
  /** Makes the ID tokens from now on. */
  make: TokenMaker
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const KEY_ID = 'key-1'

/** Signs claims with RS256 and a key. */
export const signed: TokenMaker = (claims, key) => {
  const text = `${encode({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key).toString('base64url')}`
}

/** Leaves claims unsigned. */
export const unsigned: TokenMaker = (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`

/** Signs claims with HS256 and the published key, which everyone knows. */
export const signedWithPublicKey: TokenMaker = (claims, _key, publicKey) => {
  const text = `${encode({ alg: 'HS256', kid: KEY_ID })}.${encode(claims)}`
  const secret = publicKey.export({ type: 'spki', format: 'pem' })
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

/** Starts the identity provider. */
export async function startForgingIdp(): Promise<ForgingIdp> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const requests = new Map<string, { subject: string; nonce: string }>()
  const server = createServer((request, response) => {
    const reply = (body: unknown) =>
      response
        .setHeader('content-type', 'application/json')
        .setHeader('cache-control', 'no-store')
        .end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration')
      return reply({
        issuer: idp.issuer,
        authorization_endpoint: `${idp.issuer}/authorize`,
        token_endpoint: `${idp.issuer}/token`,
        jwks_uri: `${idp.issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      })
    if (request.url === '/keys')
      return reply({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }] })
    let form = ''
    request.on('data', (part: Buffer) => (form += part.toString()))
    return request.on('end', () => {
      const asked = requests.get(new URLSearchParams(form).get('code') ?? '')
      const now = Math.floor(Date.now() / 1000)
      const claims = {
        iss: idp.issuer,
        aud: idp.clientId,
        sub: asked?.subject,
        nonce: asked?.nonce,
        iat: now,
        exp: now + 300,
        groups: [],
        ...idp.people.get(asked?.subject ?? ''),
      }
      reply({ access_token: 'a', token_type: 'Bearer', id_token: idp.make(claims, privateKey, publicKey) })
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const idp: ForgingIdp = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: 'crewline',
    clientSecret: 'a client secret for the tests',
    people: new Map(),
    make: signed,
    logIn: async (url, subject) => {
      const asked = new URL(url).searchParams
      const code = `code-${requests.size}`
      requests.set(code, { subject, nonce: asked.get('nonce') ?? '' })
      const back = new URL(asked.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString()
      return back
    },
    expect: () => {},
    refuse: () => Promise.reject(new Error('this identity provider refuses no one')),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
  return idp
}
