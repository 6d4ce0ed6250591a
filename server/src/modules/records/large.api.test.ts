import { mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { auditEntries } from '@crewline/contract/audit'
import { createRecordExport, recordExportLink, recordExports } from '@crewline/contract/records'
import { verifyRecords } from '@crewline/contract/verify-records'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unzip } from '../../../test/kit/archives.ts'
import { makeContact } from '../../../test/kit/cast.ts'
import { photo, upload } from '../../../test/kit/files.ts'
import { addOldText, daysAgo } from '../../../test/kit/old-data.ts'
import { proveAnn } from '../../../test/kit/retention.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { deleteExpired, passExports } from './index.ts'

const NO_LIMITS = { part: 8_000_000, bytes: 1e9, files: 1000 }

let t: TestApp
let photoBytes: number
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  const [ana, bo] = [
    await makeContact(t.process.kernel, t.acme.id, 'Ana', '+14155557401'),
    await makeContact(t.process.kernel, t.acme.id, 'Bo', '+14155557402'),
  ]
  const messageId = await addOldText(t, ana, { at: daysAgo(t, 30), body: 'Three pictures' })
  await addOldText(t, bo, { at: daysAgo(t, 20), body: 'None here' })
  const items = []
  for (let nth = 0; nth < 3; nth += 1) {
    const { body } = await upload(t, t.acme.ann, await photo())
    await sql`update file set message_id = ${messageId}, claimed_at = now() where id = ${body.file.id}`.execute(db())
    photoBytes = body.file.bytes
    items.push({ ...body.file, url: undefined, thumbUrl: undefined, linkKey: 'x' })
  }
  await sql`update message set media = ${JSON.stringify(items)}::jsonb where id = ${messageId}`.execute(db())
  await proveAnn(t)
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const folder = () => join(t.process.kernel.config.dataDir, 'files', t.acme.id)
const begin = async () =>
  (await ann().call(createRecordExport, { body: { title: 'Large', covers: 'everyone' } })).body.export.id
const listed = async (id: string) => (await ann().call(recordExports)).body.exports.find((one) => one.id === id)
const keysOf = async (id: string) =>
  (
    await sql<{ key: string }>`
      select distinct storage_key as key from record_file where export_id = ${id}`.execute(db())
  ).rows.map(({ key }) => key)

async function write(limits = NO_LIMITS): Promise<number> {
  let steps = 0
  while (await passExports(t.process.kernel, { isImmediate: true, limits })) steps += 1
  return steps
}

test('an export stores what it collected inside a conversation, too, and is intact', async () => {
  const id = await begin()
  await write({ ...NO_LIMITS, part: photoBytes })
  // Each picture fills an object; the texts of the first conversation are in the one of its first picture.
  expect((await keysOf(id)).length).toBeGreaterThanOrEqual(4)
  const { body } = await ann().call(recordExportLink, { params: { id } })
  const archive = Buffer.from(await (await fetch(new URL(body.url, t.process.address))).arrayBuffer())
  expect((await verifyRecords(archive)).problems).toEqual([])
  expect((await unzip(archive)).filter(({ path }) => path.includes('/files/'))).toHaveLength(3)
})

test.each([
  ['bytes', () => ({ ...NO_LIMITS, part: photoBytes, bytes: photoBytes * 2 })],
  ['files', () => ({ ...NO_LIMITS, part: photoBytes, files: 5 })],
])(
  'an export with too many %s ends at the file that is too much, and leaves nothing in the storage',
  async (_, limits) => {
    const before = (await readdir(folder())).sort()
    const id = await begin()
    expect(await write(limits())).toBe(1)
    expect(await listed(id)).toMatchObject({ state: 'failed', done: 0, files: 0 })
    expect((await readdir(folder())).sort()).toEqual(before)
    const { body } = await ann().call(auditEntries, { query: { objectId: id } })
    expect(body.data[0]).toMatchObject({ action: 'record-export.failed' })
    expect(JSON.stringify(body.data[0]?.details)).toContain('too_large')
  },
)

test('an export that was within its size in earlier steps ends in the step that exceeds it', async () => {
  const id = await begin()
  expect(await passExports(t.process.kernel, { isImmediate: true, limits: { ...NO_LIMITS, part: photoBytes } })).toBe(
    true,
  )
  const { bytes = 0 } = (await listed(id)) ?? {}
  expect(bytes).toBeGreaterThan(photoBytes * 3)
  await write({ ...NO_LIMITS, bytes: bytes + 1 })
  expect(await listed(id)).toMatchObject({ state: 'failed', done: 1, bytes })
})

test('an export with more attachments than a ZIP holds is refused', async () => {
  const contact = await makeContact(t.process.kernel, t.acme.id, 'Collector', '+14155557403')
  const messageId = await addOldText(t, contact, { at: daysAgo(t, 5) })
  await sql`
    update message set media = (select jsonb_agg('{}'::jsonb) from generate_series(1, 65000)) where id = ${messageId}`.execute(
    db(),
  )
  const { body } = await ann().call(createRecordExport, { body: { title: 'Large', covers: 'everyone' } })
  expect(body).toMatchObject({ code: 'too_many', notification: { message: expect.stringContaining('65,000 files') } })
  await sql`update message set media = null where id = ${messageId}`.execute(db())
})

test('bytes of an expired export that the storage does not remove are removed later', async () => {
  const id = await begin()
  await write({ ...NO_LIMITS, part: photoBytes })
  const [stuck = '', ...others] = await keysOf(id)
  const path = join(folder(), '..', stuck)
  const content = await readFile(path)
  // A folder can't be removed as a file.
  await rm(path)
  await mkdir(path)
  await sql`update record_export set expires_at = now() - interval '1 minute' where id = ${id}`.execute(db())
  await deleteExpired(t.process.kernel)
  expect(await listed(id)).toMatchObject({ state: 'expired', root: null })
  expect(await keysOf(id)).toEqual([stuck])
  const left = await readdir(folder())
  for (const key of others) expect(left).not.toContain(key.split('/')[1])
  await rmdir(path)
  await writeFile(path, content)
  await deleteExpired(t.process.kernel)
  expect(await keysOf(id)).toEqual([])
  expect(await readdir(folder())).not.toContain(stuck.split('/')[1])
})
