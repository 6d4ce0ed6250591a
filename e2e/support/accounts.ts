import { createHmac } from 'node:crypto'
import { expect, type APIRequestContext, type Page } from '@playwright/test'

/** A person of a test, with an e-mail nobody else has. */
export interface Person {
  firstname: string
  lastname: string
  email: string
  password: string
}

let made = 0

/** Somebody new each time. */
export function somebody(firstname: string): Person {
  made += 1
  const unique = `${Date.now().toString(36)}${process.pid.toString(36)}${made}`
  return {
    firstname,
    lastname: 'Tester',
    email: `${firstname}.${unique}@mail.test`.toLowerCase(),
    password: 'violet ladder 42',
  }
}

/** A phone number of the simulated network that nobody else has. */
export function freePhone(): string {
  made += 1
  const tail = String((Date.now() + made * 7919 + process.pid * 104_729) % 10_000_000).padStart(7, '0')
  return `+1555${tail}`
}

interface Mail {
  to: string
  subject: string
  at: string
  links: string[]
}

/** The newest link of a kind that was mailed to somebody, as a path of this product; waits for it. */
export async function mailedLink(request: APIRequestContext, to: string, kind: string, after = 0): Promise<string> {
  let found: string | undefined
  await expect(async () => {
    const { data } = (await (await request.get('/dev/mails')).json()) as { data: Mail[] }
    const links = data.filter((mail) => mail.to === to).flatMap((mail) => mail.links)
    const matching = links.filter((link) => link.includes(kind))
    expect(matching.length, `mails with ${kind} to ${to}`).toBeGreaterThan(after)
    found = matching[0]
  }).toPass({ timeout: 15_000 })
  const url = new URL(found ?? '')
  return url.pathname + url.search
}

/** Every code that was texted to a phone of the simulated network, the oldest first. */
export async function textedCodes(request: APIRequestContext, phone: string): Promise<string[]> {
  const answer = await request.get(`/dev/carrier/control/handsets/${encodeURIComponent(phone)}`)
  const { texts } = (await answer.json()) as { texts: { direction: string; body: string; at: string }[] }
  const arrived = texts.filter(({ direction }) => direction === 'in').toSorted((a, b) => a.at.localeCompare(b.at))
  return arrived.flatMap(({ body }) => /\b\d{6}\b/.exec(body) ?? [])
}

/** The newest code on a phone, once there are more than `after`. */
export async function textedCode(request: APIRequestContext, phone: string, after = 0): Promise<string> {
  let codes: string[] = []
  await expect(async () => {
    codes = await textedCodes(request, phone)
    expect(codes.length).toBeGreaterThan(after)
  }).toPass({ timeout: 15_000 })
  return codes.at(-1) ?? ''
}

/** Calls any endpoint as who has this token, or as nobody; anything but OK fails the test. */
export async function callAs<T>(
  request: APIRequestContext,
  token: string,
  [method, path]: [method: string, path: string],
  data?: unknown,
): Promise<T> {
  const headers: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` }
  const answer = await request.fetch(`/api${path}`, { method, headers, ...(data === undefined ? {} : { data }) })
  const body = (await answer.json()) as { status: string }
  expect(body, `${method} ${path}`).toMatchObject({ status: 'OK' })
  return body as T
}

/** Calls an endpoint of accounts as a program would; anything but OK fails the test. */
export async function callApi<T>(
  request: APIRequestContext,
  [method, path]: [method: string, path: string],
  data: unknown,
  token = '',
): Promise<T> {
  return callAs<T>(request, token, [method, `/user${path}`], data)
}

async function begin(request: APIRequestContext, person: Person, company: string) {
  const { unverifiedToken } = await callApi<{ unverifiedToken: string }>(request, ['POST', '/register'], person)
  const organization = {
    name: company,
    industry: 'retail',
    headcount: '1-50',
    timezone: 'America/Chicago',
    country: 'US',
  }
  await callApi(request, ['POST', '/set-info'], { organization }, unverifiedToken)
  return { unverifiedToken, link: await mailedLink(request, person.email, '/auth/verify/') }
}

/** Begins an account without a browser; answers the path of the link to confirm it. */
export async function beginAccount(request: APIRequestContext, person: Person, company: string): Promise<string> {
  return (await begin(request, person, company)).link
}

/** Founds an account and its organization without a browser; answers the token of its session. */
export async function foundAccount(request: APIRequestContext, person: Person, company: string): Promise<string> {
  const { unverifiedToken, link } = await begin(request, person, company)
  const proof = link.split('/').at(-1) ?? ''
  return (await callApi<{ token: string }>(request, ['PUT', `/verify/${proof}`], undefined, unverifiedToken)).token
}

/** The code an authenticator app shows for a secret now (RFC 6238); `steps` looks ahead or back. */
export function appCode(secret: string, steps = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = Array.from(secret.replace(/=+$/, ''), (letter) =>
    alphabet.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Fills the log-in form and sends it. */
export async function fillLogIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}
