import { login } from '@crewline/contract/accounts'
import { memberLogIns, ownLogIns } from '@crewline/contract/list-log-ins'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeUser, PASSWORD, type TestUser } from '../../../test/kit/cast.ts'
import { keepFor, purge } from '../../../test/kit/retention.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
beforeEach(() => sql`delete from rate_limit`.execute(system()))

const system = () => t.process.kernel.database.asSystem('tests look at every organization')
const newMember = () => makeUser(t.process.kernel, t.acme.id, { firstname: 'Eve', lastname: 'Acme', role: 'agent' })
async function memberIdOf(user: TestUser): Promise<string> {
  const found = await sql<{ id: string }>`select id from member where user_id = ${user.id}`.execute(system())
  return found.rows[0]?.id ?? ''
}
const logInAs = (user: TestUser, password = PASSWORD) =>
  t.as(null).call(login, {
    body: { email: user.email, password },
    headers: {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    },
  })
const own = async (user: TestUser) => (await t.as(user).call(ownLogIns, { query: {} })).body.data

test('lists log-ins and refused ones with time, method, device and the network only', async () => {
  const eve = await newMember()
  await logInAs(eve, 'wrong password')
  await logInAs(eve)
  // A refused one is written well after its answer.
  await expect.poll(() => own(eve)).toHaveLength(2)
  const rows = await own(eve)
  expect(rows.map(({ method, refused }) => `${method} ${refused ?? 'accepted'}`).toSorted()).toEqual([
    'password accepted',
    'password password',
  ])
  expect(rows[0]).toMatchObject({ device: 'Chrome on Windows', network: '127.0.0.x' })
})

test('shows the history of a teammate to who manages the organization, and to no one else', async () => {
  const eve = await newMember()
  await logInAs(eve)
  const query = { memberId: await memberIdOf(eve) }
  expect((await t.as(t.acme.ann).call(memberLogIns, { query })).body.data).toEqual(await own(eve))
  expect((await t.as(t.acme.gus).call(memberLogIns, { query })).body.code).toBe('not_permitted')
  expect((await t.as(t.beta.ann).call(memberLogIns, { query })).http).toBe(404)
})

test('pages through a long history without gaps or repeats', async () => {
  const eve = await newMember()
  await sql`
    insert into log_in (org_id, id, user_id, at, method, device, network)
    select ${t.acme.id}, gen_random_uuid(), ${eve.id}, now() - n * interval '1 hour', 'password', 'x', 'x'
    from generate_series(1, 120) n`.execute(system())
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const { body } = await t.as(eve).call(ownLogIns, { query: cursor ? { cursor } : {} })
    ids.push(...body.data.map(({ id }) => id))
    cursor = body.nextCursor
  } while (cursor)
  expect([ids.length, new Set(ids).size]).toEqual([120, 120])
  expect((await t.as(eve).call(ownLogIns, { query: { cursor: 'nonsense' } })).body.fieldErrors).toHaveProperty('cursor')
})

test('is deleted after its retention period', async () => {
  const eve = await newMember()
  await sql`
    insert into log_in (org_id, id, user_id, at, method, device, network)
    values (${t.acme.id}, gen_random_uuid(), ${eve.id}, now() - interval '8 months', 'password', 'old', 'x'),
           (${t.acme.id}, gen_random_uuid(), ${eve.id}, now() - interval '1 month', 'password', 'recent', 'x')`.execute(
    system(),
  )
  await keepFor(t, 'log_ins', 6)
  await purge(t)
  expect((await own(eve)).map(({ device }) => device)).toEqual(['recent'])
})
