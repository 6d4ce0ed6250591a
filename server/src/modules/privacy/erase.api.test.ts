import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contactActivity, eraseContact, mergeContacts, undoMerge } from '@crewline/contract/privacy'
import { createContact, editContact, readContact } from '@crewline/contract/contacts'
import { createCustomField } from '@crewline/contract/fields'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, makeContact, type TestUser } from '../../../test/kit/cast.ts'
import { followUntilNow } from '../../../test/kit/events.ts'
import { nativeCall } from '../../../test/kit/hooks.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { spoolFolder } from '../delivery/spool.ts'
import { gatherNew } from '../search/index.ts'
import { finishErasures } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const system = () => t.process.kernel.database.asSystem('tests look everywhere')
const erase = (contactId: string, user: TestUser = t.acme.ann) =>
  t.as(user).call(eraseContact, { body: { contactId, reason: 'Asked for it', confirm: true } })
const add = (body: object) => t.as(t.acme.ann).call(createContact, { body: { firstname: 'Someone', ...body } })
const read = (id: string) => t.as(t.acme.ann).call(readContact, { query: { id } })

async function receiveText(phone: string, body: string): Promise<void> {
  const id = `txt_${t.process.kernel.world.id()}`
  const call = nativeCall(t.acme.line, { type: 'inbound', id, from: phone, to: t.acme.line.phone, body })
  const answer = await fetch(`${t.process.address}/hooks/simulated/${t.acme.line.id}`, { method: 'POST', ...call })
  expect(answer.status).toBe(200)
}

/** Writes a quarantined event to disk, as if it could never be processed. */
async function quarantine(lineId: string, from: string): Promise<void> {
  const folder = spoolFolder(t.process.kernel.config.dataDir)
  await mkdir(folder, { recursive: true })
  const event = { kind: 'incoming', from, body: 'canarywords aside' }
  const line = t.process.kernel.encryption.seal('spool', JSON.stringify({ lineId, event }))
  await appendFile(join(folder, 'dead-test.jsonl'), `${line}\n`)
}

async function readQuarantined(): Promise<string[]> {
  const text = await readFile(join(spoolFolder(t.process.kernel.config.dataDir), 'dead-test.jsonl'), 'utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map(
      (line) =>
        JSON.parse(t.process.kernel.encryption.open('spool', line)) as { lineId: string; event: { from: string } },
    )
    .map(({ lineId, event }) => `${lineId} ${event.from}`)
}

/** Returns every table and column of the organization that contains one of these strings. */
async function whereIs(canaries: string[]): Promise<string[]> {
  const columns = await sql<{ table: string; column: string }>`
    select k.relname as table, a.attname as column from pg_class k
    join pg_attribute a on a.attrelid = k.oid and a.attnum > 0 and not a.attisdropped
    where k.relnamespace = 'public'::regnamespace and k.relkind in ('r', 'p') and not k.relispartition
      and a.atttypid in ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype, 'tsvector'::regtype)
      and has_table_privilege('crewline_system', k.oid, 'select')
      and exists (select from pg_attribute o where o.attrelid = k.oid and o.attname = 'org_id')`.execute(system())
  const remaining: string[] = []
  for (const { table, column } of columns.rows) {
    const any = await sql`
      select from ${sql.table(table)} where org_id = ${t.acme.id}
        and lower(${sql.ref(column)}::text) like any(${canaries.map((canary) => `%${canary.toLowerCase()}%`)}::text[]) limit 1`.execute(
      system(),
    )
    if (any.rows.length > 0) remaining.push(`${table}.${column}`)
  }
  return remaining
}

describe('an erased contact', () => {
  test('leaves no names, numbers, texts, values, calls, files or merged contacts in any table', async () => {
    await t.as(t.acme.ann).call(createCustomField, { body: { name: 'Clinic', type: 'text' } })
    const made = await add({
      ...{ firstname: 'Canaryfirst', lastname: 'Canarylast', phone: '+14155552881', email: 'canary@erase.test' },
      ...{ employeeId: 'canary-7', customFields: { clinic: 'Canaryclinic' } },
    })
    const { id } = made.body.contact
    const twin = await makeContact(t.process.kernel, t.acme.id, 'Canarytwin', '+14155552882')
    await receiveText('+14155552881', 'canarywords one')
    await receiveText('+14155552882', 'canarywords two')
    await t.as(t.acme.ann).call(sendMessage, { body: { contactId: id, body: 'canarywords out' } })
    await t.as(t.acme.ann).call(mergeContacts, { body: { keepId: id, otherId: twin.id, take: [] } })
    await makeGroup(t.process.kernel, t.acme.id, 'Erased crew', [id])
    const voicemail = t.process.kernel.world.id()
    const fileId = t.process.kernel.world.id()
    await sql`insert into voicemail (org_id, id, contact_id, line_id, call_id, message_id, file_id, file, duration_sec, transcript, at)
      values (${t.acme.id}, ${voicemail}, ${id}, ${t.acme.line.id}, 'call', ${voicemail}, ${fileId}, '{"name":"canary.wav"}', 3, 'canaryvoice', now())`.execute(
      db(),
    )
    await sql`insert into file (org_id, id, kind, name, mime, state, link_key, created_at)
      values (${t.acme.id}, ${fileId}, 'audio', 'canary.wav', 'audio/wav', 'pending', '\\x00', now())`.execute(db())
    await sql`insert into draft (org_id, user_id, contact_id, body, written_at)
      values (${t.acme.id}, ${t.acme.gus.id}, ${id}, 'canarydraft', now())`.execute(db())
    await sql`insert into member_update (org_id, id, user_id, type, title, message, link, at)
      values (${t.acme.id}, ${voicemail}, ${t.acme.gus.id}, 'info', 'Canaryfirst', 'canarywords', ${`/dashboard/inbox?conversation=${id}`}, now())`.execute(
      system(),
    )
    await sql`insert into import (org_id, id, user_id, file_name, bytes, state, created_at)
      values (${t.acme.id}, ${fileId}, ${t.acme.ann.id}, 'people.csv', 0, 'done', now())`.execute(db())
    await sql`insert into import_row (org_id, import_id, row, cells, phone, name, contact_id, draft)
      values (${t.acme.id}, ${fileId}, 2, '["Canaryfirst"]', '+14155552881', 'Canaryfirst', ${id}, '{"email":"canary@erase.test"}')`.execute(
      db(),
    )
    await sql`insert into translation_memory (org_id, hash, lang_from, lang_to, provider, text, source, created_at) values
      (${t.acme.id}, 'a', 'es', 'en', 'x', 'Canary in English', sha256('canarywords one'), now()),
      (${t.acme.id}, 'b', 'en', 'es', 'x', 'canarywords out', null, now()),
      (${t.acme.id}, 'c', 'en', 'es', 'x', 'Of another contact', sha256('Good morning'), now())`.execute(system())
    const device = t.process.kernel.world.id()
    await sql`insert into push_device (org_id, id, user_id, address_fingerprint, sealed, label, created_at)
      values (${t.acme.id}, ${device}, ${t.acme.gus.id}, 'x', '', '', now())`.execute(db())
    await sql`insert into push_message (org_id, id, device_id, contact_id, sealed, due_at, expires_at)
      select ${t.acme.id}::uuid, p.id, ${device}::uuid, p.contact, '', 'infinity', 'infinity'
      from unnest(${[id, twin.id, device]}::uuid[], ${[id, twin.id, t.acme.bob.id]}::uuid[]) p(id, contact)`.execute(
      system(),
    )
    await quarantine(t.acme.line.id, '+14155552881')
    await quarantine(t.beta.line.id, '+14155552881')
    await quarantine(t.acme.line.id, '+14155552999')
    await followUntilNow(t, 'search', gatherNew)
    const canaries = ['canary', '4155552881', '4155552882']
    expect((await whereIs(canaries)).length).toBeGreaterThan(10)

    const client = await t.connectClient(t.acme.gus)
    const answer = await erase(id)
    expect(answer.http).toBe(200)
    await followUntilNow(t, 'search', gatherNew)
    await client.next('contact-updated', { contact: { id } })
    expect(await whereIs(canaries)).toEqual([])
    const remaining = await sql<{ n: number }>`
      select count(*)::int as n from message where contact_id = ${id} and body = '' and direction in ('in', 'out')`.execute(
      db(),
    )
    expect(remaining.rows[0]?.n).toBeGreaterThan(2)
    const others = await sql<{ memory: number; push: number }>`
      select (select count(*)::int from translation_memory) as memory, (select count(*)::int from push_message) as push`.execute(
      system(),
    )
    expect(others.rows).toEqual([{ memory: 1, push: 1 }])
    const quarantined = await readQuarantined()
    expect(quarantined.sort()).toEqual([`${t.acme.line.id} +14155552999`, `${t.beta.line.id} +14155552881`].sort())
    expect((await erase(id)).http).toBe(404)
    expect((await t.as(t.acme.ann).call(editContact, { query: { id }, body: { firstname: 'Back' } })).http).toBe(404)
    const { events } = (await t.as(t.acme.ann).call(contactActivity, { query: { id } })).body
    expect(events.map((event) => event.kind)).toContain('erased')
  })

  test('stays opted out when the number is added again', async () => {
    const phone = '+14155552890'
    const { id } = (await add({ firstname: 'Sal', phone })).body.contact
    await receiveText(phone, 'STOP')
    await erase(id)
    const added = (await add({ firstname: 'Again', phone })).body.contact
    expect(added.reach).toBe('opted_out')
    const sent = await t.as(t.acme.ann).call(sendMessage, { body: { contactId: added.id, body: 'Hello' } })
    expect(sent.body.code).toBe('recipient_opted_out')
  })

  test('gets no waiting message, and is unknown when texting again', async () => {
    const phone = '+14155552891'
    const { id } = (await add({ firstname: 'Wil', phone })).body.contact
    const at = new Date(Date.now() + 3_600_000).toISOString()
    await t.as(t.acme.ann).call(sendMessage, { body: { contactId: id, body: 'Later', scheduledAt: at } })
    await erase(id)
    const states = await sql<{
      state: string
    }>`select state from message where contact_id = ${id} and direction = 'out'`.execute(db())
    expect(states.rows).toEqual([{ state: 'cancelled' }])
    await receiveText(phone, 'Hello?')
    const result = await sql<{ firstname: string }>`select firstname from contact where phone = ${phone}`.execute(db())
    expect(result.rows).toEqual([{ firstname: 'Unknown' }])
    expect((await read(id)).body.contact).toMatchObject({ firstname: '', phone: null, archived: true })
  })

  test('leaves the number and its consent to the other contacts that share it', async () => {
    const phone = '+14155552892'
    const { id } = (await add({ firstname: 'Own', phone })).body.contact
    const son = (await add({ firstname: 'Son', phone, sharesPhone: true })).body.contact
    await receiveText(phone, 'HELP')
    await erase(id)
    expect((await read(son.id)).body.contact).toMatchObject({ phone, sharesPhone: false })
    const stored = await sql`select from consent where phone = ${phone}`.execute(db())
    expect(stored.rows).toHaveLength(1)
  })

  test('cannot be restored by undoing a merge', async () => {
    const contact = (await add({ firstname: 'One' })).body.contact
    const two = (await add({ firstname: 'Two' })).body.contact
    const { mergeId } = (
      await t.as(t.acme.ann).call(mergeContacts, { body: { keepId: contact.id, otherId: two.id, take: [] } })
    ).body
    expect((await erase(two.id)).http).toBe(404)
    expect((await erase(contact.id)).http).toBe(200)
    expect((await t.as(t.acme.ann).call(undoMerge, { params: { id: mergeId } })).body.code).toBe('merge_over')
  })
})

test('allows erasure only with the permission, for visible contacts, in the same organization', async () => {
  const { kernel } = t.process
  const contact = await makeContact(kernel, t.acme.id, 'Safe', '+14155552893')
  const sam = await makeUser(kernel, t.acme.id, { firstname: 'Sam', lastname: 'Acme', role: 'manager' })
  const admin = await makeUser(kernel, t.acme.id, { firstname: 'Ada', lastname: 'Acme', role: 'admin' })
  await limitTo(kernel, sam, [await makeGroup(kernel, t.acme.id, 'Safe crew', [contact.id])])
  expect((await erase(contact.id, sam)).body.code).toBe('not_permitted')
  expect((await erase(contact.id, t.beta.ann)).http).toBe(404)
  expect((await erase(contact.id, admin)).http).toBe(200)
  expect(await finishErasures(kernel)).toBe(0)
})
