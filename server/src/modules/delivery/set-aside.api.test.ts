import { appendFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { conversation } from '@crewline/contract/inbox'
import { decodeInApp } from '@crewline/contract/events'
import { discardSetAside, setAside, trySetAside } from '@crewline/contract/delivery'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { house, type House } from '../../../test/kit/house.ts'
import { runAdmin } from '../../main/admin.ts'
import { makeSeal } from '../../kernel/secrets/seal.ts'
import type { CarrierEvent } from '../carriers/index.ts'
import { lineById, type Line } from '../lines/index.ts'
import { adoptDead } from './dead-files.ts'
import { forgetSpooled } from './index.ts'
import { keepAside } from './set-aside.ts'
import { spoolFolder } from './spool.ts'

let t: House
let line: Line
beforeAll(async () => {
  t = await house({ roles: 'web' })
  line = (await lineById(t.process.kernel.database.ofOrg(t.acme.id), t.process.kernel.seal, t.acme.line.id))!
  // What the product cannot store, whatever it tries.
  await owner(`create function poison() returns trigger language plpgsql as $$
    begin raise exception using errcode = '22000', message = 'no'; end $$`)
})
afterEach(async () => {
  await owner('drop trigger if exists poison on message')
  await sql`delete from set_aside_event`.execute(system())
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
const list = async (person = t.acme.ann) => (await t.as(person).call(setAside)).body
const again = (ids: string[], person = t.acme.ann) => t.as(person).call(trySetAside, { body: { ids } })
const discard = (id: string, person = t.acme.ann) => t.as(person).call(discardSetAside, { query: { id } })
const bodies = async () =>
  (await t.as(t.acme.gus).call(conversation, { params: { id: t.acme.bob.id } })).body.messages.map((one) => one.body)
const text = (body: string, from = t.acme.bob.phone): CarrierEvent => ({
  ...{ kind: 'incoming', carrierId: `SM-${body}`, from, to: line.phone, body, media: [] },
  at: '2026-11-02T09:00:00.000Z',
})
const aside = (event: CarrierEvent, messageId?: string) =>
  keepAside(t.process.kernel, line, { lineId: line.id, messageId, event }, 'trouble')
const audited = async (action: string) =>
  (await sql`select from audit_entry where action = ${action} and org_id = ${t.acme.id}`.execute(system())).rows.length

test('a text that cannot be stored is shown to its own organization, said once, and stored once when the cause is gone', async () => {
  const ear = await t.heard(t.acme.ann)
  await poison()
  await t.carrier.texts(t.acme.bob.phone, 'poison one', line.phone)
  await t.carrier.texts(t.acme.bob.phone, 'poison two', line.phone)
  await t.until(async () => (await list()).total === 2)
  const { data } = await list()
  expect(data[0]).toMatchObject({
    ...{ lineId: line.id, kind: 'text', from: t.acme.bob.phone, words: 'poison one', files: 0 },
    ...{ reason: 'refused', isReadable: true, tries: 0 },
  })
  const told = decodeInApp(await ear.next('inapp-notification'))
  expect(told).toMatchObject({ type: 'error', link: '/dashboard/settings?tab=numbers#set-aside' })
  expect(JSON.stringify(told)).not.toContain('poison')
  ear.close()

  // Nobody else learns of it.
  expect(await list(t.beta.ann)).toMatchObject({ data: [], total: 0 })
  expect((await t.as(t.acme.gus).call(setAside)).body.code).toBe('not_permitted')
  const ids = data.map((one) => one.id)
  expect((await again(ids, t.beta.ann)).http).toBe(404)
  expect((await discard(ids[0]!, t.beta.ann)).http).toBe(404)

  const still = await again(ids)
  expect(still.body).toMatchObject({ stored: 0, total: 2 })
  expect(still.body.data.map((one) => one.tries)).toEqual([1, 1])
  await owner('drop trigger poison on message')
  const [first, second] = await Promise.all([again(ids), again(ids)])
  expect([first.http, second.http].every((http) => http === 200 || http === 404)).toBe(true)
  expect(await list()).toMatchObject({ data: [], total: 0 })
  expect((await bodies()).filter((body) => body.startsWith('poison'))).toEqual(['poison one', 'poison two'])
  expect(await audited('event.tried-again')).toBeGreaterThanOrEqual(4)
  expect((await again(ids)).http).toBe(404)
})

test('the same event is set aside once, and only the first of those that wait is said', async () => {
  const said = async () =>
    (await sql`select from fact where org_id = ${t.acme.id} and name = 'in-app.told'`.execute(system())).rows.length
  const before = await said()
  await aside(text('poison a'))
  const toldOf = (await said()) - before
  expect(toldOf).toBeGreaterThan(0)
  await aside({ ...text('poison a'), at: '2026-11-02T09:05:00.000Z' } as CarrierEvent)
  const news = { kind: 'status', carrierId: 'SM1', state: 'delivered', errorCode: null } as CarrierEvent
  await aside(news, t.process.kernel.world.id())
  expect(await list()).toMatchObject({ total: 2 })
  expect((await list()).data[1]).toMatchObject({ kind: 'news', from: null, words: null })
  expect((await said()) - before).toBe(toldOf)
})

test('what was tried in vain, or cannot be read any more, can be discarded; nothing else', async () => {
  await poison()
  await aside(text('poison b'))
  const { id } = (await list()).data[0]!
  expect((await discard(id)).body.code).toBe('try_first')
  await again([id])
  expect((await discard(id)).body).toMatchObject({ total: 0 })
  expect(await audited('event.discarded')).toBe(1)
  expect((await discard(id)).http).toBe(404)
  expect((await discard(t.process.kernel.world.id())).http).toBe(404)

  const { world } = t.process.kernel
  const otherKey = makeSeal(world.bytes(32).toString('base64'), world)
  await keepAside(
    { ...t.process.kernel, seal: otherKey },
    line,
    { lineId: line.id, messageId: undefined, event: text('lost') },
    'trouble',
  )
  const lost = (await list()).data[0]!
  expect(lost).toMatchObject({ isReadable: false, words: null, from: null })
  expect((await again([lost.id])).body).toMatchObject({ stored: 0, total: 1 })
  expect((await discard(lost.id)).body).toMatchObject({ total: 0 })
})

test('what lies on the disk from before is brought in; what belongs to nobody stays for the operator', async () => {
  const { kernel } = t.process
  const folder = spoolFolder(kernel.config.dataDir)
  await mkdir(folder, { recursive: true })
  const sealed = (lineId: string, body: string) =>
    kernel.seal.seal('spool', JSON.stringify({ lineId, event: text(body) }))
  const file = join(folder, 'dead-test.jsonl')
  await appendFile(
    file,
    [sealed(line.id, 'from the disk'), sealed(kernel.world.id(), 'of nobody'), 'half a l'].join('\n'),
  )
  const env = {
    DATABASE_URL: kernel.config.databaseUrl,
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATA_DIR: kernel.config.dataDir,
  }
  const said = await runAdmin(['set-aside'], env)
  expect(said).toMatch(/Acme {2}\+\d+ {2}text {2}unknown {2}tried 0 times\n1 set aside\.\n2 on this disk belong/)
  expect(said).not.toContain('from the disk')
  expect(await adoptDead(kernel)).toBe(2)
  expect((await list()).data.map((one) => one.words)).toEqual(['from the disk'])
  expect(await runAdmin(['set-aside', '--retry', 'all'], env)).toMatch(/^Tried 1, stored 1\.\n0 set aside\./)
  expect(await bodies()).toContain('from the disk')
  await expect(runAdmin(['set-aside', '--retry', kernel.world.id()], env)).rejects.toThrow('is set aside')
  expect(await readdir(folder)).toContain('dead-test.jsonl')
})

test('an erasure takes what the person wrote with it, and nothing of others', async () => {
  await aside(text('of bob'))
  await aside(text('of cat', t.acme.cat.phone))
  await forgetSpooled(t.process.kernel, system(), { orgId: t.beta.id, phones: [t.acme.bob.phone] })
  expect((await list()).total).toBe(2)
  await forgetSpooled(t.process.kernel, system(), { orgId: t.acme.id, phones: [t.acme.bob.phone] })
  expect((await list()).data.map((one) => one.words)).toEqual(['of cat'])
})
