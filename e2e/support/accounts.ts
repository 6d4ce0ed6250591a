import { createHmac } from 'node:crypto'
import { expect, type APIRequestContext, type Page } from '@playwright/test'

/** A user of a test, with a unique email. */
export interface TestUser {
  firstname: string
  lastname: string
  email: string
  password: string
}

let made = 0

/** Returns a new user with a unique email. */
export function newUser(firstname: string): TestUser {
  made += 1
  const unique = `${Date.now().toString(36)}${process.pid.toString(36)}${made}`
  return {
    firstname,
    lastname: 'Tester',
    email: `${firstname}.${unique}@mail.test`.toLowerCase(),
    password: 'violet ladder 42',
  }
}

/** Returns an unused phone number of the simulated network. */
export function freePhone(): string {
  made += 1
  const tail = String((Date.now() + made * 7919 + process.pid * 104_729) % 10_000_000).padStart(7, '0')
  return `+1555${tail}`
}

/**
 * Returns a time zone in which it is daytime now: no text waits for the morning there, and no test runs into the next
 * day.
 */
export function zoneByDay(): string {
  const zones = ['Pacific/Honolulu', 'America/New_York', 'Europe/Paris', 'Asia/Kolkata', 'Asia/Tokyo']
  const hourIn = (timeZone: string) =>
    Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format())
  const zone = zones.find((each) => hourIn(each) >= 9 && hourIn(each) < 19)
  if (zone === undefined) throw new Error('it is night in all of these time zones')
  return zone
}

interface Mail {
  to: string
  subject: string
  at: string
  links: string[]
}

/** Waits for the newest emailed link of a kind to an address and returns it as a path. */
export async function mailedLink(request: APIRequestContext, to: string, kind: string, after = 0): Promise<string> {
  let newestLink: string | undefined
  await expect(async () => {
    const { data } = (await (await request.get('/dev/mails')).json()) as { data: Mail[] }
    const links = data.filter((mail) => mail.to === to).flatMap((mail) => mail.links)
    const matching = links.filter((link) => link.includes(kind))
    expect(matching.length, `mails with ${kind} to ${to}`).toBeGreaterThan(after)
    newestLink = matching[0]
  }).toPass({ timeout: 45_000 })
  const url = new URL(newestLink ?? '')
  return url.pathname + url.search
}

/** Returns every code texted to a phone of the simulated network, oldest first. */
export async function textedCodes(request: APIRequestContext, phone: string): Promise<string[]> {
  const answer = await request.get(`/dev/carrier/control/handsets/${encodeURIComponent(phone)}`)
  const { texts } = (await answer.json()) as { texts: { direction: string; body: string; at: string }[] }
  const arrived = texts.filter(({ direction }) => direction === 'in').toSorted((a, b) => a.at.localeCompare(b.at))
  return arrived.flatMap(({ body }) => /\b\d{6}\b/.exec(body) ?? [])
}

/** Returns the newest code on a phone, once there are more than `after`. */
export async function textedCode(request: APIRequestContext, phone: string, after = 0): Promise<string> {
  let codes: string[] = []
  await expect(async () => {
    codes = await textedCodes(request, phone)
    expect(codes.length).toBeGreaterThan(after)
  }).toPass({ timeout: 45_000 })
  return codes.at(-1) ?? ''
}

/** Calls any endpoint with a token, or without one when it is empty; any status but OK fails the test. */
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

/** Calls an account endpoint as an API client; any status but OK fails the test. */
export async function callApi<T>(
  request: APIRequestContext,
  [method, path]: [method: string, path: string],
  data: unknown,
  token = '',
): Promise<T> {
  return callAs<T>(request, token, [method, `/user${path}`], data)
}

async function begin(request: APIRequestContext, user: TestUser, company: string) {
  const { unverifiedToken } = await callApi<{ unverifiedToken: string }>(request, ['POST', '/register'], user)
  const organization = {
    name: company,
    industry: 'retail',
    headcount: '1-50',
    timezone: 'America/Chicago',
    country: 'US',
  }
  await callApi(request, ['POST', '/set-info'], { organization }, unverifiedToken)
  return { unverifiedToken, link: await mailedLink(request, user.email, '/auth/verify/') }
}

/** Registers an account without a browser; returns the path of its confirmation link. */
export async function beginAccount(request: APIRequestContext, user: TestUser, company: string): Promise<string> {
  return (await begin(request, user, company)).link
}

/** Creates an account and its organization without a browser; returns the session token. */
export async function createAccount(request: APIRequestContext, user: TestUser, company: string): Promise<string> {
  const { unverifiedToken, link } = await begin(request, user, company)
  const proof = link.split('/').at(-1) ?? ''
  return (await callApi<{ token: string }>(request, ['PUT', `/verify/${proof}`], undefined, unverifiedToken)).token
}

/**
 * Returns the code that an authenticator app shows for a secret now (RFC 6238); `steps` moves forward or back in time.
 * The clock is five seconds fast: one step back is the oldest code that is accepted, and may be checked only after the
 * next step has begun.
 */
export function appCode(secret: string, steps = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = Array.from(secret.replace(/=+$/, ''), (character) =>
    alphabet.indexOf(character).toString(2).padStart(5, '0'),
  ).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor((Date.now() + 5_000) / 30_000) + steps))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Fills in and submits the login form. */
export async function fillLogIn(page: Page, { email, password }: Pick<TestUser, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}
