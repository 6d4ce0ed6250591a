import { exportOptOuts, importOptOuts, optOuts } from '@crewline/contract/consent'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, makeContact, type TestUser, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type Answer, type TestApp } from '../../../test/kit/test-app.ts'
import { verifyEvery } from './index.ts'

let t: TestApp
/** A manager who can see only Ana's group. */
let max: TestUser
let ana: TestContact
let cesar: TestContact
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  const { kernel } = t.process
  ana = await makeContact(kernel, t.acme.id, 'Ana', '+14155550801')
  cesar = await makeContact(kernel, t.acme.id, '=Cesar', '+14155550802')
  max = await makeUser(kernel, t.acme.id, { firstname: 'Max', lastname: 'Acme', role: 'manager' })
  await limitTo(kernel, max, [await makeGroup(kernel, t.acme.id, 'Mine', [ana.id])])
  await importList('(415) 555-0801\n', 'First')
  await importList('415-555-0802', 'Second')
  // No contact of this organization has these.
  await importList(Array.from({ length: 5 }, (_, n) => `+1415555081${n}`).join('\n'), 'Third')
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const list = async (query: object = {}, user = t.acme.ann) => (await t.as(user).call(optOuts, { query })).body
const numbers = async (query: object = {}, user = t.acme.ann) => (await list(query, user)).data.map((row) => row.phone)

async function importList(text: string | Buffer, note = 'From the old system', user = t.acme.ann) {
  const path = `${t.process.address}/api${importOptOuts.path}?${new URLSearchParams({ note }).toString()}`
  const answer = await fetch(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(Buffer.from(text as string)),
  })
  return { http: answer.status, body: (await answer.json()) as Answer<typeof importOptOuts>['body'] }
}

async function take(format: string, user = t.acme.ann, language = 'en') {
  const answer = await fetch(`${t.process.address}/api${exportOptOuts.path}?format=${format}`, {
    headers: { authorization: `Bearer ${user.token}`, 'accept-language': language },
  })
  return { http: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('lists every opted-out number, newest first, with its contact, method and wording', async () => {
  const { data, total } = await list()
  expect(total).toBe(7)
  expect(data.slice(0, 5).map((row) => row.contact)).toEqual(Array(5).fill(null))
  expect(data.at(-1)).toMatchObject({
    phone: ana.phone,
    phoneDisplay: '(415) 555-0801',
    contact: { id: ana.id, firstname: 'Ana', reach: 'opted_out' },
    method: 'member',
    wording: 'First',
  })
})

test('pages by cursor and by page number without gaps or duplicates', async () => {
  const all = await numbers()
  const read: string[] = []
  for (let cursor: string | undefined; ;) {
    const page = await list({ pageSize: 2, ...(cursor ? { cursor } : {}) })
    read.push(...page.data.map((row) => row.phone))
    cursor = page.nextCursor
    if (!cursor) break
  }
  expect(read).toEqual(all)
  expect(await numbers({ pageSize: 3, page: 2 })).toEqual(all.slice(3, 6))
  expect((await list({ cursor: 'bm90IG91cnM' })).code).toBe('invalid')
})

test.each([
  ['ana', 1],
  ['cesar work', 1],
  ['555-081', 5],
  ['(415) 555 0802', 1],
  ['%', 0],
  ['nobody', 0],
])('finds entries when searching for %s: %i', async (search, count) => {
  const { data, total } = await list({ search })
  expect([data.length, total]).toEqual([count, count])
})

test('lets a member with group scope list and export visible numbers but not import a list', async () => {
  expect(await numbers({}, max)).toEqual([ana.phone])
  expect((await list({ search: 'cesar' }, max)).total).toBe(0)
  const file = (await take('csv', max)).bytes.toString()
  expect(file).toContain('Ana Worker')
  expect(file).not.toContain('555081')
  expect((await importList(cesar.phone, 'x', max)).body).toMatchObject({ code: 'not_permitted' })
  expect(await numbers({}, t.beta.ann)).toEqual([])
})

test('imports a list: adds new numbers, keeps existing ones and reports invalid rows by line', async () => {
  const csv =
    'Phone;Name\r\n"(415) 555-0830";Ed\r\n+44 20 7183 8750;Flo\r\n4155550801;Ana\r\n12;Gus\r\n\r\nno number;x\r\n'
  const { http, body } = await importList(csv, 'Moved from the old system')
  expect({ http, ...body }).toMatchObject({
    ...{ http: 200, added: 2, already: 1 },
    invalid: [
      { row: 5, text: '12' },
      { row: 7, text: 'no number' },
    ],
  })
  expect((await list({ search: '20 7183' })).data).toMatchObject([
    { method: 'member', wording: 'Moved from the old system' },
  ])
  // An existing opt-out keeps its wording and time.
  expect((await list({ search: 'ana' })).data).toMatchObject([{ wording: 'First' }])
  expect((await importList(csv, 'Again')).body).toMatchObject({ added: 0, already: 3 })
  const auditRows = await sql<{ detail: object }>`
    select detail from audit_entry where action = 'consent.opt_outs_imported' order by id desc limit 1`.execute(
    t.process.kernel.database.asSystem('tests read the audit trail'),
  )
  expect(auditRows.rows[0]?.detail).toEqual({ added: 0, already: 3, invalid: 2, note: 'Again' })
  expect((await verifyEvery(db())).broken).toEqual([])
  await sql`update consent set opted_out = false where phone in ('+14155550830', '+442071838750')`.execute(db())
})

test('refuses a file that is not a list with an explanation and imports nothing', async () => {
  const before = (await list()).total
  expect((await importList(Buffer.from('PK\u0003\u0004 xl/workbook.xml'))).http).toBe(415)
  expect((await importList('')).body).toMatchObject({ code: 'invalid' })
  expect((await importList('Name\nAna')).body.message).toContain('no phone numbers')
  expect((await importList(`+14155550899\n${'12\n'.repeat(1001)}`)).body.message).toContain('first column')
  expect((await importList(Buffer.alloc(6 * 1024 * 1024, '1'))).http).toBe(413)
  expect((await importList('1\n'.repeat(100_001))).body.code).toBe('too_many')
  expect((await importList('+14155550899', ' ')).http).toBe(400)
  expect((await importList('+14155550899', 'x', t.acme.gus)).body.code).toBe('not_permitted')
  expect((await list()).total).toBe(before)
})

test('exports the list as CSV and as a workbook without formula injection, and records it in the audit log', async () => {
  const csv = await take('csv')
  expect(csv.headers.get('content-disposition')).toContain('opt-outs.csv')
  const lines = csv.bytes.toString().trimEnd().split('\r\n')
  expect(lines).toHaveLength(8)
  expect(lines[0]).toBe('\ufeffNumber,Name,Opted out,Opted out (UTC),How,Words')
  expect(lines.at(-1)).toMatch(/^'\+14155550801,Ana Worker,\d{4}-.*-0[56]:00,\d{4}-.*Z,through a teammate,First$/)
  expect(lines.find((line) => line.includes('Cesar'))).toContain(",'=Cesar Worker,")
  const inSpanish = (await take('csv', t.acme.ann, 'es')).bytes.toString().trimEnd().split('\r\n')
  expect(inSpanish[0]).toBe('\ufeffNúmero,Nombre,Baja,Baja (UTC),Cómo,Palabras')
  expect(inSpanish.at(-1)).toMatch(/,por alguien del equipo,First$/)
  const workbook = await take('xlsx')
  expect(workbook.headers.get('content-type')).toContain('spreadsheetml')
  expect(workbook.bytes.subarray(0, 2).toString()).toBe('PK')
  expect((await take('csv', t.acme.gus)).http).toBe(422)
  expect((await take('pdf')).http).toBe(400)
  const auditRows = await sql<{ detail: object }>`
    select detail from audit_entry where action = 'consent.opt_outs_exported' order by id desc limit 1`.execute(
    t.process.kernel.database.asSystem('tests read the audit trail'),
  )
  expect(auditRows.rows[0]?.detail).toEqual({ format: 'xlsx', numbers: 7 })
})
