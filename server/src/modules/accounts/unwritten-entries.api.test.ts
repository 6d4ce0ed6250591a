import { editSettings, login, me, prove } from '@crewline/contract/accounts'
import { setInfo } from '@crewline/contract/sign-up'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser, PASSWORD } from '../../../test/kit/cast.ts'
import { refuseEntries } from '../../../test/kit/refuse-entries.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeLog } from '../../kernel/log.ts'

// A change of an account or an organization and the audit entry about it are stored together or not at all.
let t: TestApp
const logged: string[] = []
beforeAll(async () => {
  t = await testApp({ roles: 'web', log: makeLog('error', { write: (line) => logged.push(line) }) })
})
afterAll(async () => {
  await t.close()
  // Nothing but what the database was made to refuse.
  const others = logged.filter((line) => !line.includes('"message":"refused"'))
  if (others.length > 0) throw new Error(`the server logged errors:\n${others.join('')}`)
})

const system = () => t.process.kernel.database.asSystem('tests read every organization')

test('changes nothing about an organization when the entry about the change cannot be written', async () => {
  const organization = {
    ...{ name: 'North Mill', industry: 'manufacturing' as const, headcount: '51-200' as const },
    ...{ timezone: 'America/Denver', country: 'US' },
  }
  const owner = await makeUser(t.process.kernel, t.beta.id, { firstname: 'Own', lastname: 'Er', role: 'owner' })
  await sql`update organization set needs_info = true where id = ${t.beta.id}`.execute(system())
  const describe = () =>
    t.as(owner).call(setInfo, { body: { firstname: 'Olga', phone: '(312) 555-0143', organization } })
  const state = async () =>
    (
      await sql`select o.name, o.timezone, o.industry, o.needs_info, u.firstname, u.phone from organization o, user_account u
        where o.id = ${t.beta.id} and u.id = ${owner.id}`.execute(system())
    ).rows[0]
  const before = await state()
  await refuseEntries(t, 'organization.described', async () => {
    expect((await describe()).http).toBe(500)
    expect(await state()).toEqual(before)
  })
  expect(await describe()).toMatchObject({ http: 200, body: { user: { firstname: 'Olga', phone: '+13125550143' } } })
  expect(await state()).toMatchObject({
    name: 'North Mill',
    timezone: 'America/Denver',
    needs_info: false,
    firstname: 'Olga',
  })
  const entries = await sql`
    select from audit_entry where org_id = ${t.beta.id} and action = 'organization.described'`.execute(system())
  expect(entries.rows).toHaveLength(1)
  expect(await describe()).toMatchObject({ http: 409, body: { code: 'info_known' } })
})

test.each([
  ['all contacts', 'all'],
  ['some groups', 'groups'],
])('changes nothing about a member who sees %s when the entry about it cannot be written', async (_, sees) => {
  const user = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Half', lastname: 'Own', role: 'agent' })
  await sql`update member set scope = ${sees} where user_id = ${user.id}`.execute(system())
  const newPassword = 'grain-elevator-seven'
  const rename = async (token: string) => {
    const session = t.as({ ...user, token })
    await session.call(prove, { body: { password: PASSWORD } })
    return session.call(editSettings, { body: { firstname: 'Whole', newPassword, phone: '(312) 555-0144' } })
  }
  const logIn = () => t.as(null).call(login, { body: { email: user.email, password: PASSWORD } })
  await refuseEntries(t, 'account.changed', async () => {
    expect((await rename(user.token)).http).toBe(500)
    expect((await t.as(user).call(me)).body.user).toMatchObject({ firstname: 'Half', phone: null })
    expect((await logIn()).body.token).toEqual(expect.any(String))
  })
  expect(await rename(user.token)).toMatchObject({
    http: 200,
    body: { user: { firstname: 'Whole', phone: '+13125550144' } },
  })
  const entries = await sql`
    select from audit_entry where target = ${user.id} and action = 'account.changed'`.execute(system())
  expect(entries.rows).toHaveLength(1)
})
