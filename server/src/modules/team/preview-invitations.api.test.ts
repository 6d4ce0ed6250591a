import { inviteMember, previewInvitations, team } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())
beforeEach(() => sql`delete from rate_limit`.execute(system()))

const system = () => t.process.kernel.database.asSystem('tests look at every organization')
const preview = (rows: { email: string; role: string }[], by = t.acme.ann) =>
  t.as(by).call(previewInvitations, { body: { rows } })
const problems = async (rows: { email: string; role: string }[], by = t.acme.ann) =>
  (await preview(rows, by)).body.rows.map(({ problem }) => problem)

test('says for each row why it would be refused, and invites no one', async () => {
  await t.as(t.acme.ann).call(inviteMember, { body: { email: 'una@preview.example', role: 'agent' } })
  const size = async () => (await t.as(t.acme.ann).call(team, { query: {} })).body.total
  const { kernel } = t.process
  const admin = await makeUser(kernel, t.acme.id, { firstname: 'Ada', lastname: 'Acme', role: 'admin' })
  const before = await size()
  expect(
    await problems(
      [
        { email: ' Jo@Preview.example ', role: 'agent' },
        { email: 'jo@preview.example', role: 'viewer' },
        { email: 'jo@', role: 'agent' },
        { email: 'UNA@preview.example', role: 'agent' },
        { email: t.acme.gus.email, role: 'agent' },
        { email: 'boss@preview.example', role: 'owner' },
        { email: 'lead@preview.example', role: kernel.world.id() },
      ],
      admin,
    ),
  ).toEqual([null, 'duplicate', 'invalid', 'already_invited', 'already_member', 'role_too_high', 'role_unknown'])
  expect(await size()).toBe(before)
})

test('refuses addresses of domains that the organization does not allow, and counts what is left today', async () => {
  await sql`update organization set settings = jsonb_set(settings, '{security}', '{"emailDomains": ["acme.example"]}')
    where id = ${t.acme.id}`.execute(system())
  const { body } = await preview([
    { email: 'jo@acme.example', role: 'agent' },
    { email: 'jo@other.example', role: 'agent' },
  ])
  expect(body.rows.map(({ problem }) => problem)).toEqual([null, 'domain'])
  expect(body.domains).toEqual(['acme.example'])
  await t.as(t.acme.ann).call(inviteMember, { body: { email: 'jo@acme.example', role: 'agent' } })
  expect((await preview([{ email: 'al@acme.example', role: 'agent' }])).body.left).toBe(body.left - 1)
})
