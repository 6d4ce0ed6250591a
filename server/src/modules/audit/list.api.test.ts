import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { auditEntries, auditFilters, exportAudit, type AuditEntry } from '@crewline/contract/audit'
import { createGroup, deleteGroup } from '@crewline/contract/groups'
import { editOrganization, organizationSettings } from '@crewline/contract/organizations'
import type { Permission } from '@crewline/contract/permissions'
import { createRole } from '@crewline/contract/roles'
import { createTag, deleteTag } from '@crewline/contract/tags'
import { changeMember, team } from '@crewline/contract/team'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueKey } from '../../../test/kit/api-keys.ts'
import { makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { proveAnn } from '../../../test/kit/retention.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { sealEntries } from './index.ts'
import { AREAS } from './words.ts'

let t: TestApp
beforeAll(async () => {
  // Without workers: only these tests seal.
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

type Query = Record<string, string | number>

const read = async (query: Query = {}, user: TestUser = t.acme.ann) =>
  (await t.as(user).call(auditEntries, { query })).body as { data: AuditEntry[]; nextCursor?: string }

const addTag = async (name: string, user = t.acme.ann) =>
  (await t.as(user).call(createTag, { body: { name } })).body.tag.id

async function take(query: string, user = t.acme.ann, language = 'en') {
  const answer = await fetch(`${t.process.address}/api${exportAudit.path}?${query}`, {
    headers: { authorization: `Bearer ${user.token}`, 'accept-language': language },
  })
  return { http: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

test('says who did what to which object, in the language of the reader, and whether the entry is sealed', async () => {
  const id = await addTag('Urgent')
  const [waiting] = (await read({ objectId: id })).data
  expect(waiting).toMatchObject({
    actor: { id: t.acme.ann.id, kind: 'member', name: 'Ann Acme' },
    action: 'tag.added',
    summary: 'Tag created',
    object: { id, name: 'Urgent', page: null },
    changes: [],
    state: 'waiting',
  })
  await sealEntries(t.process.kernel, new Date(0))
  expect((await read({ objectId: id })).data[0]?.state).toBe('sealed')
  const spanish = await fetch(`${t.process.address}/api/audit?objectId=${id}`, {
    headers: { authorization: `Bearer ${t.acme.ann.token}`, 'accept-language': 'es' },
  })
  expect(((await spanish.json()) as { data: AuditEntry[] }).data[0]?.summary).toBe('Etiqueta creada')
  await t.as(t.acme.ann).call(deleteTag, { query: { id } })
  expect((await read({ objectId: id })).data.map(({ summary, object }) => [summary, object?.name])).toEqual([
    ['Tag deleted', 'Urgent'],
    ['Tag created', 'Urgent'],
  ])
})

test('names the page of an object that has one, and none once it is gone', async () => {
  const ann = t.as(t.acme.ann)
  const { group } = (await ann.call(createGroup, { body: { name: 'Night crew', type: 'static' } })).body
  expect((await read({ objectId: group.id })).data[0]?.object).toEqual({
    id: group.id,
    name: 'Night crew',
    page: 'group',
  })
  await ann.call(deleteGroup, { query: { id: group.id } })
  expect((await read({ objectId: group.id })).data.map(({ object }) => object?.page)).toEqual([null, null])
})

test('names no page that the reader may not open', async () => {
  const ann = t.as(t.acme.ann)
  await proveAnn(t)
  const { group } = (await ann.call(createGroup, { body: { name: 'Day crew', type: 'static' } })).body
  const reader = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Kit', lastname: 'Acme', role: 'agent' })
  const { data } = (await ann.call(team, { query: { search: reader.email } })).body
  const memberId = data[0]?.id ?? ''
  const pageFor = async (permissions: Permission[]) => {
    const { role } = (await ann.call(createRole, { body: { name: `Reads ${permissions.length}`, permissions } })).body
    await ann.call(changeMember, { query: { memberId }, body: { role: role.id } })
    return (await read({ objectId: group.id }, reader)).data[0]?.object?.page
  }
  expect(await pageFor(['team.read', 'organization.manage'])).toBeNull()
  expect(await pageFor(['team.read', 'organization.manage', 'contacts.read', 'groups.read'])).toBe('group')
})

test('shows the values of changed fields before and after', async () => {
  const before = (await t.as(t.acme.ann).call(organizationSettings)).body.organization
  await t.as(t.acme.ann).call(editOrganization, { body: { name: 'Acme Foods' } })
  const [entry] = (await read({ action: 'organization.changed', pageSize: 1 })).data
  expect(entry?.changes).toEqual([{ field: 'name', before: before.name, after: 'Acme Foods' }])
})

test('names API keys, and the product itself by nothing', async () => {
  const key = await issueKey(t, ['organization.manage', 'groups.edit', 'groups.read'], { name: 'Payroll sync' })
  const { group } = (await t.as(key).call(createGroup, { body: { name: 'From a program', type: 'static' } })).body
  const [entry] = (await read({ objectId: group.id })).data
  expect(entry?.actor).toMatchObject({ kind: 'api_key', name: 'Payroll sync' })
  const chosen = (await read({ actor: entry?.actor.id ?? '' })).data
  expect(chosen.every(({ actor }) => actor.name === 'Payroll sync')).toBe(true)
  expect((await read({}, key)).data.length).toBeGreaterThan(0)
  const { actors } = (await t.as(t.acme.ann).call(auditFilters, {})).body
  expect(actors).toContainEqual(entry?.actor)
  expect(actors).toContainEqual({ id: t.acme.gus.id, kind: 'member', name: 'Gus Acme' })
  for (const { actor } of (await read({ actor: 'system' })).data)
    expect(actor).toEqual({ id: null, kind: 'system', name: '' })
})

test('filters by member, area, action, object and days, and pages without gaps or repeats', async () => {
  const ids = []
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) ids.push(await addTag(`Page ${name}`))
  const found: string[] = []
  for (let cursor: string | undefined, pages = 0; pages < 100; pages += 1) {
    const page = await read({ action: 'tag.added', pageSize: 2, ...(cursor && { cursor }) })
    expect(page.data.length).toBeLessThanOrEqual(2)
    found.push(...page.data.map(({ object }) => object?.id ?? ''))
    cursor = page.nextCursor
    if (cursor === undefined) break
  }
  expect(found.slice(0, 5)).toEqual(ids.toReversed())
  expect(new Set(found).size).toBe(found.length)
  const inbox = (await read({ action: 'inbox', pageSize: 200 })).data
  expect(inbox.length).toBeGreaterThanOrEqual(5)
  expect(inbox.every(({ action }) => /^(conversations?|note|draft|shift-note|view|tag)\./.test(action))).toBe(true)
  expect((await read({ actor: t.acme.gus.id, action: 'tag.added' })).data).toEqual([])
  const day = (plus: number) => new Date(Date.now() + plus * 86_400_000).toISOString().slice(0, 10)
  expect((await read({ action: 'tag', from: day(-1), to: day(1) })).data.length).toBeGreaterThanOrEqual(5)
  expect((await read({ action: 'tag', from: day(2) })).data).toEqual([])
  expect((await read({ action: 'tag', to: day(-2) })).data).toEqual([])
  expect((await read({ action: 'unheard-of' })).data).toEqual([])
})

test('lists an area with several actions in one order, in pages without gaps or repeats', async () => {
  for (const name of ['First', 'Second', 'Third']) {
    const id = await addTag(name)
    if (name !== 'Second') await t.as(t.acme.ann).call(deleteTag, { query: { id } })
  }
  const everything = (await read({ pageSize: 200 })).data.filter(({ action }) => action.startsWith('tag.'))
  expect(new Set(everything.map(({ action }) => action)).size).toBeGreaterThan(1)
  const listed: string[] = []
  for (let cursor: string | undefined, more = true; more;) {
    const page = await read({ action: 'tag', pageSize: 2, ...(cursor && { cursor }) })
    listed.push(...page.data.map(({ id }) => id))
    cursor = page.nextCursor
    more = cursor !== undefined
  }
  expect(listed).toEqual(everything.map(({ id }) => id))
})

test('is for members who manage the whole organization, and never for those limited to groups', async () => {
  for (const user of [t.acme.gus, t.acme.vic])
    for (const endpoint of [auditEntries, auditFilters])
      expect((await t.as(user).call(endpoint, {})).body.code).toBe('not_permitted')
  const group = await makeGroup(t.process.kernel, t.acme.id, 'Nights', [t.acme.bob.id])
  const key = await issueKey(t, ['organization.manage'], { groupIds: [group] })
  for (const endpoint of [auditEntries, auditFilters])
    expect((await t.as(key).call(endpoint, {})).body.code).toBe('not_permitted')
  expect((await take('', key)).text).toContain('not_permitted')
})

test('shows another organization nothing', async () => {
  const id = await addTag('Only of Acme')
  expect((await read({ objectId: id }, t.beta.ann)).data).toEqual([])
  expect((await read({ actor: t.acme.ann.id }, t.beta.ann)).data).toEqual([])
  const all = (await read({ pageSize: 200 }, t.beta.ann)).data
  expect(JSON.stringify(all)).not.toContain('Acme')
  expect((await take('', t.beta.ann)).text).not.toContain('Only of Acme')
})

test('answers hostile filters beside their field, and never fails', async () => {
  const hostile: [Query, string][] = [
    [{ actor: "' or 1=1 --" }, 'actor'],
    [{ action: "tag'; drop table audit_entry" }, 'action'],
    [{ action: '%' }, 'action'],
    [{ objectId: 'x' }, 'objectId'],
    [{ from: '2026-02-30' }, 'from'],
    [{ to: 'yesterday' }, 'to'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'to'],
    [{ cursor: 'rubbish' }, 'cursor'],
    [{ pageSize: 201 }, 'pageSize'],
  ]
  for (const [query, field] of hostile) {
    const answer = await t.as(t.acme.ann).call(auditEntries, { query })
    expect({ query, http: answer.http, fields: Object.keys(answer.body.fieldErrors ?? {}) }).toEqual({
      query,
      http: 400,
      fields: [field],
    })
  }
  for (const query of [{ from: '0000-01-01', to: '9999-12-31' }, { to: '0001-01-01' }, { from: '9999-12-31' }])
    expect({ query, http: (await t.as(t.acme.ann).call(auditEntries, { query })).http }).toEqual({ query, http: 200 })
})

test('exports the filtered entries without formula injection, and records the export', async () => {
  await addTag('=1+1,"x"')
  await addTag('Quiet')
  const { http, type, text } = await take('action=tag.added')
  expect([http, type]).toEqual([200, 'text/csv; charset=utf-8'])
  const lines = text.split('\r\n')
  expect(lines[0]).toBe('Time (UTC),Who,What,Action,Object,Object ID,Recorded values,State,Request')
  expect(lines[1]).toContain(',Ann Acme,Tag created,tag.added,Quiet,')
  expect(lines[2]).toContain(`"'=1+1,""x"""`)
  expect(lines.slice(1, -1).every((line) => line.includes(',tag.added,'))).toBe(true)
  const [recorded] = (await read({ action: 'audit.exported' })).data
  expect(recorded).toMatchObject({ summary: 'Audit log exported', actor: { name: 'Ann Acme' } })
  expect(recorded?.details).toContainEqual({ name: 'action', value: 'tag.added' })
  expect((await take('from=nonsense')).http).toBe(400)
})

test('shows when an entry is not as it was written', async () => {
  const id = await addTag('Honest')
  const client = new pg.Client(t.process.kernel.config.databaseUrl)
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(`update audit_entry set detail = '{"name":"Forged"}' where target = $1`, [id])
  } finally {
    await client.end()
  }
  expect((await read({ objectId: id })).data[0]?.state).toBe('altered')
})

test('has words for every action in the source code', () => {
  const folder = fileURLToPath(new URL('../..', import.meta.url))
  const written = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(`${folder}/${file}`, 'utf8')
      const calls =
        text.match(/\b(tx\.audit|announce)\([^)]*?'[a-z_-]+\.[a-z_-]+'(\s*:\s*'[a-z_-]+\.[a-z_-]+')?/g) ?? []
      return calls.flatMap((call) => call.match(/[a-z_-]+\.[a-z_-]+(?=')/g) ?? [])
    })
  const worded = new Set(AREAS.flatMap(({ actions }) => Object.keys(actions)))
  expect(written.length).toBeGreaterThan(150)
  expect([...new Set(written)].filter((action) => !worded.has(action))).toEqual([])
  for (const { key, prefixes, actions } of AREAS)
    for (const action of Object.keys(actions)) expect(prefixes, `${key}: ${action}`).toContain(action.split('.')[0])
})
