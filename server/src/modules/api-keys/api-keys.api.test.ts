import { API_KEY_CALLS_PER_MINUTE } from '@crewline/contract/api-key-limits'
import { apiKeys, createApiKey, revokeApiKey, rotateApiKey, ApiKeyPermission } from '@crewline/contract/api-keys'
import { groupContacts } from '@crewline/contract/audience'
import { forgotPassword, login } from '@crewline/contract/accounts'
import { bulkContacts, contactRun } from '@crewline/contract/contact-lists'
import { createContact, editContact, readContact } from '@crewline/contract/contacts'
import { conversation } from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import { team } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueKey, prove } from '../../../test/kit/api-keys.ts'
import { limitTo, makeGroup, makeUser } from '../../../test/kit/cast.ts'
import { callRaw, everyEndpoint, fieldsOf, type Wire } from '../../../test/kit/contract.ts'
import { sendHttpRequest } from '../../../test/kit/ask.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { runContactActions } from '../contact-lists/index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  await prove(t, t.acme.ann)
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look at every organization')

const issue = (permissions: ApiKeyPermission[], more: Parameters<typeof issueKey>[2] = {}) =>
  issueKey(t, permissions, more)

const refusal = (answer: { http: number; body: { code?: string } }) => ({ http: answer.http, code: answer.body.code })

test('a key is shown once, stored as a hash, and listed with what it may do, by whom and since when', async () => {
  const created = await t.as(t.acme.ann).call(createApiKey, {
    body: {
      name: 'Roster sync',
      permissions: ['contacts.read', 'contacts.edit'],
      expiresAt: '2027-06-01T00:00:00.000Z',
    },
  })
  const { apiKey, secret } = created.body
  expect(secret.startsWith(apiKey.start)).toBe(true)
  expect(apiKey).toMatchObject({
    name: 'Roster sync',
    permissions: ['contacts.read', 'contacts.edit'],
    groups: null,
    state: 'active',
    createdBy: { userId: t.acme.ann.id, name: 'Ann Acme', isMember: true },
    expiresAt: '2027-06-01T00:00:00.000Z',
    lastUsedAt: null,
    revokedAt: null,
  })
  const stored = await sql<{ text: string }>`
    select k::text as text from api_key k union all select a::text from audit_entry a union all select u::text from user_account u`.execute(
    system(),
  )
  for (const { text } of stored.rows) expect(text).not.toContain(secret.slice(apiKey.start.length))
  const list = await t.as(t.acme.ann).call(apiKeys)
  expect(list.body.apiKeys).toContainEqual(apiKey)
  expect(JSON.stringify(list.body)).not.toContain(secret)
  expect((await t.as(t.beta.ann).call(apiKeys)).body.apiKeys).toEqual([])
})

test('only owners and admins manage keys, and only after they proved who they are', async () => {
  for (const role of ['manager', 'agent', 'author', 'viewer'] as const) {
    const user = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Rob', lastname: 'Role', role })
    expect(refusal(await t.as(user).call(apiKeys))).toEqual({ http: 422, code: 'not_permitted' })
  }
  const admin = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Ada', lastname: 'Min', role: 'admin' })
  const key = await issue(['contacts.read'], { by: admin })
  await prove(t, admin, 11)
  const body = { name: 'Late', permissions: ['contacts.read' as const] }
  expect(refusal(await t.as(admin).call(createApiKey, { body }))).toEqual({ http: 422, code: 'proof_needed' })
  expect(refusal(await t.as(admin).call(rotateApiKey, { params: { id: key.id }, body: {} }))).toEqual({
    http: 422,
    code: 'proof_needed',
  })
  // Ending a key is never held up.
  expect((await t.as(admin).call(revokeApiKey, { query: { id: key.id } })).http).toBe(200)
})

test('a key does what it may, under its own name, and its use is shown', async () => {
  const key = await issue(['contacts.read', 'inbox.read', 'inbox.reply'])
  const sent = await t.as(key).call(sendMessage, { body: { contactId: t.acme.bob.id, body: 'Shift at 7' } })
  expect(sent.http).toBe(200)
  const thread = await t.as(t.acme.ann).call(conversation, { params: { id: t.acme.bob.id }, query: {} })
  expect(thread.body.messages?.at(-1)).toMatchObject({
    body: 'Shift at 7',
    sender: { firstname: 'API key', lastname: 'Payroll' },
  })
  const created = await t
    .as(await issue(['contacts.edit', 'contacts.read'], { name: 'Hiring' }))
    .call(createContact, { body: { firstname: 'Nia', lastname: 'New', phone: '+14155550199' } })
  const audits = await sql<{ by: string }>`
    select trim(p.firstname || ' ' || p.lastname) as by from audit_entry e join user_account p on p.id = e.actor_id
    where e.target = ${created.body.contact.id}`.execute(system())
  expect(audits.rows[0]?.by).toBe('API key Hiring')
  const listed = (await t.as(t.acme.ann).call(apiKeys)).body.apiKeys.find(({ id }) => id === key.id)
  expect(listed?.lastUsedAt).not.toBeNull()
})

test('a key is no teammate and can never sign in', async () => {
  const before = (await t.as(t.acme.ann).call(team, { query: {} })).body.total
  const key = await issue(['inbox.read'], { name: 'Not a person' })
  const after = (await t.as(t.acme.ann).call(team, { query: {} })).body.total
  expect(after).toBe(before)
  const { rows } = await sql<{ email: string }>`
    select email from user_account p join api_key k on k.user_id = p.id where k.id = ${key.id}`.execute(system())
  const email = rows[0]?.email ?? ''
  expect(refusal(await t.as(null).call(login, { body: { email, password: 'correct horse battery' } })).code).toBe(
    'invalid_credentials',
  )
  await t.as(null).call(forgotPassword, { body: { email } })
  expect(await t.mailsTo(email)).toEqual([])
})

const endpoints = (await everyEndpoint()).filter(([, { session }]) => session !== 'none')
const somewhere = (endpoint: (typeof endpoints)[number][1]): Wire => ({
  params: Object.fromEntries(Object.keys(fieldsOf(endpoint.params).fields).map((name) => [name, t.acme.bob.id])),
})

test('endpoints that need a permission refuse a key without it, and name it', async () => {
  const key = await issue(['team.read'])
  for (const [name, endpoint] of endpoints.filter(
    ([, { can, apiKeys: rule }]) => can && can !== 'team.read' && rule === 'allowed',
  )) {
    const { http, body } = await callRaw(t.process.address, key.token, endpoint, somewhere(endpoint))
    expect({ name, http, code: body['code'] }).toEqual({ name, http: 422, code: 'not_permitted' })
    expect(body['message']).toContain(endpoint.can)
  }
})

test('endpoints about a person refuse every key in words', async () => {
  const key = await issue([...ApiKeyPermission.options])
  const refused = endpoints.filter(([, { apiKeys: rule }]) => rule === 'refused')
  expect(refused.length).toBeGreaterThan(40)
  for (const [name, endpoint] of refused) {
    const { http, body } = await callRaw(t.process.address, key.token, endpoint, somewhere(endpoint))
    expect({ name, http, code: body['code'] }).toEqual({ name, http: 422, code: 'not_for_api_keys' })
    expect(body['message']).toBe("API keys can't do this. Log in as a member.")
  }
})

test('a key with every permission is admitted wherever keys are', async () => {
  const key = await issue([...ApiKeyPermission.options])
  for (const [name, endpoint] of endpoints.filter(([, { apiKeys: rule }]) => rule === 'allowed')) {
    const { http, body } = await callRaw(t.process.address, key.token, endpoint, somewhere(endpoint))
    expect({
      name,
      isRefused: http === 403 || ['not_permitted', 'not_for_api_keys'].includes(String(body['code'])),
    }).toEqual({
      name,
      isRefused: false,
    })
    expect({ name, is500: http >= 500 }).toEqual({ name, is500: false })
  }
})

test('a key limited to groups sees only their contacts, and no more groups than its creator', async () => {
  const groupId = await makeGroup(t.process.kernel, t.acme.id, 'Night shift', [t.acme.bob.id])
  const key = await issue(['contacts.read', 'groups.read', 'contacts.edit'], { groupIds: [groupId] })
  expect((await t.as(key).call(readContact, { query: { id: t.acme.bob.id } })).http).toBe(200)
  expect(refusal(await t.as(key).call(readContact, { query: { id: t.acme.cat.id } }))).toEqual({
    http: 404,
    code: 'not_found',
  })
  expect((await t.as(key).call(groupContacts, { query: { id: groupId } })).http).toBe(200)
  const foreign = await makeGroup(t.process.kernel, t.beta.id, 'Theirs', [])
  for (const groupIds of [[foreign], [groupId, foreign]]) {
    const body = { name: 'Wide', permissions: ['contacts.read' as const], groupIds }
    expect(refusal(await t.as(t.acme.ann).call(createApiKey, { body }))).toEqual({ http: 404, code: 'not_found' })
  }
  const none = { name: 'None', permissions: ['contacts.read' as const], groupIds: [] }
  expect((await t.as(t.acme.ann).call(createApiKey, { body: none })).body.fieldErrors).toEqual({
    groupIds: 'Choose at least one group.',
  })
})

test('a bulk action that a key started goes on as the key, and stops when the key is revoked', async () => {
  await sql`
    insert into contact (org_id, id, firstname, lastname, sort_name, source, created_at, updated_at)
    select ${t.acme.id}::uuid, gen_random_uuid(), 'Keyed', n::text, 'keyed ' || n, 'manual', now() - interval '1 hour', now()
    from generate_series(1, 1200) n`.execute(t.process.kernel.database.ofOrg(t.acme.id))
  const key = await issue(['contacts.read', 'contacts.edit'])
  const start = async (value: string) => {
    const body = {
      selectedAll: true,
      audience: { search: 'keyed' },
      do: { act: 'edit' as const, field: 'jobTitle', value },
    }
    const { run } = (await t.as(key).call(bulkContacts, { body })).body
    expect(run.state).toBe('running')
    return run.id
  }
  const stateOf = async (id: string) =>
    (await sql<{ state: string; seen: number }>`select state, seen from contact_run where id = ${id}`.execute(system()))
      .rows[0]
  const first = await start('Picker')
  while (await runContactActions(t.process.kernel));
  expect((await t.as(key).call(contactRun, { params: { id: first } })).body.run).toMatchObject({
    state: 'done',
    changed: 1200,
  })
  const second = await start('Packer')
  await t.as(t.acme.ann).call(revokeApiKey, { query: { id: key.id } })
  while (await runContactActions(t.process.kernel));
  expect((await stateOf(second))?.state).toBe('stopped')
})

test('a revoked, expired, mistyped or foreign key is refused at once with 403', async () => {
  const key = await issue(['contacts.read'])
  const ask = (token: string) => t.as({ ...key, token }).call(readContact, { query: { id: t.acme.bob.id } })
  expect((await ask(key.token)).http).toBe(200)
  await t.as(t.acme.ann).call(revokeApiKey, { query: { id: key.id } })
  const revoked = await ask(key.token)
  expect(refusal(revoked)).toEqual({ http: 403, code: 'session_invalid' })
  expect(revoked.body.message).toBe("This API key doesn't work. It may have been revoked, or it expired.")
  const expiring = await issue(['contacts.read'], { expiresAt: '2027-06-01T00:00:00.000Z' })
  await sql`update api_key set expires_at = now() - interval '1 second' where id = ${expiring.id}`.execute(system())
  expect((await ask(expiring.token)).http).toBe(403)
  const live = await issue(['contacts.read'])
  for (const token of [
    live.token.slice(0, -1),
    `${live.token}x`,
    live.token.toLowerCase(),
    'crewline_',
    `crewline_${'0'.repeat(49)}`,
  ])
    expect((await ask(token)).http).toBe(403)
  expect(
    refusal(await t.as({ ...live, token: live.token }).call(readContact, { query: { id: t.beta.bob.id } })).http,
  ).toBe(404)
  expect(refusal(await t.as(t.beta.ann).call(revokeApiKey, { query: { id: live.id } }))).toEqual({
    http: 404,
    code: 'not_found',
  })
  expect((await ask(live.token)).http).toBe(200)
  expect((await t.as(t.acme.ann).call(revokeApiKey, { query: { id: key.id } })).http).toBe(404)
})

test('a rotated key works as the new one at once and as the old one for the overlap', async () => {
  const key = await issue(['contacts.read'])
  const ask = (token: string) => t.as({ ...key, token }).call(readContact, { query: { id: t.acme.bob.id } })
  const rotated = await t.as(t.acme.ann).call(rotateApiKey, { params: { id: key.id }, body: { overlapHours: 1 } })
  expect([(await ask(key.token)).http, (await ask(rotated.body.secret)).http]).toEqual([200, 200])
  await sql`update api_key set previous_until = now() - interval '1 second' where id = ${key.id}`.execute(system())
  expect([(await ask(key.token)).http, (await ask(rotated.body.secret)).http]).toEqual([403, 200])
  const replaced = await t.as(t.acme.ann).call(rotateApiKey, { params: { id: key.id }, body: { overlapHours: 0 } })
  expect([(await ask(rotated.body.secret)).http, (await ask(replaced.body.secret)).http]).toEqual([403, 200])
  expect(replaced.body.apiKey.start).toBe(replaced.body.secret.slice(0, 15))
})

test('sockets of a key get the events of its permissions and groups, and close when it is revoked', async () => {
  const groupId = await makeGroup(t.process.kernel, t.acme.id, 'Listened', [t.acme.dan.id])
  const key = await issue(['contacts.read', 'inbox.read'], { groupIds: [groupId] })
  const client = await t.connectClient(key)
  const editor = await issue(['contacts.read', 'contacts.edit'])
  for (const contact of [t.acme.bob, t.acme.dan])
    await t.as(editor).call(editContact, { query: { id: contact.id }, body: { lastname: 'Changed' } })
  await t.until(async () => client.all('contact-updated').length > 0)
  expect(client.all('contact-updated').map((data) => (data as { contact: { id: string } }).contact.id)).toEqual([
    t.acme.dan.id,
  ])
  await t.as(t.acme.ann).call(revokeApiKey, { query: { id: key.id } })
  await t.until(async () => !client.socket.connected)
  await expect(t.connectClient(key)).rejects.toThrow('session_invalid')
})

test('every response to a key says how many calls are left, and a used-up minute when to come back', async () => {
  const key = await issue(['contacts.read'])
  const ask = (path: string) =>
    sendHttpRequest(`${t.process.address}/api${path}`, {
      method: 'GET',
      headers: { authorization: `Bearer ${key.token}` },
      body: undefined,
    })
  const first = await ask(`/contact?id=${t.acme.bob.id}`)
  expect(first.headers['ratelimit-policy']).toBe(`"api-key";q=${API_KEY_CALLS_PER_MINUTE};w=60`)
  const left = /^"api-key";r=(\d+);t=\d+$/.exec(String(first.headers['ratelimit']))?.[1]
  expect(Number(left)).toBe(API_KEY_CALLS_PER_MINUTE - 1)
  for (const path of ['/user/me', '/analytics', '/contact?id=x', '/organization/settings'])
    if (path !== '/analytics') expect((await ask(path)).headers['ratelimit']).toMatch(/^"api-key";r=\d+;t=\d+$/)
  await sql`update rate_limit set points = ${API_KEY_CALLS_PER_MINUTE} where key like 'api-key:%'`.execute(system())
  const refused = await ask(`/contact?id=${t.acme.bob.id}`)
  expect(refused.http).toBe(429)
  expect(refused.headers['ratelimit']).toMatch(/^"api-key";r=0;t=\d+$/)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('a creator limited to groups can only make keys limited to the same groups', async () => {
  const groupId = await makeGroup(t.process.kernel, t.acme.id, 'Own', [t.acme.bob.id])
  const manager = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Mia', lastname: 'Nager', role: 'manager' })
  await limitTo(t.process.kernel, manager, [groupId])
  expect(
    refusal(await t.as(manager).call(createApiKey, { body: { name: 'x', permissions: ['contacts.read'] } })).code,
  ).toBe('not_permitted')
})
