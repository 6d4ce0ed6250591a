import { createHmac } from 'node:crypto'
import { login, logout, me } from '@crewline/contract/accounts'
import { readContact } from '@crewline/contract/contacts'
import { permissionsOf } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrg, makeUser, PASSWORD, type TestUser } from '../../../test/kit/cast.ts'
import { callRaw } from '../../../test/kit/contract.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { tokenHash } from '../../kernel/secrets/tokens.ts'
import { waitAfterFailures } from './rules.ts'

let t: TestApp
beforeAll(async () => {
  // Trusts one proxy, so that each test visitor can have a separate address.
  const chat = { INTERCOM_APP_ID: 'ab12cd34', INTERCOM_SECRET: 'kept by the operator', INTERCOM_REGION: 'eu' }
  t = await testApp({ roles: 'web', settings: { TRUSTED_PROXIES: '1', SUPPORT_EMAIL: 'help@example.com', ...chat } })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests read every organization')
let visitors = 0

/** Logs in from a fresh address. */
function logIn(email: string, password: string, address = `10.1.${visitors++ % 250}.${Math.floor(visitors / 250)}`) {
  return post(login.path, { email, password }, address)
}

/** Ends the wait after wrong passwords. */
async function forgetFailures() {
  await sql`delete from login_failure`.execute(system())
}

async function post(path: string, content: object, address: string) {
  const { hostname } = new URL(t.process.address)
  const answer = await fetch(`${t.process.address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, host: hostname, 'user-agent': 'Test/1' },
    body: JSON.stringify(content),
  })
  const body = (await answer.json()) as Record<string, unknown> & { token: string; requestId?: string }
  return { http: answer.status, retryAfter: answer.headers.get('retry-after'), body }
}

test('opens a session for the right password, regardless of email case and Unicode form', async () => {
  const { ann } = t.acme
  const answer = await logIn(`  ${ann.email.toUpperCase()} `, PASSWORD)
  expect(answer).toMatchObject({
    http: 200,
    body: {
      status: 'OK',
      user: { id: ann.id, email: ann.email, role: 'owner', permissions: permissionsOf('owner') },
      organization: { id: t.acme.id, name: 'Acme', status: 'active' },
      needBilling: false,
    },
  })
  expect(answer.body.token).toMatch(/^crew_[\w-]{43}$/)
  const profile = await t.as({ ...ann, token: answer.body.token }).call(me)
  expect(profile.body).toMatchObject({
    user: { id: ann.id },
    organizations: [{ id: t.acme.id, name: 'Acme', role: 'owner' }],
    supportEmail: 'help@example.com',
    supportChat: { appId: 'ab12cd34', region: 'eu' },
    intercomHash: createHmac('sha256', 'kept by the operator').update(ann.id).digest('hex'),
  })
  expect(JSON.stringify(profile.body)).not.toContain('hash')
})

test('stores only the hash of a token and records the new session in the audit log', async () => {
  const { body } = await logIn(t.acme.gus.email, PASSWORD)
  const rows = await sql<{
    text: string
  }>`select s::text as text from session s union all select a::text from audit_entry a`.execute(system())
  expect(rows.rows.some((row) => row.text.includes(body.token))).toBe(false)
  expect(rows.rows.some((row) => row.text.includes('session.opened') && row.text.includes('Unknown browser'))).toBe(
    true,
  )
})

test('gives the same answer for a wrong password, an unknown email, a disabled user and a user without an organization', async () => {
  const { kernel } = t.process
  const make = (firstname: string) => makeUser(kernel, t.acme.id, { firstname, lastname: 'Acme', role: 'agent' })
  const [disabled, removed] = [await make('Dis'), await make('Rem')]
  await sql`update user_account set deactivated_at = now() where id = ${disabled.id}`.execute(system())
  await sql`update member set status = 'deactivated' where user_id = ${removed.id}`.execute(system())
  const answers = [
    await logIn(t.acme.vic.email, 'wrong'),
    await logIn('nobody@test.example', PASSWORD),
    await logIn(disabled.email, PASSWORD),
    await logIn(removed.email, PASSWORD),
    await logIn(`${t.acme.vic.email}' or '1'='1`, PASSWORD),
  ].map(({ http, retryAfter, body }) => ({ http, retryAfter, body: { ...body, requestId: undefined } }))
  expect(answers[0]).toMatchObject({ http: 422, retryAfter: null, body: { code: 'invalid_credentials' } })
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test('takes as long for an unknown email as for a wrong password', async () => {
  // Measures CPU time, which does not grow on a busy machine. Hashing is by far the largest part of it.
  const work = async (email: string) => {
    const before = process.cpuUsage()
    await logIn(email, 'wrong')
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let n = 0; n < 4; n++) {
    const user = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Tim', lastname: 'Ing', role: 'agent' })
    for (let m = 0; m < 4; m++) {
      known.push(await work(user.email))
      unknown.push(await work(`nobody${n}${m}@test.example`))
    }
  }
  // Without the dummy hash, an unknown email would take a tenth of the CPU time.
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 3)
})

test('delays log-ins after five wrong passwords, even with the right one, without delaying other users', async () => {
  const slow = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Slo', lastname: 'Acme', role: 'agent' })
  // A busy machine may need longer than the wait of a second for the next log-in, which then resets the count.
  const refused = await t.until(async () => {
    for (let n = 0; n < 5; n++) expect((await logIn(slow.email, `wrong ${n}`)).http).toBe(422)
    const sixth = await logIn(slow.email.toUpperCase(), PASSWORD)
    return sixth.http !== 200 && sixth
  })
  expect(refused).toMatchObject({ http: 429, retryAfter: '1', body: { code: 'slow_down' } })
  expect((await logIn(t.acme.gus.email, PASSWORD)).http).toBe(200)
  await t.until(async () => (await logIn(slow.email, PASSWORD)).http === 200)
  // A successful log-in resets the count.
  expect((await logIn(slow.email, 'wrong')).http).toBe(422)
  expect((await logIn(slow.email, PASSWORD)).http).toBe(200)
})

test('doubles the wait from one second up to 15 minutes', () => {
  expect([0, 1, 4, 5, 6, 7, 10, 14, 15, 100, 10_000].map(waitAfterFailures)).toEqual([
    0, 0, 0, 1, 2, 4, 32, 512, 900, 900, 900,
  ])
})

test('does not count successful log-ins, so that a whole shift can sign in from one address', async () => {
  const answers = []
  const shift = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Shi', lastname: 'Acme', role: 'agent' })
  for (let count = 0; count < 25; count++) answers.push((await logIn(shift.email, PASSWORD, '10.250.0.1')).http)
  expect(new Set(answers)).toEqual(new Set([200]))
})

test('allows 20 tries a minute per account and address and ignores a client-supplied address', async () => {
  const tries = []
  for (let n = 0; n < 22; n++) {
    tries.push(await logIn('guess@test.example', 'x', `6.6.6.${n}, 10.9.9.9`))
    // Without the wait after wrong passwords, which is longer.
    await forgetFailures()
  }
  expect(tries.map((answer) => answer.http)).toEqual([...Array<number>(20).fill(422), 429, 429])
  expect(Number(tries.at(-1)?.retryAfter)).toBeGreaterThan(0)
  expect(Number(tries.at(-1)?.retryAfter)).toBeLessThanOrEqual(60)
})

test('locks out no one else at an address where log-ins, resets and invitations fail', async () => {
  const address = '10.77.0.1'
  const one = await makeUser(t.process.kernel, t.acme.id, { firstname: 'One', lastname: 'Acme', role: 'agent' })
  for (let n = 0; n < 25; n++) expect((await logIn(`wrong${n}@test.example`, 'x', address)).http).toBe(422)
  const codes = new Set<unknown>()
  for (let n = 0; n < 25; n++) {
    const password = 'a plain long sentence'
    codes.add((await post(`/user/reset-password/wrong-${n}`, { password }, address)).body['code'])
    codes.add((await post('/user/invitation', { token: `wrong-${n}` }, address)).body['code'])
    codes.add((await post('/user/accept-invitation', { token: `wrong-${n}`, locale: 'en' }, address)).body['code'])
  }
  expect([...codes]).toEqual(['link_invalid'])
  expect((await logIn(one.email, PASSWORD, address)).http).toBe(200)
})

test('lets a trusted device log in where its own account is being guessed at, with a limit of its own', async () => {
  const address = '10.78.0.1'
  const two = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Two', lastname: 'Acme', role: 'agent' })
  const deviceToken = 'the device of two'
  await sql`insert into trusted_device (id, user_id, token_hash, user_agent, created_at, expires_at)
    values (gen_random_uuid(), ${two.id}, ${tokenHash(deviceToken)}, 'Test', now(), now() + interval '1 day')`.execute(
    system(),
  )
  for (let n = 0; n < 22; n++) {
    await logIn(two.email, 'wrong', address)
    await forgetFailures()
  }
  const byDevice = (password: string) => post(login.path, { email: two.email, password, deviceToken }, address)
  expect((await logIn(two.email, PASSWORD, address)).http).toBe(429)
  expect((await byDevice(PASSWORD)).http).toBe(200)
  const guesses = []
  for (let n = 0; n < 21; n++) guesses.push((await byDevice('wrong')).http)
  expect(guesses).toEqual([...Array<number>(20).fill(422), 429])
  expect((await post(login.path, { email: two.email, password: PASSWORD, deviceToken: 'unknown' }, address)).http).toBe(
    429,
  )
})

test('names the fields that are missing or too long', async () => {
  expect(await logIn('', '')).toMatchObject({
    http: 400,
    body: {
      code: 'invalid',
      fieldErrors: { email: expect.any(String) as string, password: expect.any(String) as string },
    },
  })
  expect((await logIn('a'.repeat(255), 'x')).http).toBe(400)
  expect((await logIn('a@b.example', 'x'.repeat(129))).http).toBe(400)
})

test('ends a token in every process at log-out and closes its sockets before the recheck', async () => {
  const { body } = await logIn(t.acme.gus.email, PASSWORD)
  const loggedOutUser: TestUser = { ...t.acme.gus, token: body.token }
  const otherProcess = await t.another('web')
  const listeners = [await t.connectClient(loggedOutUser), await t.connectClient(t.acme.gus)] as const
  const closed = new Promise<number>((resolve) => {
    const startedAt = performance.now()
    listeners[0].socket.once('disconnect', () => resolve(performance.now() - startedAt))
  })
  expect((await t.as(loggedOutUser).call(logout)).http).toBe(200)
  expect((await t.as(loggedOutUser).call(me)).http).toBe(403)
  expect((await callRaw(otherProcess.address, loggedOutUser.token, me)).http).toBe(403)
  expect((await t.as(loggedOutUser).call(logout)).http).toBe(403)
  expect(await closed).toBeLessThan(10_000)
  expect(listeners[0].all('session-revoked')).toEqual([{ reason: 'logged_out' }])
  // The other session of the same user continues.
  expect(listeners[1].socket.connected).toBe(true)
  expect((await t.as(t.acme.gus).call(me)).http).toBe(200)
})

test('enters a parent organization first, then by name, and does not offer closed ones', async () => {
  const { kernel } = t.process
  const pat = await makeUser(kernel, t.beta.id, { firstname: 'Pat', lastname: 'Beta', role: 'agent' })
  const [aaa, mom, shut] = [
    await makeOrg(kernel, 'Aaa', 4),
    await makeOrg(kernel, 'Mom', 5),
    await makeOrg(kernel, 'Aab', 6),
  ]
  for (const org of [aaa, mom, shut])
    await sql`insert into member (org_id, id, user_id, role, created_at) values (${org.id}, ${kernel.world.id()}, ${pat.id}, 'viewer', now())`.execute(
      system(),
    )
  await sql`update organization set parent_id = ${mom.id} where id = ${aaa.id}`.execute(system())
  await sql`update organization set status = 'closed' where id = ${shut.id}`.execute(system())
  const answer = await logIn(pat.email, PASSWORD)
  expect(answer.body).toMatchObject({ organization: { id: t.beta.id }, user: { role: 'agent' } })
  const profile = await t.as({ ...pat, token: answer.body.token }).call(me)
  expect(profile.body.organizations.map((organization) => organization.name)).toEqual(['Beta', 'Mom', 'Aaa'])
  expect(profile.body.organizations.at(-1)).toMatchObject({ parentOrganizationId: mom.id, role: 'viewer' })
})

test('lets a member of a past-due organization log in, read their own account and log out', async () => {
  const late = await makeOrg(t.process.kernel, 'Late', 7, { status: 'past_due' })
  const answer = await logIn(late.ann.email, PASSWORD)
  expect(answer).toMatchObject({ http: 200, body: { organization: { status: 'past_due' } } })
  const user = { ...late.ann, token: answer.body.token }
  expect((await t.as(user).call(me)).http).toBe(200)
  expect(await t.as(user).call(readContact, { query: { id: late.bob.id } })).toMatchObject({
    http: 401,
    body: { message: 'past_due' },
  })
  expect((await t.as(user).call(logout)).http).toBe(200)
})

test('updates the last use of a session at most every five minutes', async () => {
  const { ann } = t.beta
  const readLastSeen = async () =>
    (
      await sql<{ at: Date }>`select last_seen_at as at from session where user_id = ${ann.id}`.execute(system())
    ).rows[0]?.at.getTime() ?? 0
  const before = await readLastSeen()
  await t.as(ann).call(me)
  expect(await readLastSeen()).toBe(before)
  await sql`update session set last_seen_at = now() - interval '6 minutes' where user_id = ${ann.id}`.execute(system())
  await t.as(ann).call(me)
  expect(await readLastSeen()).toBeGreaterThanOrEqual(before)
})
