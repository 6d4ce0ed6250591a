import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider, type KoaContextWithOIDC } from 'oidc-provider'

/** Someone who can log in at the test identity provider. */
export interface IdpPerson {
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  name?: string
  groups?: string[]
}

/** A real identity provider (oidc-provider) on loopback that logs in the user named by the test. */
export interface TestIdp {
  issuer: string
  clientId: string
  clientSecret: string
  /** The people by subject. */
  people: Map<string, IdpPerson>
  /** Logs in as this person at the address that our server made, as a browser does; returns the address it leads back to. */
  logIn(url: string, subject: string): Promise<URL>
  /** Logs in the next browser as this person, without a form. */
  expect(subject: string): void
  /** Refuses the log-in at this address. */
  refuse(url: string): Promise<URL>
  close(): Promise<void>
}

const CLIENT = { client_id: 'crewline', client_secret: 'a client secret for the tests' }

/** Starts the identity provider for a client with this return address. */
export async function startIdp(redirectUri: string): Promise<TestIdp> {
  const people = new Map<string, IdpPerson>()
  const made: { provider?: Provider } = {}
  let next: { subject: string } | 'refuse' = 'refuse'
  const server: Server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(request, response)
    else void made.provider?.callback()(request, response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [redirectUri], token_endpoint_auth_method: 'client_secret_post' }],
    features: { devInteractions: { enabled: false } },
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name', 'groups'],
    },
    interactions: { url: (_context: KoaContextWithOIDC, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key for cookies of the tests'] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: async () => ({ sub: subject, ...people.get(subject) }),
    }),
  })

  made.provider = provider

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const details = await provider.interactionDetails(request, response)
    if (next === 'refuse')
      return provider.interactionFinished(
        request,
        response,
        { error: 'access_denied' },
        { mergeWithLastSubmission: false },
      )
    if (details.prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId: next.subject } })
    const grant = new provider.Grant({ accountId: next.subject, clientId: CLIENT.client_id })
    grant.addOIDCScope('openid email profile')
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  }

  async function follow(url: string): Promise<URL> {
    const jar = new Map<string, string>()
    let at = new URL(url)
    for (let hop = 0; hop < 10; hop += 1) {
      if (at.href.startsWith(redirectUri)) return at
      const response = await fetch(at, {
        redirect: 'manual',
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      })
      for (const cookie of response.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';')
        jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      }
      const location = response.headers.get('location')
      if (location === null) throw new Error(`${at.pathname} answered ${response.status}: ${await response.text()}`)
      at = new URL(location, at)
    }
    throw new Error('the identity provider does not return to the application')
  }

  return {
    issuer,
    clientId: CLIENT.client_id,
    clientSecret: CLIENT.client_secret,
    people,
    logIn: (url, subject) => {
      next = { subject }
      return follow(url)
    },
    expect: (subject) => {
      next = { subject }
    },
    refuse: (url) => {
      next = 'refuse'
      return follow(url)
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
