import { appendFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { conversation } from '@crewline/contract/inbox'
import { decodeInApp } from '@crewline/contract/events'
import { discardQuarantined, quarantine, retryQuarantined } from '@crewline/contract/delivery'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { runAdmin } from '../../main/admin.ts'
import { makeEncryption } from '../../kernel/secrets/encryption.ts'
import type { CarrierEvent } from '../carriers/index.ts'
import { lineById, type Line } from '../lines/index.ts'
import { importDiskQuarantine } from './dead-files.ts'
import { eraseSpooled } from './forget-spooled.ts'
import { keepQuarantined } from './quarantine.ts'
import { spoolFolder } from './spool.ts'

let t: TestApp
let line: Line
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  line = (await lineById(t.process.kernel.database.ofOrg(t.acme.id), t.process.kernel.encryption, t.acme.line.id))!
  // Makes the database reject certain messages.
  await owner(`create function poison() returns trigger language plpgsql as $$
    begin raise exception using errcode = '22000', message = 'no'; end $$`)
})
afterEach(async () => {
  await owner('drop trigger if exists poison on message')
  await sql`delete from quarantined_event`.execute(system())
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look at every row')
async function owner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: t.process.kernel.config.databaseUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}
const poison = () =>
  owner(
    `create trigger poison before insert on message for each row when (new.body like 'poison%') execute function poison()`,
  )
const list = async (user = t.acme.ann) => (await t.as(user).call(quarantine)).body
const retry = (ids: string[], user = t.acme.ann) => t.as(user).call(retryQuarantined, { body: { ids } })
const discard = (id: string, user = t.acme.ann) => t.as(user).call(discardQuarantined, { query: { id } })
const bodies = async () =>
  (await t.as(t.acme.gus).call(conversation, { params: { id: t.acme.bob.id } })).body.messages.map(
    (message) => message.body,
  )
const text = (body: string, from = t.acme.bob.phone): CarrierEvent => ({
  ...{ kind: 'incoming', carrierId: `SM-${body}`, from, to: line.phone, body, media: [] },
  at: '2026-11-02T09:00:00.000Z',
})
const quarantined = (event: CarrierEvent, messageId?: string) =>
  keepQuarantined(t.process.kernel, line, { lineId: line.id, messageId, event }, 'trouble')
const audited = async (action: string) =>
  (await sql`select from audit_entry where action = ${action} and org_id = ${t.acme.id}`.execute(system())).rows.length

test('shows an unstorable message only to its organization, notifies once and stores it once when the cause is fixed', async () => {
  const listener = await t.connectClient(t.acme.ann)
  await poison()
  await t.carrier.texts(t.acme.bob.phone, 'poison one', line.phone)
  await t.carrier.texts(t.acme.bob.phone, 'poison two', line.phone)
  await t.until(async () => (await list()).total === 2)
  const { data } = await list()
  // The carrier reports texts in any order.
  expect(data.find(({ words }) => words === 'poison one')).toMatchObject({
    ...{ lineId: line.id, kind: 'text', from: t.acme.bob.phone, files: 0 },
    ...{ reason: 'refused', isReadable: true, tries: 0 },
  })
  const toast = await listener.next<string>('inapp-notification', (json) => decodeInApp(json).type === 'error')
  const notification = decodeInApp(toast)
  expect(notification.link).toBe('/dashboard/settings?tab=numbers#quarantine')
  expect(JSON.stringify(notification)).not.toContain('poison')
  listener.close()

  // Other organizations and members without permission cannot see it.
  expect(await list(t.beta.ann)).toMatchObject({ data: [], total: 0 })
  expect((await t.as(t.acme.gus).call(quarantine)).body.code).toBe('not_permitted')
  const ids = data.map((row) => row.id)
  expect((await retry(ids, t.beta.ann)).http).toBe(404)
  expect((await discard(ids[0]!, t.beta.ann)).http).toBe(404)

  const still = await retry(ids)
  expect(still.body).toMatchObject({ stored: 0, total: 2 })
  expect(still.body.data.map((row) => row.tries)).toEqual([1, 1])
  await owner('drop trigger poison on message')
  const [first, second] = await Promise.all([retry(ids), retry(ids)])
  expect([first.http, second.http].every((http) => http === 200 || http === 404)).toBe(true)
  expect(await list()).toMatchObject({ data: [], total: 0 })
  const stored = (await bodies()).filter((body) => body.startsWith('poison'))
  expect(stored.toSorted()).toEqual(['poison one', 'poison two'])
  expect(await audited('event.tried-again')).toBeGreaterThanOrEqual(4)
  expect((await retry(ids)).http).toBe(404)
})

test('quarantines an event once and notifies only for the first of several', async () => {
  const countNotifications = async () =>
    (await sql`select from event_log where org_id = ${t.acme.id} and name = 'in-app.notified'`.execute(system())).rows
      .length
  const before = await countNotifications()
  await quarantined(text('poison a'))
  const notified = (await countNotifications()) - before
  expect(notified).toBeGreaterThan(0)
  await quarantined({ ...text('poison a'), at: '2026-11-02T09:05:00.000Z' } as CarrierEvent)
  const statusEvent = { kind: 'status', carrierId: 'SM1', state: 'delivered', errorCode: null } as CarrierEvent
  await quarantined(statusEvent, t.process.kernel.world.id())
  expect(await list()).toMatchObject({ total: 2 })
  expect((await list()).data[1]).toMatchObject({ kind: 'news', from: null, words: null })
  expect((await countNotifications()) - before).toBe(notified)
})

test('discards only events that were retried without success or are unreadable', async () => {
  await poison()
  await quarantined(text('poison b'))
  const { id } = (await list()).data[0]!
  expect((await discard(id)).body.code).toBe('try_first')
  await retry([id])
  expect((await discard(id)).body).toMatchObject({ total: 0 })
  expect(await audited('event.discarded')).toBe(1)
  expect((await discard(id)).http).toBe(404)
  expect((await discard(t.process.kernel.world.id())).http).toBe(404)

  const { world } = t.process.kernel
  const otherEncryption = makeEncryption(world.bytes(32).toString('base64'), world)
  await keepQuarantined(
    { ...t.process.kernel, encryption: otherEncryption },
    line,
    { lineId: line.id, messageId: undefined, event: text('lost') },
    'trouble',
  )
  const lost = (await list()).data[0]!
  expect(lost).toMatchObject({ isReadable: false, words: null, from: null })
  expect((await retry([lost.id])).body).toMatchObject({ stored: 0, total: 1 })
  expect((await discard(lost.id)).body).toMatchObject({ total: 0 })
})

test('imports quarantined events from disk and leaves unassignable ones for the operator', async () => {
  const { kernel } = t.process
  const folder = spoolFolder(kernel.config.dataDir)
  await mkdir(folder, { recursive: true })
  const encryptEntry = (lineId: string, body: string) =>
    kernel.encryption.seal('spool', JSON.stringify({ lineId, event: text(body) }))
  const file = join(folder, 'dead-test.jsonl')
  await appendFile(
    file,
    [encryptEntry(line.id, 'from the disk'), encryptEntry(kernel.world.id(), 'of nobody'), 'half a l'].join('\n'),
  )
  const env = {
    DATABASE_URL: kernel.config.databaseUrl,
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATA_DIR: kernel.config.dataDir,
  }
  const output = await runAdmin(['quarantine'], env)
  expect(output).toMatch(/Acme {2}\+\d+ {2}text {2}unknown {2}tried 0 times\n1 in quarantine\.\n2 on this disk belong/)
  expect(output).not.toContain('from the disk')
  expect(await importDiskQuarantine(kernel)).toBe(2)
  expect((await list()).data.map((row) => row.words)).toEqual(['from the disk'])
  expect(await runAdmin(['quarantine', '--retry', 'all'], env)).toMatch(/^Tried 1, stored 1\.\n0 in quarantine\./)
  expect(await bodies()).toContain('from the disk')
  await expect(runAdmin(['quarantine', '--retry', kernel.world.id()], env)).rejects.toThrow('no quarantined event')
  expect(await readdir(folder)).toContain('dead-test.jsonl')
})

test('erases the quarantined messages of an erased contact only', async () => {
  await quarantined(text('of bob'))
  await quarantined(text('of cat', t.acme.cat.phone))
  await eraseSpooled(t.process.kernel, system(), { orgId: t.beta.id, phones: [t.acme.bob.phone] })
  expect((await list()).total).toBe(2)
  await eraseSpooled(t.process.kernel, system(), { orgId: t.acme.id, phones: [t.acme.bob.phone] })
  expect((await list()).data.map((row) => row.words)).toEqual(['of cat'])
})
