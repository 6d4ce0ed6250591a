import { login, logout, me } from '@crewline/contract/accounts'
import { readContact } from '@crewline/contract/contacts'
import { permissionsOf } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrg, makePerson, PASSWORD, type Person } from '../../../test/kit/cast.ts'
import { callRaw } from '../../../test/kit/contract.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { waitAfter } from './rules.ts'

let t: House
beforeAll(async () => {
  // One proxy is believed, so that each visitor of a test can come from an address of their own.
  t = await house({ roles: 'web', settings: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look behind the door')
let visitors = 0

/** Logs in from an address nobody used before. */
async function logIn(
  email: string,
  password: string,
  address = `10.1.${visitors++ % 250}.${Math.floor(visitors / 250)}`,
) {
  const { hostname } = new URL(t.process.address)
  const answer = await fetch(`${t.process.address}/api${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, host: hostname, 'user-agent': 'Test/1' },
    body: JSON.stringify({ email, password }),
  })
  const body = (await answer.json()) as Record<string, unknown> & { token: string; requestId?: string }
  return { http: answer.status, retryAfter: answer.headers.get('retry-after'), body }
}

test('the right password opens a session, whatever the case of the e-mail and the form of the letters', async () => {
  const { ann } = t.acme
  const answer = await logIn(`  ${ann.email.toUpperCase()} `, PASSWORD)
  expect(answer).toMatchObject({
    http: 200,
    body: {
      status: 'OK',
      user: { id: ann.id, email: ann.email, role: 'owner', permissions: permissionsOf('owner') },
      organization: { id: t.acme.id, name: 'Acme', standing: 'active' },
      needBilling: false,
    },
  })
  expect(answer.body.token).toMatch(/^crew_[\w-]{43}$/)
  const who = await t.as({ ...ann, token: answer.body.token }).call(me)
  expect(who.body).toMatchObject({
    user: { id: ann.id },
    organizations: [{ id: t.acme.id, name: 'Acme', role: 'owner' }],
  })
  expect(JSON.stringify(who.body)).not.toContain('hash')
})

test('only the hash of a token is stored, and the opening is on the record', async () => {
  const { body } = await logIn(t.acme.gus.email, PASSWORD)
  const rows = await sql<{
    text: string
  }>`select s::text as text from session s union all select a::text from audit_entry a`.execute(system())
  expect(rows.rows.some((row) => row.text.includes(body.token))).toBe(false)
  expect(
    rows.rows.some((row) => row.text.includes('session.opened') && row.text.includes('A program we do not know')),
  ).toBe(true)
})

test('a wrong password, an unknown e-mail, a disabled person and one without an organization hear the same', async () => {
  const { kernel } = t.process
  const make = (firstname: string) => makePerson(kernel, t.acme.id, { firstname, lastname: 'Acme', role: 'agent' })
  const [disabled, removed] = [await make('Dis'), await make('Rem')]
  await sql`update person set deactivated_at = now() where id = ${disabled.id}`.execute(system())
  await sql`update member set status = 'deactivated' where person_id = ${removed.id}`.execute(system())
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

test('an unknown e-mail takes as long as a wrong password', async () => {
  // Counted in work, of which a busy machine makes no more; hashing is by far the most of it.
  const work = async (email: string) => {
    const before = process.cpuUsage()
    await logIn(email, 'wrong')
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let n = 0; n < 4; n++) {
    const person = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Tim', lastname: 'Ing', role: 'agent' })
    for (let m = 0; m < 4; m++) {
      known.push(await work(person.email))
      unknown.push(await work(`nobody${n}${m}@test.example`))
    }
  }
  // Without the dummy hash an unknown e-mail would take a tenth of the work.
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 3)
})

test('after five wrong passwords one must wait, also with the right one, and others are not kept waiting', async () => {
  const slow = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Slo', lastname: 'Acme', role: 'agent' })
  for (let n = 0; n < 5; n++) expect((await logIn(slow.email, `wrong ${n}`)).http).toBe(422)
  const refused = await logIn(slow.email.toUpperCase(), PASSWORD)
  expect(refused).toMatchObject({ http: 429, retryAfter: '1', body: { code: 'slow_down' } })
  expect((await logIn(t.acme.gus.email, PASSWORD)).http).toBe(200)
  await t.until(async () => (await logIn(slow.email, PASSWORD)).http === 200)
  // Having got in, one starts anew.
  expect((await logIn(slow.email, 'wrong')).http).toBe(422)
  expect((await logIn(slow.email, PASSWORD)).http).toBe(200)
})

test('the wait doubles from one second to a quarter of an hour', () => {
  expect([0, 1, 4, 5, 6, 7, 10, 14, 15, 100, 10_000].map(waitAfter)).toEqual([0, 0, 0, 1, 2, 4, 32, 512, 900, 900, 900])
})

test('a log-in that worked gives its place back: a whole shift signs in behind one address', async () => {
  const answers = []
  const shift = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Shi', lastname: 'Acme', role: 'agent' })
  for (let count = 0; count < 25; count++) answers.push((await logIn(shift.email, PASSWORD, '10.250.0.1')).http)
  expect(new Set(answers)).toEqual(new Set([200]))
})

test('one address may try twenty times a minute, and an address said by the visitor does not count', async () => {
  const tries = []
  for (let n = 0; n < 22; n++) tries.push(await logIn(`guess${n}@test.example`, 'x', `6.6.6.${n}, 10.9.9.9`))
  expect(tries.map((one) => one.http)).toEqual([...Array<number>(20).fill(422), 429, 429])
  expect(Number(tries.at(-1)?.retryAfter)).toBeGreaterThan(0)
  expect(Number(tries.at(-1)?.retryAfter)).toBeLessThanOrEqual(60)
})

test('fields that are missing or too long are named', async () => {
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

test('logging out ends the token at once, here and in other processes, and its sockets within a second', async () => {
  const { body } = await logIn(t.acme.gus.email, PASSWORD)
  const gone: Person = { ...t.acme.gus, token: body.token }
  const other = await t.another('web')
  const ears = [await t.heard(gone), await t.heard(t.acme.gus)] as const
  const closed = new Promise<number>((resolve) => {
    const startedAt = performance.now()
    ears[0].socket.once('disconnect', () => resolve(performance.now() - startedAt))
  })
  expect((await t.as(gone).call(logout)).http).toBe(200)
  expect((await t.as(gone).call(me)).http).toBe(403)
  expect((await callRaw(other.address, gone.token, me)).http).toBe(403)
  expect((await t.as(gone).call(logout)).http).toBe(403)
  expect(await closed).toBeLessThan(1_000)
  expect(ears[0].all('session-revoked')).toHaveLength(1)
  // The other session of the same person goes on.
  expect(ears[1].socket.connected).toBe(true)
  expect((await t.as(t.acme.gus).call(me)).http).toBe(200)
})

test('who belongs to several organizations enters a parent first, then by name; closed ones are not offered', async () => {
  const { kernel } = t.process
  const pat = await makePerson(kernel, t.beta.id, { firstname: 'Pat', lastname: 'Beta', role: 'agent' })
  const [aaa, mom, shut] = [
    await makeOrg(kernel, 'Aaa', 4),
    await makeOrg(kernel, 'Mom', 5),
    await makeOrg(kernel, 'Aab', 6),
  ]
  for (const org of [aaa, mom, shut])
    await sql`insert into member (org_id, id, person_id, role, created_at) values (${org.id}, ${kernel.world.id()}, ${pat.id}, 'viewer', now())`.execute(
      system(),
    )
  await sql`update organization set parent_id = ${mom.id} where id = ${aaa.id}`.execute(system())
  await sql`update organization set standing = 'closed' where id = ${shut.id}`.execute(system())
  const answer = await logIn(pat.email, PASSWORD)
  expect(answer.body).toMatchObject({ organization: { id: t.beta.id }, user: { role: 'agent' } })
  const who = await t.as({ ...pat, token: answer.body.token }).call(me)
  expect(who.body.organizations.map((one) => one.name)).toEqual(['Beta', 'Mom', 'Aaa'])
  expect(who.body.organizations.at(-1)).toMatchObject({ parentOrganizationId: mom.id, role: 'viewer' })
})

test('a member of an organization past due may come in, look at themselves and leave', async () => {
  const late = await makeOrg(t.process.kernel, 'Late', 7, { standing: 'past_due' })
  const answer = await logIn(late.ann.email, PASSWORD)
  expect(answer).toMatchObject({ http: 200, body: { organization: { standing: 'past_due' } } })
  const person = { ...late.ann, token: answer.body.token }
  expect((await t.as(person).call(me)).http).toBe(200)
  expect(await t.as(person).call(readContact, { query: { id: late.bob.id } })).toMatchObject({
    http: 401,
    body: { message: 'past_due' },
  })
  expect((await t.as(person).call(logout)).http).toBe(200)
})

test('a session is noted as used at most every five minutes, and only when it is', async () => {
  const { ann } = t.beta
  const seen = async () =>
    (
      await sql<{ at: Date }>`select last_seen_at as at from session where person_id = ${ann.id}`.execute(system())
    ).rows[0]?.at.getTime() ?? 0
  const before = await seen()
  await t.as(ann).call(me)
  expect(await seen()).toBe(before)
  await sql`update session set last_seen_at = now() - interval '6 minutes' where person_id = ${ann.id}`.execute(
    system(),
  )
  await t.as(ann).call(me)
  expect(await seen()).toBeGreaterThanOrEqual(before)
})
