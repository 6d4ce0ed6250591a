import { exportFigures } from '@crewline/contract/figures'
import { auditEntries } from '@crewline/contract/audit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  limitTo,
  makeContact,
  makeGroup,
  makeOrg,
  makeUser,
  type Org,
  type TestContact,
} from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let org: Org
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  org = await makeOrg(t.process.kernel, 'Figures', 21)
  await sql`update contact set location = '=1+1' where org_id = ${org.id} and id = ${org.bob.id}`.execute(dbOf(org))
  for (const [contact, direction, at] of [
    [org.bob, 'in', '2026-03-02T18:00:00Z'],
    [org.bob, 'out', '2026-03-02T18:30:00Z'],
    [org.cat, 'out', '2026-03-03T18:00:00Z'],
    [org.cat, 'out', '2026-02-27T18:00:00Z'],
  ] as const)
    await write(contact, direction, new Date(at))
})
afterAll(() => t.close())

const dbOf = ({ id }: Org) => t.process.kernel.database.ofOrg(id)
const days = { startDate: '2026-03-01', endDate: '2026-03-04' }

async function write(contact: TestContact, direction: 'in' | 'out', at: Date, of = org): Promise<void> {
  const hex = at.getTime().toString(16).padStart(12, '0')
  const id = `${hex.slice(0, 8)}-${hex.slice(8)}${t.process.kernel.world.id().slice(13)}`
  await sql`
    insert into message (org_id, id, contact_id, direction, kind, body, encoding, segments, line_id, phone_from, phone_to, state, sender_id, carrier_id, at)
    values (${of.id}, ${id}, ${contact.id}, ${direction}, 'text', 'x', 'GSM-7', 2, ${of.line.id}, 'a', 'b',
      ${direction === 'in' ? 'received' : 'delivered'}, ${direction === 'in' ? null : of.ann.id}, ${direction === 'in' ? null : 'c'}, ${at})`.execute(
    dbOf(of),
  )
}

/** Reads the file as rows of cells by column. */
function rowsOf(file: string): Record<string, string>[] {
  const [header = '', ...lines] = file
    .replace(/^\ufeff/u, '')
    .trimEnd()
    .split('\r\n')
  const names = header.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, nth) => [names[nth] ?? '', cell])))
}

async function download(
  viewer = org.ann,
  format: 'csv' | 'xlsx' = 'csv',
  language = 'en',
): Promise<{ text: string; headers: Headers }> {
  const query = new URLSearchParams({ ...days, format })
  const file = await fetch(`${t.process.address}/api/user/analytics/export?${query.toString()}`, {
    headers: { authorization: `Bearer ${viewer.token}`, 'accept-language': language },
  })
  expect(file.status).toBe(200)
  return { text: await file.text(), headers: file.headers }
}

test('has the totals with those before, each day, hour and comparison', async () => {
  const rows = rowsOf((await download()).text)
  expect(rows.find(({ Name }) => Name === 'These days')).toMatchObject({
    Part: 'Total',
    From: '2026-03-01',
    To: '2026-03-04',
    'Messages sent': '2',
    'Segments sent': '4',
    Delivered: '2',
    'Messages received': '1',
    'Contacts who replied': '1',
    Answers: '1',
    'Median minutes to answer': '30',
  })
  expect(rows.find(({ Name }) => Name === 'As many days before')).toMatchObject({
    From: '2026-02-25',
    To: '2026-02-28',
    'Messages sent': '1',
    'Median minutes to answer': '',
  })
  expect(rows.filter(({ Part }) => Part === 'Day').map((day) => day['Messages sent'])).toEqual(['0', '1', '1', '0'])
  expect(rows.filter(({ Part }) => Part === 'Hour of the week')).toMatchObject([
    { Name: 'Monday 12:00', 'Messages received': '1' },
  ])
  expect(rows.filter(({ Part }) => Part === 'Teammate')).toMatchObject([
    { Name: 'Ann Figures', 'Messages sent': '2', 'Messages received': '' },
  ])
})

test('writes no cell that a spreadsheet would run', async () => {
  const rows = rowsOf((await download()).text)
  expect(rows.filter(({ Part }) => Part === 'Location').map(({ Name }) => Name)).toContain("'=1+1")
})

test('is also a workbook', async () => {
  const file = await download(org.ann, 'xlsx')
  expect(file.headers.get('content-type')).toContain('spreadsheetml')
  expect(file.headers.get('content-disposition')).toContain('figures-2026-03-01-2026-03-04.xlsx')
})

test('counts for a member with group scope what they see', async () => {
  const viewer = await makeUser(t.process.kernel, org.id, { firstname: 'Lim', lastname: 'Ited', role: 'manager' })
  await limitTo(t.process.kernel, viewer, [await makeGroup(t.process.kernel, org.id, 'Cats', [org.cat.id])])
  const rows = rowsOf((await download(viewer)).text)
  expect(rows.find(({ Name }) => Name === 'These days')).toMatchObject({
    'Messages sent': '1',
    'Messages received': '0',
  })
  expect(rows.filter(({ Part }) => Part === 'Location').map(({ Name }) => Name)).not.toContain("'=1+1")
})

test('hides figures of a sub-organization about fewer than five people, as the dashboard does', async () => {
  const mom = await makeOrg(t.process.kernel, 'Mother', 22)
  for (const [people, name, nth] of [
    [6, 'Many', 23],
    [3, 'Few', 24],
  ] as const) {
    const kid = await makeOrg(t.process.kernel, name, nth)
    await sql`update organization set parent_id = ${mom.id}, name = ${name} where id = ${kid.id}`.execute(
      t.process.kernel.database.asSystem('a test makes a family'),
    )
    for (let n = 0; n < people; n++) {
      const contact = await makeContact(t.process.kernel, kid.id, `W${n}`, `+1312557${nth}0${n}`)
      await write(contact, 'in', new Date(Date.UTC(2026, 2, 2, 18, n)), kid)
    }
  }
  const rows = rowsOf((await download(mom.ann)).text).filter(({ Part }) => Part === 'Sub-organization')
  const received = rows.map(({ Name, ...row }) => [Name, row['Messages received'], row['Contacts who replied']])
  expect(received).toEqual([
    ['Few', 'Hidden', 'Hidden'],
    ['Many', '6', '6'],
    ['Sum of the figures shown', '6', '6'],
  ])
  expect(rowsOf((await download()).text).map(({ Part }) => Part)).not.toContain('Sub-organization')
})

test('is written in the language of who downloads it', async () => {
  const { text, headers } = await download(org.ann, 'csv', 'es')
  const rows = rowsOf(text)
  expect(rows.find(({ Nombre }) => Nombre === 'Estos días')).toMatchObject({ Desde: '2026-03-01', Hasta: '2026-03-04' })
  expect(rows.filter(({ Nombre }) => Nombre?.startsWith('lunes'))).toHaveLength(1)
  expect(headers.get('content-disposition')).toContain('cifras-2026-03-01-2026-03-04.csv')
})

test('records who downloaded which days', async () => {
  await download()
  const entries = await t.as(org.ann).call(auditEntries, { query: { action: 'analytics.exported' } })
  expect(entries.body.data[0]).toMatchObject({
    summary: 'Figures of the dashboard exported',
    actor: { id: org.ann.id },
  })
})

test('refuses days that are none', async () => {
  const refused = await t.as(org.ann).call(exportFigures, { query: { startDate: '2026-03-04', endDate: '2026-03-01' } })
  expect(refused.http).toBe(400)
})
