import { createHash } from 'node:crypto'
import { exportConversation } from '@crewline/contract/transcripts'
import { PDFDocument } from '@cantoo/pdf-lib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, makeContact, type TestUser, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let wei: TestContact
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  wei = await makeContact(t.process.kernel, t.acme.id, '王伟', '+14155550811')
  await write('2026-10-31T12:00:00Z', 'Before')
  await write('2026-11-01T06:30:00Z', '=HYPERLINK("x")')
  await write('2026-11-01T07:30:00Z', 'No puedo ir', {
    translation: { text: 'I cannot come', from: 'es', to: 'en', provider: 'x' },
  })
  await write('2026-11-01T08:00:00Z', 'He is ill', { kind: 'note', direction: 'internal', state: 'noted' })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests write messages')

async function write(
  at: string,
  body: string,
  more: { kind?: string; direction?: string; state?: string; translation?: object } = {},
): Promise<void> {
  const hex = Date.parse(at).toString(16).padStart(12, '0')
  const id = `${hex.slice(0, 8)}-${hex.slice(8)}-7${t.process.kernel.world.id().slice(15)}`
  await sql`insert into message (org_id, id, contact_id, direction, kind, body, encoding, segments, phone_from, phone_to, state, at, translation)
    values (${t.acme.id}, ${id}, ${wei.id}, ${more.direction ?? 'in'}, ${more.kind ?? 'text'}, ${body}, 'GSM-7', 1, '', '', ${more.state ?? 'received'}, ${at}::timestamptz,
      ${more.translation ? JSON.stringify(more.translation) : null}::jsonb)`.execute(system())
}

const day = { contactId: '', startDate: '2026-11-01', endDate: '2026-11-01', timeZone: 'America/Chicago' }
async function take(user: TestUser, more: object): Promise<{ http: number; bytes: Buffer; headers: Headers }> {
  const answer = await fetch(`${t.process.address}/api${exportConversation.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...day, contactId: wei.id, ...more }),
  })
  return { http: answer.status, bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers }
}

test('exports a conversation as JSON with its metadata and a reproducible hash', async () => {
  const file = await take(t.acme.ann, { format: 'json' })
  expect(file.http).toBe(200)
  expect(file.headers.get('content-disposition')).toContain('conversation-export.json')
  const exported = JSON.parse(file.bytes.toString()) as Record<string, unknown> & { entries: Record<string, unknown>[] }
  expect(exported).toMatchObject({
    organization: 'Acme',
    contact: '王伟 Worker',
    exportedBy: 'Ann Acme',
    timeZone: 'America/Chicago',
    messages: 2,
    from: '2026-11-01T00:00:00-05:00',
    to: '2026-11-01T23:59:59-06:00',
  })
  expect(exported.entries).toMatchObject([
    { at: '2026-11-01T01:30:00-05:00', sender: '王伟 Worker', direction: 'In', status: 'Received' },
    { at: '2026-11-01T01:30:00-06:00', translation: 'I cannot come', translationLanguage: 'es to en' },
  ])
  const lines = exported.entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  expect(exported['sha256']).toBe(createHash('sha256').update(lines).digest('hex'))
})

test('includes notes only on request, neutralizes formulas, and audits every export', async () => {
  const csv = (await take(t.acme.ann, { format: 'csv' })).bytes.toString()
  expect(csv).toContain(`"'=HYPERLINK(""x"")"`)
  expect(csv).not.toContain('He is ill')
  const text = await take(t.acme.ann, { format: 'txt', includeNotes: true })
  expect(text.bytes.toString()).toContain('He is ill')
  expect(text.headers.get('content-type')).toContain('text/plain')
  const audited = await sql<{ detail: Record<string, unknown>; target: string }>`
    select detail, target from audit_entry where action = 'conversation.exported' order by at desc limit 1`.execute(
    system(),
  )
  expect(audited.rows[0]).toMatchObject({ target: wei.id, detail: { format: 'txt', includeNotes: true, messages: 3 } })
})

test('exports PDF with pages and fonts', async () => {
  const file = await take(t.acme.ann, { format: 'pdf' })
  expect(file.headers.get('content-type')).toBe('application/pdf')
  const doc = await PDFDocument.load(file.bytes)
  expect(doc.getPageCount()).toBe(1)
})

test('rejects agents, contacts out of sight, and an end before the start', async () => {
  const call = (user: TestUser, more: object = {}) =>
    t.as(user).call(exportConversation, { body: { ...day, contactId: wei.id, format: 'txt', ...more } })
  expect((await call(t.acme.gus)).body.code).toBe('not_permitted')
  expect((await call(t.beta.ann)).http).toBe(404)
  const max = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Max', lastname: 'Acme', role: 'manager' })
  await limitTo(t.process.kernel, max, [await makeGroup(t.process.kernel, t.acme.id, 'Mine', [t.acme.bob.id])])
  expect((await call(max)).http).toBe(404)
  expect((await call(t.acme.ann, { endDate: '2026-10-01' })).body.fieldErrors).toHaveProperty('endDate')
  expect((await call(t.acme.ann, { timeZone: 'Mars/Phobos' })).http).toBe(400)
})
