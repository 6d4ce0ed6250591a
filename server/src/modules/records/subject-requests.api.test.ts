import { auditEntries } from '@crewline/contract/audit'
import { placeHold, releaseHold } from '@crewline/contract/legal-holds'
import type { Permission } from '@crewline/contract/permissions'
import { eraseContact, mergeContacts } from '@crewline/contract/privacy'
import { recordExportLink, recordKey } from '@crewline/contract/records'
import {
  closeSubjectRequest,
  logSubjectRequest,
  packageSubject,
  subjectRequests,
} from '@crewline/contract/subject-requests'
import { createRole } from '@crewline/contract/roles'
import { changeMember } from '@crewline/contract/team'
import { verifyRecords } from '@crewline/contract/verify-records'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unzip } from '../../../test/kit/archives.ts'
import { makeContact, makeUser, type TestContact } from '../../../test/kit/cast.ts'
import { addOldText, daysAgo } from '../../../test/kit/old-data.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { proveAnn } from '../../../test/kit/retention.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { deleteExpired, passExports } from './index.ts'
import { exportRun } from './write.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  await proveAnn(t)
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)
let phones = 0
const newContact = (name: string) => {
  phones += 1
  return makeContact(t.process.kernel, t.acme.id, name, `+1415555${String(7600 + phones)}`)
}
const log = (contact: TestContact, kind: 'access' | 'erasure' = 'access', days: 30 | 45 = 30) =>
  ann().call(logSubjectRequest, {
    body: { contactId: contact.id, kind, askedBy: 'By email, herself', askedOn: '2026-03-02', days },
  })
const stateOf = async (id: string) =>
  (await ann().call(subjectRequests, {})).body.requests.find((request) => request.id === id)

const system = () => t.process.kernel.database.asSystem('tests look at every organization')
/** Makes the package of a request; returns its texts. */
async function packed(id: string): Promise<string> {
  await ann().call(packageSubject, { params: { id } })
  while (await passExports(t.process.kernel, { isImmediate: true }));
  const link = await ann().call(recordExportLink, { params: { id: (await stateOf(id))?.package?.exportId ?? '' } })
  const archive = Buffer.from(await (await fetch(new URL(link.body.url, t.process.address))).arrayBuffer())
  return (await unzip(archive)).map(({ content }) => content.toString()).join('')
}

test('logs who asked and until when an answer is due', async () => {
  const { body } = await log(await newContact('Ana'))
  expect(body.request).toMatchObject({
    name: 'Ana Worker',
    dueOn: '2026-04-01',
    state: 'open',
    askedBy: 'By email, herself',
  })
  const later = await log(await newContact('Bea'), 'erasure', 45)
  expect(later.body.request.dueOn).toBe('2026-04-16')
})

test('packs everything about one person into a signed archive, with the audit entries that name them', async () => {
  const [ana, bo] = [await newContact('Ana'), await newContact('Bo')]
  await addOldText(t, ana, { at: daysAgo(t, 30), body: 'The forklift is broken' })
  await addOldText(t, bo, { at: daysAgo(t, 30), body: 'Nothing to do with her' })
  const { id } = (await log(ana)).body.request
  expect((await ann().call(packageSubject, { params: { id } })).http).toBe(200)
  while (await passExports(t.process.kernel, { isImmediate: true }));
  const made = await stateOf(id)
  expect(made?.package?.state).toBe('ready')
  const link = await ann().call(recordExportLink, { params: { id: made?.package?.exportId ?? '' } })
  const archive = Buffer.from(await (await fetch(new URL(link.body.url, t.process.address))).arrayBuffer())
  const { publicKey } = (await t.as(null).call(recordKey)).body
  expect((await verifyRecords(archive, publicKey)).problems).toEqual([])
  const files = new Map((await unzip(archive)).map(({ path, content }) => [path, content.toString()]))
  expect(files.get('personal-data.json')).toContain('The forklift is broken')
  expect(files.get('audit-entries.json')).toContain('subject-request.logged')
  expect([...files.keys()].some((path) => path.endsWith('conversation.json'))).toBe(true)
  expect([...files.values()].join('')).not.toContain('Nothing to do with her')
})

test('packs a person who was never texted', async () => {
  const { id } = (await log(await newContact('Cy'))).body.request
  await ann().call(packageSubject, { params: { id } })
  while (await passExports(t.process.kernel, { isImmediate: true }));
  expect((await stateOf(id))?.package?.state).toBe('ready')
})

test('packs no entry about a legal hold or about the package itself', async () => {
  const gia = await newContact('Gia')
  const { hold } = (
    await ann().call(placeHold, {
      body: { name: 'Case 12', reason: 'A claim against us', covers: 'contacts', contactIds: [gia.id] },
    })
  ).body
  const { id } = (await log(gia)).body.request
  const files = await packed(id)
  expect(files).toContain('subject-request.logged')
  expect(files).not.toMatch(/legal-hold\.|record-export\.|Case 12/)
  await ann().call(releaseHold, { params: { id: hold.id }, body: { reason: 'Settled' } })
})

test('needs the permissions to export contacts, to see sensitive fields and to read the audit log', async () => {
  const { id } = (await log(await newContact('Hal'))).body.request
  await packed(id)
  const exportId = (await stateOf(id))?.package?.exportId ?? ''
  const user = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Kit', lastname: 'Acme', role: 'agent' })
  const kit = t.as(user)
  await sql`update session set proved_at = now() where user_id = ${user.id}`.execute(system())
  const found = await sql<{ id: string }>`select id from member where user_id = ${user.id}`.execute(system())
  const needed = ['contacts.export', 'contacts.sensitive', 'organization.manage'] as const
  const become = async (name: string, held: readonly Permission[]) => {
    const body = {
      name,
      permissions: ['team.read' as const, 'contacts.read' as const, 'records.manage' as const, ...held],
    }
    const { role } = (await ann().call(createRole, { body })).body
    await ann().call(changeMember, { query: { memberId: found.rows[0]?.id ?? '' }, body: { role: role.id } })
  }
  for (const missing of needed) {
    await become(
      `Without ${missing}`,
      needed.filter((permission) => permission !== missing),
    )
    expect((await kit.call(packageSubject, { params: { id } })).body.code).toBe('not_permitted')
    expect((await kit.call(recordExportLink, { params: { id: exportId } })).body.code).toBe('not_permitted')
  }
  await become('With all', needed)
  expect((await kit.call(recordExportLink, { params: { id: exportId } })).http).toBe(200)
})

test('leaves no name and no package behind after an erasure', async () => {
  const ivy = await newContact('Ivy-Rose')
  const { id } = (await log(ivy)).body.request
  await packed(id)
  const exportId = (await stateOf(id))?.package?.exportId ?? ''
  const { url } = (await ann().call(recordExportLink, { params: { id: exportId } })).body
  await ann().call(eraseContact, { body: { contactId: ivy.id, reason: 'She asked', confirm: true } })
  expect((await fetch(new URL(url, t.process.address))).status).toBe(404)
  await deleteExpired(t.process.kernel)
  const left = await sql`select from record_file where export_id = ${exportId}`.execute(system())
  expect(left.rows).toHaveLength(0)
  const entries = (await ann().call(auditEntries, { query: { objectId: exportId } })).body.data
  expect(entries.map(({ action }) => action)).toContain('record-export.finished')
  expect(JSON.stringify(entries)).not.toContain('Ivy-Rose')
})

test('keeps nothing of a package whose person is erased while it is written', async () => {
  const kai = await newContact('Kai')
  const { id } = (await log(kai)).body.request
  await ann().call(packageSubject, { params: { id } })
  const exportId = (await stateOf(id))?.package?.exportId ?? ''
  const scope = systemScope(t.process.kernel, t.acme)
  const { kernel } = t.process
  const signal = new AbortController().signal
  const run = { id: exportId, orgId: t.acme.id, kernel, scope, userId: null, member: undefined, signal }
  const written = await exportRun.prepare?.(run)
  await ann().call(eraseContact, { body: { contactId: kai.id, reason: 'He asked', confirm: true } })
  expect(await scope.tx((tx) => exportRun.step(tx, run, written ?? null))).toBe('end')
  expect((await stateOf(id))?.package?.state).toBe('expired')
  await deleteExpired(kernel)
  const left = await sql`select from record_file where export_id = ${exportId}`.execute(system())
  expect(left.rows).toHaveLength(0)
})

test('packs what the kept contact has after a merge, and belongs to that contact when it is logged later', async () => {
  const [kept, twin] = [await newContact('Kay'), await newContact('Kai')]
  await addOldText(t, twin, { at: daysAgo(t, 30), body: 'My badge is lost' })
  const { id } = (await log(twin)).body.request
  await ann().call(mergeContacts, { body: { keepId: kept.id, otherId: twin.id, take: [] } })
  expect(await packed(id)).toContain('My badge is lost')
  expect((await log(twin)).body.request).toMatchObject({ contactId: kept.id, name: 'Kay Worker' })
})

test('keeps no name of a person whose erasure was under way when the request was logged', async () => {
  const ida = await newContact('Ida')
  const [waits, isLocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const erasing = t.process.kernel.database
    .ofOrg(t.acme.id)
    .transaction()
    .execute(async (tx) => {
      await sql`select pg_advisory_xact_lock_shared(hashtextextended(${`legal holds|${t.acme.id}`}, 0))`.execute(tx)
      await sql`update contact set firstname = '', lastname = '', phone = null, erased_at = now(), archived_at = now()
        where id = ${ida.id}`.execute(tx)
      isLocked.resolve()
      await waits.promise
    })
  await isLocked.promise
  const logging = log(ida)
  await t.until(
    async () =>
      (
        await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(system())
      ).rows.length === 1,
  )
  waits.resolve()
  await erasing
  expect((await logging).http).toBe(404)
  const { requests } = (await ann().call(subjectRequests, {})).body
  expect(requests.filter(({ contactId }) => contactId === ida.id)).toEqual([])
})

test('is refused with a reason only, and once', async () => {
  const { id } = (await log(await newContact('Dee'))).body.request
  const close = (body: { outcome: 'fulfilled' | 'refused'; reason?: string }) =>
    ann().call(closeSubjectRequest, { params: { id }, body })
  expect((await close({ outcome: 'refused' })).body.fieldErrors).toHaveProperty('reason')
  expect((await close({ outcome: 'refused', reason: 'Not the person' })).body.request).toMatchObject({
    state: 'refused',
    reason: 'Not the person',
    closedBy: 'Ann Acme',
  })
  expect((await close({ outcome: 'fulfilled' })).body.code).toBe('request_closed')
  expect((await ann().call(packageSubject, { params: { id } })).body.code).toBe('request_closed')
  const { data } = (await ann().call(auditEntries, { query: { objectId: id } })).body
  expect(data.map(({ action }) => action)).toEqual(['subject-request.closed', 'subject-request.logged'])
})

test('is closed by the erasure it asked for, and keeps no name afterward', async () => {
  const eva = await newContact('Eva')
  const { id } = (await log(eva, 'erasure')).body.request
  await ann().call(eraseContact, { body: { contactId: eva.id, reason: 'She asked', confirm: true } })
  expect(await stateOf(id)).toMatchObject({ state: 'erased', name: '', askedBy: '', closedBy: 'Ann Acme' })
})

test('refuses days to come, unknown people, other roles and other organizations', async () => {
  const fay = await newContact('Fay')
  const body = { contactId: fay.id, kind: 'access' as const, askedBy: 'x', askedOn: '2999-01-01', days: 30 as const }
  expect((await ann().call(logSubjectRequest, { body })).body.fieldErrors).toHaveProperty('askedOn')
  const today = { ...body, askedOn: '2026-03-02' }
  expect((await t.as(t.beta.ann).call(logSubjectRequest, { body: today })).http).toBe(404)
  expect((await t.as(t.acme.gus).call(logSubjectRequest, { body: today })).body.code).toBe('not_permitted')
  const { id } = (await log(fay)).body.request
  expect(
    (await t.as(t.beta.ann).call(closeSubjectRequest, { params: { id }, body: { outcome: 'fulfilled' } })).http,
  ).toBe(404)
})
