import { apiKeys, editApiKey, rotateApiKey, type ApiKeyPermission } from '@crewline/contract/api-keys'
import { auditEntries } from '@crewline/contract/audit'
import { readContact, editContact } from '@crewline/contract/contacts'
import { ALL_PERMISSIONS } from '@crewline/contract/permissions'
import { createRole } from '@crewline/contract/roles'
import { changeMember, team } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { issueKey, prove } from '../../../test/kit/api-keys.ts'
import { makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())
beforeEach(async () => {
  await sql`delete from rate_limit`.execute(system())
  await prove(t, t.acme.ann)
})

const system = () => t.process.kernel.database.asSystem('tests look at every organization')
const edit = (
  id: string,
  body: { permissions?: ApiKeyPermission[]; groupIds?: string[] | null },
  by: TestUser = t.acme.ann,
) => t.as(by).call(editApiKey, { query: { id }, body })
const readBob = (key: TestUser) => t.as(key).call(readContact, { query: { id: t.acme.bob.id } })
async function memberIdOf(user: TestUser): Promise<string> {
  const found = await sql<{ id: string }>`
    select id from member where org_id = ${user.orgId} and user_id = ${user.id}`.execute(system())
  return found.rows[0]?.id ?? ''
}

test('changes what a key may do from its next call, reconnects its sockets, and keeps the key itself', async () => {
  const key = await issueKey(t, ['contacts.read'])
  const client = await t.connectClient(key)
  expect((await t.as(key).call(team, { query: {} })).http).toBe(422)
  const { apiKey } = (await edit(key.id, { permissions: ['team.read', 'contacts.read', 'contacts.edit'] })).body
  expect(apiKey.permissions).toEqual(['team.read', 'contacts.read', 'contacts.edit'])
  expect((await t.as(key).call(team, { query: {} })).http).toBe(200)
  expect((await t.as(key).call(editContact, { query: { id: t.acme.bob.id }, body: { lastname: 'B' } })).http).toBe(200)
  await client.next('access-changed')
  await t.until(async () => !client.socket.connected)
  await edit(key.id, { permissions: ['contacts.read'] })
  expect((await t.as(key).call(team, { query: {} })).http).toBe(422)
  expect((await readBob(key)).http).toBe(200)
})

test('limits a key to groups and takes the limit away, with both in the audit log', async () => {
  const groupId = await makeGroup(t.process.kernel, t.acme.id, 'Night shift', [t.acme.cat.id])
  const key = await issueKey(t, ['contacts.read'])
  expect((await edit(key.id, { groupIds: [groupId] })).body.apiKey.groups).toEqual([
    { id: groupId, name: 'Night shift' },
  ])
  expect((await readBob(key)).http).toBe(404)
  expect((await edit(key.id, { groupIds: null })).body.apiKey.groups).toBeNull()
  expect((await readBob(key)).http).toBe(200)
  const { data } = (await t.as(t.acme.ann).call(auditEntries, { query: { objectId: key.id } })).body
  expect(data.filter(({ action }) => action === 'api-key.changed')).toHaveLength(2)
  expect((await edit(key.id, { groupIds: [] })).body.fieldErrors).toMatchObject({
    groupIds: expect.any(String) as unknown,
  })
  expect((await edit(key.id, { groupIds: [t.beta.bob.id] })).http).toBe(404)
})

test('is refused without a fresh proof, for another organization, and for an ended key', async () => {
  const key = await issueKey(t, ['contacts.read'])
  expect((await edit(key.id, { permissions: ['team.read'] }, t.beta.ann)).http).toBe(404)
  await prove(t, t.acme.ann, 11)
  expect((await edit(key.id, { permissions: ['team.read'] })).body.code).toBe('proof_needed')
  await prove(t, t.acme.ann)
  await sql`update api_key set expires_at = now() - interval '1 second' where id = ${key.id}`.execute(system())
  expect((await edit(key.id, { permissions: ['team.read'] })).http).toBe(404)
})

test('lets no one give what they lack, nor change or replace a key that may do more than they', async () => {
  const permissions = ALL_PERMISSIONS.filter((permission) => permission !== 'contacts.sensitive')
  const { role } = (await t.as(t.acme.ann).call(createRole, { body: { name: 'Technician', permissions } })).body
  const kit = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Kit', lastname: 'Acme', role: 'agent' })
  await t.as(t.acme.ann).call(changeMember, { query: { memberId: await memberIdOf(kit) }, body: { role: role.id } })
  await prove(t, kit)
  const plain = await issueKey(t, ['contacts.read'])
  expect((await edit(plain.id, { permissions: ['contacts.sensitive'] }, kit)).body.fieldErrors).toHaveProperty(
    'permissions',
  )
  expect((await edit(plain.id, { permissions: ['contacts.read', 'team.read'] }, kit)).http).toBe(200)
  const greater = await issueKey(t, ['contacts.read', 'contacts.sensitive'])
  for (const refused of [
    await edit(greater.id, { permissions: ['contacts.read'] }, kit),
    await t.as(kit).call(rotateApiKey, { params: { id: greater.id }, body: {} }),
  ])
    expect(refused.body.code).toBe('not_permitted')
  const listed = (await t.as(t.acme.ann).call(apiKeys)).body.apiKeys.find(({ id }) => id === greater.id)
  expect(listed?.permissions).toEqual(['contacts.read', 'contacts.sensitive'])
})

test('emails the owners when a key is created or replaced, with its name and who did it, never the key', async () => {
  const key = await issueKey(t, ['contacts.read'], { name: 'Roster sync' })
  await t.as(t.acme.ann).call(rotateApiKey, { params: { id: key.id }, body: {} })
  const mails = await t.until(async () => {
    const found = (await t.mailsTo(t.acme.ann.email)).filter(({ text }) => text.includes('Roster sync'))
    return found.length === 2 && found
  })
  const texts = mails.map(({ text }) => text).join('\n')
  expect(texts).toContain('Ann Acme created the API key "Roster sync"')
  expect(texts).toContain('Ann Acme replaced the API key "Roster sync"')
  expect(texts).not.toContain(key.token)
})

test('emails the owners when a key may do or see more than before, and no one when it may do less', async () => {
  const groupId = await makeGroup(t.process.kernel, t.acme.id, 'Docks', [t.acme.cat.id])
  const key = await issueKey(t, ['contacts.read'], { name: 'Dock board', groupIds: [groupId] })
  const changes = async () =>
    (await t.mailsTo(t.acme.ann.email)).filter(({ text }) => text.includes('changed the API key "Dock board"')).length
  await edit(key.id, { permissions: ['contacts.read', 'team.read'] })
  await t.until(async () => (await changes()) === 1)
  await edit(key.id, { permissions: ['contacts.read'] })
  await edit(key.id, { permissions: ['contacts.read'] })
  await edit(key.id, { groupIds: null })
  await t.until(async () => (await changes()) === 2)
  await edit(key.id, { groupIds: [groupId] })
  await t.as(t.acme.ann).call(rotateApiKey, { params: { id: key.id }, body: {} })
  await t.until(async () =>
    (await t.mailsTo(t.acme.ann.email)).some(({ text }) => text.includes('replaced the API key "Dock board"')),
  )
  expect(await changes(), 'emails about what was taken away').toBe(2)
})
