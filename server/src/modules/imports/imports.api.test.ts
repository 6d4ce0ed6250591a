import {
  commitImport,
  correctImport,
  discardImport,
  importProblems,
  importRows,
  imports,
  importTemplate,
  matchImport,
  readImport,
  startImport,
  undoImport,
  type Import,
} from '@crewline/contract/imports'
import { createContact, editContact, readContact } from '@crewline/contract/contacts'
import { groupContacts } from '@crewline/contract/audience'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { asMatched, runImports, readContacts, uploadContacts } from '../../../test/kit/people-files.ts'
import { deleteOldImports } from './index.ts'

let t: TestApp
let ann: TestUser
beforeAll(async () => {
  t = await testApp()
  ann = t.acme.ann
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look at every organization')

type Options = Parameters<typeof matched>[2]

async function matched(user: TestUser, importRecord: Import, options: Record<string, unknown> = {}): Promise<Import> {
  const answer = await t
    .as(user)
    .call(matchImport, { params: { id: importRecord.id }, body: { columns: asMatched(importRecord), options } })
  expect(answer.http).toBe(200)
  await runImports(t)
  return now(user, importRecord)
}

async function now(user: TestUser, importRecord: Import): Promise<Import> {
  return (await t.as(user).call(readImport, { params: { id: importRecord.id } })).body.import
}

async function checked(user: TestUser, text: string | Buffer, options: Options = {}, name?: string): Promise<Import> {
  const importRecord = await readContacts(t, user, text, name)
  expect(importRecord).toMatchObject({ state: 'matching', problem: null })
  return matched(user, importRecord, options)
}

async function committed(user: TestUser, importRecord: Import): Promise<Import> {
  expect((await t.as(user).call(commitImport, { params: { id: importRecord.id }, body: { agreed: true } })).http).toBe(
    200,
  )
  await runImports(t)
  return now(user, importRecord)
}

const rowsOf = async (importRecord: Import, show: 'all' | 'problems' = 'all') =>
  (await t.as(ann).call(importRows, { params: { id: importRecord.id }, query: { show } })).body.rows

const searchContacts = async (search: string) =>
  (await t.as(ann).call(groupContacts, { query: { search, pageSize: 200 } })).body.data

test('reads, matches, checks, corrects, runs and undoes an import', async () => {
  const file = [
    'Employee list,,,,',
    '"Emp ID",F name,Apellido,Cell #,Dept,Groups',
    'S-1,MARIA,LOPEZ,555-010-4433,N2,Night Crew; Welders',
    'S-2,Ben,Cho,(555) 010-4434,D1,Night Crew',
    'S-3,Bea,Cho,5550104434,D1,',
    'S-4,Sam,Okoro,555-01,D1,',
    `S-5,Cathy,Worker,${t.acme.cat.phone},D9,Welders`,
  ].join('\n')
  const importRecord = await readContacts(t, ann, file)
  expect(importRecord).toMatchObject({
    state: 'matching',
    rows: 5,
    notes: ['1 line above the header left out.'],
    by: 'Ann Acme',
  })
  expect(importRecord.columns.map((column) => [column.header, column.target, column.matchedBy])).toEqual([
    ['Emp ID', 'employeeId', 'header'],
    ['F name', 'firstname', 'header'],
    ['Apellido', 'lastname', 'header'],
    ['Cell #', 'phone', 'header'],
    ['Dept', 'department', 'header'],
    ['Groups', 'groups', 'header'],
  ])
  expect(importRecord.columns[3]).toMatchObject({
    fit: { good: 4, bad: 1, empty: 0 },
    samples: ['555-010-4433', '(555) 010-4434', '5550104434'],
  })
  importRecord.columns[1] = { ...(importRecord.columns[1] as Import['columns'][0]), fixCapitals: true }
  importRecord.columns[2] = { ...(importRecord.columns[2] as Import['columns'][0]), fixCapitals: true }
  const two = await matched(ann, importRecord)
  expect(two).toMatchObject({
    state: 'checked',
    counts: { new: 2, update: 1, duplicate: 1, invalid: 1, unchanged: 0, skipped: 0 },
  })
  const problems = await rowsOf(two, 'problems')
  expect(problems.map((row) => [row.row, row.kind, row.problems[0]?.words])).toEqual([
    [5, 'duplicate', 'Same mobile as row 4 (Ben Cho).'],
    [6, 'invalid', 'Mobile has 5 digits. It needs 10.'],
  ])

  const fixed = await t.as(ann).call(correctImport, {
    params: { id: importRecord.id },
    body: {
      edits: [
        { row: 6, values: { 3: '555 010 4436' } },
        { row: 5, keep: true },
      ],
    },
  })
  expect(fixed.body.rows.map((row) => [row.row, row.kind, row.problems[0]?.words])).toEqual([
    [4, 'duplicate', 'Same mobile as row 5 (Bea Cho).'],
    [5, 'new', undefined],
    [6, 'new', undefined],
  ])
  expect(fixed.body.import.counts).toMatchObject({ new: 3, update: 1, duplicate: 1, invalid: 0 })
  const shared = await t
    .as(ann)
    .call(correctImport, { params: { id: importRecord.id }, body: { edits: [{ row: 4, sharesPhone: true }] } })
  expect(shared.body.import.counts).toMatchObject({ new: 4, duplicate: 0 })

  const finished = await committed(ann, two)
  expect(finished).toMatchObject({
    state: 'done',
    result: { added: 4, updated: 1, skipped: 0, unchanged: 0 },
    progress: 5,
  })
  const [maria] = await searchContacts('maria lopez')
  expect(maria).toMatchObject({
    firstname: 'Maria',
    lastname: 'Lopez',
    phone: '+15550104433',
    department: 'N2',
    employeeId: 'S-1',
    source: 'import',
    reach: 'can_text',
  })
  expect(maria?.groups.map((group) => group.name)).toEqual(['Night Crew', 'Welders'])
  expect((await searchContacts('ben cho'))[0]).toMatchObject({ sharesPhone: true, phone: '+15550104434' })
  expect((await searchContacts('bea cho'))[0]).toMatchObject({ sharesPhone: false, phone: '+15550104434' })
  const attested = await sql<{ wording: string; user_id: string }>`
    select wording, user_id from consent_event where org_id = ${t.acme.id} and phone = '+15550104433'`.execute(system())
  expect(attested.rows).toEqual([
    { wording: '“These people agreed to get texts from us.” Ann Acme, importing people.csv', user_id: ann.id },
  ])
  expect((await t.as(ann).call(readContact, { query: { id: t.acme.cat.id } })).body.contact).toMatchObject({
    firstname: 'Cathy',
    department: 'D9',
    employeeId: 'S-5',
  })

  await t.as(ann).call(editContact, { query: { id: maria?.id ?? '' }, body: { jobTitle: 'Lead' } })
  await t.as(ann).call(editContact, { query: { id: t.acme.cat.id }, body: { department: 'D10' } })
  expect((await t.as(ann).call(undoImport, { params: { id: importRecord.id } })).http).toBe(200)
  await runImports(t)
  const undone = await now(ann, importRecord)
  expect(undone).toMatchObject({ state: 'undone' })
  expect(undone.notes.at(-1)).toBe('3 archived, 0 restored. 2 changed since and stay.')
  expect(await searchContacts('cho')).toEqual([])
  expect((await searchContacts('maria lopez'))[0]).toMatchObject({ jobTitle: 'Lead' })
  const cat = (await t.as(ann).call(readContact, { query: { id: t.acme.cat.id } })).body.contact
  expect(cat).toMatchObject({ firstname: 'Cat', department: 'D10', employeeId: '', groups: [] })
  const free = await t.as(ann).call(createContact, { body: { firstname: 'Bea', phone: '555-010-4434' } })
  expect(free.http).toBe(200)
})

test('reuses the column mapping of the last import for a file of the same system', async () => {
  const first = await readContacts(t, ann, 'Nome,Fone X\nAda,555-010-5501\nEva,555-010-5502\n')
  expect(first.columns.map((column) => column.target)).toEqual([null, 'phone'])
  first.columns[0] = { ...(first.columns[0] as Import['columns'][0]), target: 'firstname' }
  await matched(ann, first)
  const second = await readContacts(t, ann, 'Nome,Fone X\nIda,12\n')
  expect(second.columns.map((column) => [column.target, column.matchedBy])).toEqual([
    ['firstname', 'remembered'],
    ['phone', 'remembered'],
  ])
  for (const importRecord of [first, second])
    expect((await t.as(ann).call(discardImport, { params: { id: importRecord.id } })).http).toBe(200)
  expect((await t.as(ann).call(readImport, { params: { id: first.id } })).http).toBe(404)
})

test('importing the same file again changes nothing', async () => {
  const file = 'Name;Mobile;Language\nNora Quist;555-010-6601;Español\n"Ek, Per";555-010-6602;en\n'
  await committed(ann, await checked(ann, file))
  expect((await searchContacts('nora quist'))[0]).toMatchObject({ language: 'es' })
  expect((await searchContacts('per ek'))[0]).toMatchObject({ firstname: 'Per', lastname: 'Ek' })
  const second = await checked(ann, file)
  expect(second.counts).toMatchObject({ unchanged: 2, new: 0, update: 0 })
  const finished = await committed(ann, second)
  expect(finished.result).toEqual({ added: 0, updated: 0, skipped: 0, unchanged: 2 })
})

test('keeps opt-outs and records no consent for opted-out numbers', async () => {
  await t.carrier.texts(t.acme.dan.phone, 'STOP', t.acme.line.phone)
  await t.until(
    async () =>
      (await t.as(ann).call(readContact, { query: { id: t.acme.dan.id } })).body.contact.reach === 'opted_out',
  )
  const importRecord = await checked(ann, `First name,Last name,Phone,Job\nDan,Worker,${t.acme.dan.phone},Cook\n`)
  expect(importRecord.counts).toMatchObject({ update: 1, optedOut: 1 })
  await committed(ann, importRecord)
  expect((await t.as(ann).call(readContact, { query: { id: t.acme.dan.id } })).body.contact).toMatchObject({
    jobTitle: 'Cook',
    reach: 'opted_out',
  })
  const stated =
    await sql`select from consent_event where org_id = ${t.acme.id} and phone = ${t.acme.dan.phone} and method = 'import_attestation'`.execute(
      system(),
    )
  expect(stated.rows).toEqual([])
})

test('creates a new field with the options from the file when the import runs', async () => {
  const importRecord = await readContacts(
    t,
    ann,
    'First name,Phone,Uniform\nUma,555-010-7701,Large\nUlf,555-010-7702,Small\nUwe,555-010-7703,large\n',
  )
  importRecord.columns[2] = {
    ...(importRecord.columns[2] as Import['columns'][0]),
    target: null,
    newField: { name: 'Uniform fit', type: 'select' },
  }
  const finished = await committed(ann, await matched(ann, importRecord))
  expect(finished.result).toMatchObject({ added: 3 })
  const [uma, uwe] = [(await searchContacts('uma'))[0], (await searchContacts('uwe'))[0]]
  expect(uma?.customFields['uniform_fit']).toBe(uwe?.customFields['uniform_fit'])
  const options = await sql<{
    options: { label: string }[]
  }>`select options from custom_field where org_id = ${t.acme.id} and key = 'uniform_fit'`.execute(system())
  expect(options.rows[0]?.options.map((option) => option.label)).toEqual(['Large', 'Small'])
})

test('refuses rows that match two contacts, and clears values for empty cells only on request', async () => {
  await t
    .as(ann)
    .call(createContact, { body: { firstname: 'Olga', phone: '555-010-8801', employeeId: 'X1', department: 'Docks' } })
  await t.as(ann).call(createContact, { body: { firstname: 'Otto', phone: '555-010-8802', employeeId: 'X2' } })
  const importRecord = await checked(
    ann,
    'First name,Phone,Employee ID,Department\nOlga,555-010-8801,X2,\nOtto,555-010-8802,X9,\nOlga,555-010-8801,X1,\n',
  )
  expect((await rowsOf(importRecord)).map((row) => row.problems[0]?.words ?? row.kind)).toEqual([
    'This mobile belongs to Olga and this employee ID to Otto. Check which is right.',
    'This mobile belongs to Otto, employee ID X2. Check which is right.',
    'unchanged',
  ])
  const clearing = await matched(ann, importRecord, { emptyClears: true })
  expect((await rowsOf(clearing))[2]?.kind).toBe('update')
  await committed(ann, clearing)
  expect((await searchContacts('olga'))[0]?.department).toBe('')
})

test('passes a number its owner gives up to the contact that shares it, on import and undo', async () => {
  const add = (body: object) => t.as(ann).call(createContact, { body: { firstname: 'Odo', ...body } })
  await add({ phone: '555-010-8811', employeeId: 'H1' })
  await add({ firstname: 'Child', lastname: 'One', phone: '555-010-8811', sharesPhone: true })
  await committed(ann, await checked(ann, 'First name,Phone,Employee ID\nOdo,555-010-8812,H1\n'))
  expect((await searchContacts('child one'))[0]).toMatchObject({ phone: '+15550108811', sharesPhone: false })

  const parent = await committed(ann, await checked(ann, 'First name,Last name,Phone\nParent,Two,555-010-8813\n'))
  await add({ firstname: 'Child', lastname: 'Two', phone: '555-010-8813', sharesPhone: true })
  await t.as(ann).call(undoImport, { params: { id: parent.id } })
  await runImports(t)
  expect((await searchContacts('child two'))[0]).toMatchObject({ phone: '+15550108813', sharesPhone: false })
})

test('imports without phone numbers only when a member chooses it, and asks for consent only with numbers', async () => {
  const importRecord = await readContacts(t, ann, 'First name,Employee ID\nNora,NP1\nNed,NP2\n')
  const params = { id: importRecord.id }
  const columns = asMatched(importRecord)
  const refused = await t.as(ann).call(matchImport, { params, body: { columns, options: {} } })
  expect(refused.http).toBe(400)
  expect(refused.body.fieldErrors).toEqual({
    'options.withoutPhones':
      'No column holds mobile numbers. Choose the phone column, or import without phone numbers.',
  })
  expect((await matched(ann, importRecord, { withoutPhones: true })).counts).toMatchObject({ new: 2, noPhone: 2 })
  expect((await t.as(ann).call(commitImport, { params, body: {} })).http).toBe(200)
  await runImports(t)
  expect((await searchContacts('nora'))[0]).toMatchObject({ phone: null })

  const numbers = await checked(ann, 'First name,Phone\nNino,555-010-7711\nNell,\n')
  expect(numbers.counts).toMatchObject({ new: 2, noPhone: 1 })
  const show = await t.as(ann).call(importRows, { params: { id: numbers.id }, query: { show: 'no_phone' } })
  expect(show.body.rows.map((row) => row.values[0])).toEqual(['Nell'])
  const unagreed = await t.as(ann).call(commitImport, { params: { id: numbers.id }, body: {} })
  expect(unagreed.http).toBe(400)
  expect(unagreed.body.fieldErrors).toEqual({ agreed: 'Confirm that these people agreed to get texts from you.' })
})

test('refuses files that are not tables with a message', async () => {
  const refused: [bytes: Buffer | string, name: string, words: RegExp][] = [
    ['', 'a.csv', /empty/],
    ['Name,Phone\n', 'a.csv', /no rows/],
    ['%PDF-1.4 x', 'a.csv', /PDF/],
    ['<!doctype html><table>', 'a.xls', /web page/],
    ['[{"name": 1}]', 'a.csv', /JSON/],
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3, 4]), 'a.xls', /old Excel/],
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3, 4]), 'a.xlsx', /password/],
    [Buffer.from('PK\x03\x04 nothing behind it'), 'a.xlsx', /broken/],
    [`Name,Phone\nAda,${'5'.repeat(2001)}\n`, 'a.csv', /2,000 characters/],
    [`${Array.from({ length: 301 }, (_, at) => `C${at}`).join(',')}\n${'x,'.repeat(300)}x\n`, 'a.csv', /300 columns/],
  ]
  for (const [bytes, name, message] of refused) {
    const importRecord = await readContacts(t, ann, bytes, name)
    expect(importRecord.state).toBe('failed')
    expect(importRecord.problem).toMatch(message)
  }
})

test('the problem file and the template can be imported again and contain no formulas', async () => {
  const importRecord = await checked(ann, 'First name,Phone\n"=cmd|\' /C calc\'!A0",12\n"+1,2",555-010-9901\n')
  const csv = await download(ann, importProblems.path.replace('{id}', importRecord.id))
  expect(csv.split('\r\n')[1]).toBe(`'=cmd|' /C calc'!A0,12,Mobile has 2 digits. It needs 10.`)
  const reread = await readContacts(t, ann, csv)
  expect(reread.columns.map((column) => column.header)).toEqual(['First name', 'Phone', 'Problem'])
  expect(reread.columns[0]?.samples).toEqual([`=cmd|' /C calc'!A0`])
  for (const format of ['csv', 'xlsx']) {
    const answer = await fetch(`${t.process.address}/api${importTemplate.path}?format=${format}`, {
      headers: { authorization: `Bearer ${ann.token}` },
    })
    const template = await readContacts(t, ann, Buffer.from(await answer.arrayBuffer()), `template.${format}`)
    expect(template.columns.every((column) => column.target !== null)).toBe(true)
    expect((await matched(ann, template)).counts).toMatchObject({ new: 1, invalid: 0 })
  }
})

test('reports problems in Spanish to a Spanish reader and produces Spanish files', async () => {
  const headers = { 'accept-language': 'es' }
  const none = await readContacts(t, ann, 'Name,Phone\n')
  const refused = await t.as(ann).call(readImport, { params: { id: none.id }, headers })
  expect(refused.body.import.problem).toMatch(/^Este archivo tiene un encabezado y ninguna fila\./)
  const importRecord = await checked(ann, 'First name,Phone\nEva,12\nFay,555-010-9911\nGil,555-010-9911\n')
  const { rows } = (
    await t.as(ann).call(importRows, { params: { id: importRecord.id }, query: { show: 'problems' }, headers })
  ).body
  expect(rows.map((row) => row.problems[0]?.words)).toEqual([
    'El celular tiene 2 dígitos. Necesita 10.',
    'El mismo celular que la fila 3 (Fay).',
  ])
  expect((await rowsOf(importRecord, 'problems'))[1]?.problems[0]?.words).toBe('Same mobile as row 3 (Fay).')
  const csv = await download(ann, importProblems.path.replace('{id}', importRecord.id), 'es')
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    'First name,Phone,Problema',
    'Eva,12,El celular tiene 2 dígitos. Necesita 10.',
  ])
  const template = await readContacts(t, ann, await download(ann, `${importTemplate.path}?format=csv`, 'es'))
  expect(template.columns.map((column) => [column.header, column.target])).toContainEqual(['Celular', 'phone'])
  expect(template.columns.filter((column) => column.target === null)).toEqual([])
  expect((await matched(ann, template)).counts).toMatchObject({ new: 1, invalid: 0 })
})

async function download(user: TestUser, path: string, language = 'en'): Promise<string> {
  const answer = await fetch(`${t.process.address}/api${path}`, {
    headers: { authorization: `Bearer ${user.token}`, 'accept-language': language },
  })
  expect(answer.status).toBe(200)
  return answer.text()
}

test('a member with a group scope imports into those groups, sees only own files, and learns nothing about other contacts', async () => {
  const { kernel } = t.process
  const meg = await makeUser(kernel, t.acme.id, { firstname: 'Meg', lastname: 'Acme', role: 'manager' })
  const groupId = await makeGroup(kernel, t.acme.id, 'Bakery', [t.acme.bob.id])
  await limitTo(kernel, meg, [groupId])
  expect((await t.as(meg).call(imports)).body.imports).toEqual([])
  const importRecord = await checked(
    meg,
    `First name,Phone,Job\nBob,${t.acme.bob.phone},Baker\nCat,${t.acme.cat.phone},Baker\nLea,555-010-9911,Baker\n`,
  )
  const rows = (await t.as(meg).call(importRows, { params: { id: importRecord.id }, query: { show: 'all' } })).body.rows
  expect(rows.map((row) => [row.kind, row.problems[0]?.words, row.problems[0]?.contactId])).toEqual([
    ['update', undefined, undefined],
    ['invalid', "This belongs to a contact you can't see. Ask an admin to import this row.", null],
    ['new', undefined, undefined],
  ])
  await committed(meg, importRecord)
  expect(
    (await t.as(meg).call(groupContacts, { query: { search: 'lea' } })).body.data[0]?.groups.map((group) => group.name),
  ).toEqual(['Bakery'])
  const beta = t.as(t.beta.ann)
  expect((await beta.call(readImport, { params: { id: importRecord.id } })).http).toBe(404)
  expect((await beta.call(undoImport, { params: { id: importRecord.id } })).http).toBe(404)
})

test('refuses actions that are too early or too late with a message', async () => {
  const importRecord = await readContacts(t, ann, 'First name,Phone\nZoe,555-010-9921\n')
  const params = { id: importRecord.id }
  expect((await t.as(ann).call(commitImport, { params, body: { agreed: true } })).body.code).toBe('outdated')
  expect((await t.as(ann).call(correctImport, { params, body: { edits: [{ row: 2, skip: true }] } })).body.code).toBe(
    'outdated',
  )
  const twice = [
    { index: 0, target: 'phone' },
    { index: 1, target: 'phone' },
  ]
  expect(
    (await t.as(ann).call(matchImport, { params, body: { columns: twice, options: {} } })).body.fieldErrors,
  ).toEqual({ 'columns.1': 'Another column is already matched to it.' })
  const two = await matched(ann, importRecord)
  await t.as(ann).call(correctImport, { params, body: { edits: [{ row: 2, skip: true }] } })
  expect((await t.as(ann).call(commitImport, { params, body: { agreed: true } })).body.message).toBe(
    'No row can be imported yet. Fix a row first.',
  )
  await t.as(ann).call(correctImport, { params, body: { edits: [{ row: 2, skip: false }] } })
  await committed(ann, two)
  expect((await t.as(ann).call(discardImport, { params })).body.code).toBe('outdated')
  await sql`update import set finished_at = now() - interval '25 hours', created_at = now() - interval '8 days' where id = ${importRecord.id}`.execute(
    system(),
  )
  expect((await t.as(ann).call(undoImport, { params })).body.message).toBe(
    'You can undo an import for 24 hours. That time has passed.',
  )
  await deleteOldImports(t.process.kernel)
  const result = await sql`select from import_row where import_id = ${importRecord.id}`.execute(system())
  expect(result.rows).toEqual([])
  expect((await t.as(ann).call(imports)).body.imports.some((each) => each.id === importRecord.id)).toBe(true)
})

test('accepts files only as binary bodies within the size limit', async () => {
  const refused = await fetch(`${t.process.address}/api${startImport.path}`, {
    method: startImport.method,
    headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(refused.status).toBe(415)
  const answer = await uploadContacts(t, ann, 'First name\nAda\n')
  expect(answer.http).toBe(200)
})

test('filters contacts by the import that created them', async () => {
  const importText = async (text: string) => committed(ann, await checked(ann, `First name,Cell\n${text}`))
  const first = await importText('Vera,312-555-7701\nVito,312-555-7702')
  const two = await importText('Vera,312-555-7701\nViggo,312-555-7703')
  const firstnamesOfImports = async (ids: string[], cmp: 'in' | 'not_in' = 'in') => {
    const filter = { op: 'and' as const, children: [{ field: 'import', cmp, value: ids }] }
    const answer = await t
      .as(ann)
      .call(groupContacts, { query: { search: 'Vi', pageSize: 200, filter: JSON.stringify(filter) } })
    expect(answer.http).toBe(200)
    return answer.body.data.map((contact) => contact.firstname)
  }
  expect(await firstnamesOfImports([first.id])).toEqual(['Vito'])
  expect(await firstnamesOfImports([two.id])).toEqual(['Viggo'])
  expect(await firstnamesOfImports([first.id, two.id, 'no id'])).toEqual(['Viggo', 'Vito'])
  expect(await firstnamesOfImports(['no id'])).toEqual([])
  expect(await firstnamesOfImports([first.id], 'not_in')).toContain('Viggo')
})

test('asks once how the mixed dates of a column are meant, and reads all of them so', async () => {
  const lines = [
    'First,Cell,Hired',
    'Mia,3125550801,03/15/2020',
    'Max,3125550802,13/02/2020',
    'Moe,3125550803,1/2/2020',
  ]
  const importRecord = await readContacts(t, ann, lines.join('\n'))
  expect(importRecord.columns.map((column) => column.hasMixedDates)).toEqual([false, false, true])
  const match = (dateOrder: 'mdy' | 'dmy' | null) => {
    const columns = asMatched(importRecord).map((column) => (column.index === 2 ? { ...column, dateOrder } : column))
    return t.as(ann).call(matchImport, { params: { id: importRecord.id }, body: { columns, options: {} } })
  }
  const refused = await match(null)
  expect(refused.http).toBe(400)
  expect(refused.body).toMatchObject({ fieldErrors: { 'columns.2.dateOrder': expect.stringContaining('“Hired”') } })
  expect((await match('dmy')).http).toBe(200)
  await runImports(t)
  expect((await now(ann, importRecord)).columns[2]).toMatchObject({ dateOrder: 'dmy', fit: { good: 3, bad: 0 } })
  await committed(ann, await now(ann, importRecord))
  const hired = await Promise.all(
    ['Mia', 'Max', 'Moe'].map(async (name) => (await searchContacts(name)).map((contact) => contact.hireDate)),
  )
  expect(hired).toEqual([['2020-03-15'], ['2020-02-13'], ['2020-02-01']])
})

test('names the session of a member in the audit log, and none for work in the background', async () => {
  const importRecord = await committed(ann, await checked(ann, 'First,Cell\nAda,3125550811'))
  const entries = await sql<{ action: string; session_id: string | null; actor_id: string | null }>`
    select action, session_id, actor_id from audit_entry where target = ${importRecord.id} order by id`.execute(
    system(),
  )
  const sessionsBy = Map.groupBy(entries.rows, (entry) => entry.action)
  const isNamed = (action: string) => sessionsBy.get(action)?.map((entry) => entry.session_id !== null)
  expect(isNamed('import.matched')).toEqual([true])
  expect(isNamed('import.checked')).toEqual([false])
  expect(entries.rows.map((entry) => entry.actor_id)).toEqual(entries.rows.map(() => ann.id))
})
