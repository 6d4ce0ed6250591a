import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { auditEntries } from '@crewline/contract/audit'
import { placeHold } from '@crewline/contract/legal-holds'
import { createRecordExport, recordExportLink, recordExports, recordKey } from '@crewline/contract/records'
import { verifyRecords } from '@crewline/contract/verify-records'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { unzip, zip, type Packed } from '../../../test/kit/archives.ts'
import { makeContact, makeUser, type TestContact } from '../../../test/kit/cast.ts'
import { photo, upload } from '../../../test/kit/files.ts'
import { addOldText, daysAgo } from '../../../test/kit/old-data.ts'
import { proveAnn } from '../../../test/kit/retention.ts'
import { killDuringStep } from '../../../test/kit/runs.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { deleteExpired, passExports } from './index.ts'

let t: TestApp
let ana: TestContact
let bo: TestContact
let archive: Buffer
let exportId: string
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  ana = await makeContact(t.process.kernel, t.acme.id, 'Ana', '+14155557201')
  bo = await makeContact(t.process.kernel, t.acme.id, 'Bo', '+14155557202')
  const messageId = await addOldText(t, ana, { at: daysAgo(t, 30), body: 'The forklift is broken' })
  await addOldText(t, ana, { at: daysAgo(t, 20), body: 'Fixed now' })
  await addOldText(t, bo, { at: daysAgo(t, 10), body: 'When is my shift?' })
  const { body } = await upload(t, t.acme.ann, await photo())
  const db = t.process.kernel.database.ofOrg(t.acme.id)
  await sql`update file set message_id = ${messageId}, claimed_at = now() where id = ${body.file.id}`.execute(db)
  const item = { ...body.file, url: undefined, thumbUrl: undefined, linkKey: 'x' }
  await sql`update message set media = ${JSON.stringify([item])}::jsonb where id = ${messageId}`.execute(db)
  await proveAnn(t)
  exportId = await begin({ title: 'Smith v. Acme', covers: 'everyone' })
  while (await passExports(t.process.kernel, { isImmediate: true }));
  archive = await download(exportId)
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)
async function begin(body: object): Promise<string> {
  const answer = await ann().call(createRecordExport, { body: { title: 'Export', covers: 'everyone', ...body } })
  expect({ http: answer.http, code: answer.body.code }).toEqual({ http: 200, code: undefined })
  return answer.body.export.id
}
async function download(id: string): Promise<Buffer> {
  const { body } = await ann().call(recordExportLink, { params: { id } })
  const answer = await fetch(new URL(body.url, t.process.address))
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}
const publicKey = async () => (await t.as(null).call(recordKey)).body.publicKey
const verify = async (bytes: Buffer) => verifyRecords(bytes, await publicKey())
const codes = async (bytes: Buffer) => (await verify(bytes)).problems.map(({ code }) => code)
const changed = async (change: (files: Packed[]) => Packed[]) => codes(await zip(change(await unzip(archive))))

describe('an export of records', () => {
  test('holds every conversation as JSON, CSV and text, with its attachments, and is intact', async () => {
    const files = await unzip(archive)
    const paths = files.map(({ path }) => path)
    expect(paths.slice(0, 2)).toEqual(['manifest.json', 'manifest.sig'])
    expect(paths).toContain('conversations/0001-Ana-Worker/conversation.json')
    expect(paths).toContain('conversations/0001-Ana-Worker/files/001-photo.jpg')
    expect(paths).toContain('conversations/0002-Bo-Worker/conversation.txt')
    const text = files.find(({ path }) => path.endsWith('0001-Ana-Worker/conversation.txt'))?.content.toString()
    expect(text).toContain('The forklift is broken')
    const verdict = await verify(archive)
    expect(verdict.problems).toEqual([])
    expect(verdict.manifest).toMatchObject({ title: 'Smith v. Acme', organization: 'Acme', createdBy: 'Ann Acme' })
    const [listed] = (await ann().call(recordExports)).body.exports
    expect(listed).toMatchObject({ state: 'ready', conversations: 2, done: 2, root: verdict.manifest?.root })
  })

  test('has the same bytes in each download, and the audit log has its root', async () => {
    expect((await download(exportId)).equals(archive)).toBe(true)
    const { body } = await ann().call(auditEntries, { query: { objectId: exportId } })
    expect(body.data.map(({ action }) => action)).toContain('record-export.finished')
    expect(JSON.stringify(body.data)).toContain((await verify(archive)).manifest?.root)
  })

  test('covers what a hold covers, on some days only', async () => {
    const { body } = await ann().call(placeHold, {
      body: { name: 'Case', reason: 'Letter', covers: 'contacts', contactIds: [ana.id] },
    })
    const day = daysAgo(t, 25).toISOString().slice(0, 10)
    const id = await begin({ covers: 'hold', holdId: body.hold.id, from: day, includeFiles: false })
    while (await passExports(t.process.kernel, { isImmediate: true }));
    const files = await unzip(await download(id))
    const texts = files.filter(({ path }) => path.endsWith('.txt')).map(({ content }) => content.toString())
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain('Fixed now')
    expect(texts[0]).not.toContain('forklift')
  })

  test('is resumed after its process died, with each file once', async () => {
    const id = await begin({})
    await killDuringStep(t.process.kernel, 'records.exporting')
    while (await passExports(t.process.kernel, { isImmediate: true }));
    const bytes = await download(id)
    expect(await codes(bytes)).toEqual([])
    expect(await unzip(bytes)).toHaveLength((await unzip(archive)).length)
  })

  test('opens only by its link, until it expires, and its bytes are removed then', async () => {
    const { url } = (await ann().call(recordExportLink, { params: { id: exportId } })).body
    const status = async (path: string) => (await fetch(new URL(path, t.process.address))).status
    expect(await status(url.replace(/s=..../, 's=AAAA'))).toBe(404)
    expect(await status(url.replace(/e=\d+/, 'e=99999999999999'))).toBe(404)
    expect(await status(url.replace(t.acme.id, t.beta.id))).toBe(404)
    expect(await status(url.replace(exportId, 'rubbish'))).toBe(404)
    const id = await begin({ title: 'Soon gone' })
    while (await passExports(t.process.kernel, { isImmediate: true }));
    const { url: gone } = (await ann().call(recordExportLink, { params: { id } })).body
    const db = t.process.kernel.database.ofOrg(t.acme.id)
    await sql`update record_export set expires_at = now() - interval '1 minute' where id = ${id}`.execute(db)
    expect(await status(gone)).toBe(404)
    await deleteExpired(t.process.kernel)
    const listed = (await ann().call(recordExports)).body.exports.find((one) => one.id === id)
    expect(listed).toMatchObject({ state: 'expired', files: 0 })
  })

  test('needs the permission, a fresh proof, and people with conversations', async () => {
    const manager = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Mo', lastname: 'M', role: 'manager' })
    expect((await t.as(manager).call(recordExports)).body.code).toBe('not_permitted')
    const quiet = await makeContact(t.process.kernel, t.acme.id, 'Quiet', '+14155557203')
    const call = (body: object) =>
      ann().call(createRecordExport, { body: { title: 'Export', covers: 'contacts', ...body } })
    expect((await call({ contactIds: [quiet.id] })).body.fieldErrors).toHaveProperty('covers')
    expect((await call({ contactIds: [bo.id], from: '2026-02-02', to: '2026-02-01' })).body.fieldErrors).toHaveProperty(
      'to',
    )
    const system = t.process.kernel.database.asSystem('tests let proofs expire')
    await sql`update session set proved_at = null where user_id = ${t.acme.ann.id}`.execute(system)
    expect((await call({ contactIds: [bo.id] })).body.code).toBe('proof_needed')
    await proveAnn(t)
  })
})

describe('the verifier', () => {
  test('finds one changed byte in a file, wherever it is in the archive', async () => {
    expect(
      await changed((files) =>
        files.map((file) => {
          if (!file.path.endsWith('0002-Bo-Worker/conversation.txt')) return file
          const content = Buffer.from(file.content)
          content[content.length - 2] = (content.at(-2) ?? 0) ^ 1
          return { ...file, content }
        }),
      ),
    ).toEqual(['changed'])
    // Bytes of the packed files themselves, spread over the archive.
    const end = archive.lastIndexOf(Buffer.from('504b0102', 'hex'))
    for (let nth = 1; nth < 8; nth += 1) {
      const bytes = Buffer.from(archive)
      const at = Math.floor((end * nth) / 8)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      const { isIntact, manifest } = await verify(bytes)
      const isSame = manifest !== undefined && (await unzip(bytes).then(sameContent, () => false))
      expect(isIntact).toBe(isSame)
    }
  })

  test('finds a removed, an added and a doubled file', async () => {
    expect(await changed((files) => files.filter(({ path }) => !path.endsWith('001-photo.jpg')))).toEqual(['missing'])
    const extra = { path: 'conversations/0003-Cy/conversation.txt', content: Buffer.from('I agree') }
    expect(await changed((files) => [...files, extra])).toEqual(['added'])
    expect(await changed((files) => [...files, files[3] as Packed])).toEqual(['duplicate'])
  })

  test('finds files in another order', async () => {
    expect(
      await changed(([first, second, third, fourth, ...rest]) => [first, second, fourth, third, ...rest] as Packed[]),
    ).toEqual(['reordered'])
  })

  test('finds a manifest that fits other files but is not signed, or signed with another key', async () => {
    const rewrite = (files: Packed[]) =>
      files.map((file) =>
        file.path === 'manifest.json'
          ? { ...file, content: Buffer.from(file.content.toString().replace('Smith v. Acme', 'Smith v. Apex')) }
          : file,
      )
    expect(await changed(rewrite)).toEqual(['bad_signature'])
    expect(
      (await verifyRecords(archive, Buffer.alloc(32, 1).toString('base64'))).problems.map(({ code }) => code),
    ).toEqual(['other_key', 'bad_signature'])
    expect(await changed((files) => files.slice(1))).toEqual(['no_manifest'])
    expect(await codes(Buffer.from('not a zip'))).toEqual(['not_a_zip'])
    expect(await codes(Buffer.alloc(0))).toEqual(['not_a_zip'])
  })

  test('says that it cannot check signatures where there is no Ed25519', async () => {
    const importKey = vi
      .spyOn(crypto.subtle, 'importKey')
      .mockRejectedValue(new DOMException('Unrecognized algorithm name', 'NotSupportedError'))
    try {
      expect(await codes(archive)).toEqual(['unsupported'])
    } finally {
      importKey.mockRestore()
    }
  })

  test('runs as a command with Node alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'crewline-records-'))
    const [good, bad] = [join(folder, 'good.zip'), join(folder, 'bad.zip')]
    await writeFile(good, archive)
    await writeFile(bad, await zip((await unzip(archive)).slice(0, -1)))
    const run = promisify(execFile)
    const command = join(import.meta.dirname, '../../../../bin/verify-records.ts')
    const { stdout } = await run(process.execPath, [command, good, await publicKey()])
    expect(stdout).toContain('Intact.')
    await expect(run(process.execPath, [command, bad])).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('missing'),
    })
  })
})

async function sameContent(files: Packed[]): Promise<boolean> {
  const original = await unzip(archive)
  return files.every(({ path, content }, nth) => original[nth]?.path === path && content.equals(original[nth].content))
}
