import {
  commitImport,
  importRows,
  matchImport,
  readImport,
  type Import,
  type ImportRow,
} from '@crewline/contract/imports'
import { readContact, type Contact } from '@crewline/contract/contacts'
import { groupContacts } from '@crewline/contract/audience'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { household, hr, messyWorkbook, payroll, schedule, spanish } from '../../../test/kit/messy-files.ts'
import { asMatched, runImports, readContacts } from '../../../test/kit/people-files.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

/** Runs a file with its automatic mapping through to the end; returns the mapping and the results of the rows. */
async function runImport(
  bytes: Buffer | string,
  name: string,
): Promise<{ targets: (string | null)[]; rows: ImportRow[]; finished: Import }> {
  const api = t.as(t.acme.ann)
  const importRecord = await readContacts(t, t.acme.ann, bytes, name)
  const params = { id: importRecord.id }
  await api.call(matchImport, { params, body: { columns: asMatched(importRecord), options: {} } })
  await runImports(t)
  const { rows } = (await api.call(importRows, { params, query: { show: 'all' } })).body
  await api.call(commitImport, { params, body: { agreed: true } })
  await runImports(t)
  return {
    targets: importRecord.columns.map((column) => column.target),
    rows,
    finished: (await api.call(readImport, { params })).body.import,
  }
}

async function findContact(search: string): Promise<Contact | undefined> {
  const api = t.as(t.acme.ann)
  const [match] = (await api.call(groupContacts, { query: { search } })).body.data
  return match && (await api.call(readContact, { query: { id: match.id } })).body.contact
}

test('imports a payroll export with capitals, two-digit years and reformatted numbers', async () => {
  const { targets, rows, finished } = await runImport(payroll, 'payroll.csv')
  expect(targets).toEqual([
    'employeeId',
    'firstname',
    'lastname',
    'phone',
    'birthday',
    'hireDate',
    'department',
    'work',
  ])
  expect(rows.map((row) => row.problems[0]?.words ?? row.kind)).toEqual([
    ...['new', 'new'],
    'A spreadsheet shortened this number. Format the column as text and export it again, or type it here.',
  ])
  expect(finished.result).toMatchObject({ added: 2, skipped: 1 })
  expect(await findContact('de la cruz')).toMatchObject({
    firstname: 'Maria',
    lastname: 'De la Cruz',
    employeeId: '000104',
    phone: '+15550102233',
    birthday: '1990-04-23',
    hireDate: '2019-03-01',
  })
  expect(await findContact('sean')).toMatchObject({ lastname: "O'Neil", birthday: '1985-12-01', work: 'on_leave' })
})

test('imports a scheduling export with title lines, full names and several groups per cell', async () => {
  const { targets, finished } = await runImport(schedule, 'schedule.csv')
  expect(targets).toEqual(['fullname', 'phone', 'groups', null])
  expect(finished.result).toMatchObject({ added: 3 })
  expect((await findContact('maria lopez'))?.groups.map((group) => group.name)).toEqual(['Forklift', 'Night'])
  expect(await findContact('nguyen')).toMatchObject({ firstname: 'Anh Thi', lastname: 'Nguyen' })
})

test('imports an HR export in UTF-16 with tabs', async () => {
  const { targets } = await runImport(hr, 'hr.txt')
  expect(targets).toEqual(['employeeId', 'preferredName', 'firstname', 'lastname', 'email', 'phone', 'language'])
  expect(await findContact('etienne')).toMatchObject({ firstname: 'Michèle', preferredName: 'Mimi', language: 'fr' })
  expect(await findContact('雷')).toMatchObject({ firstname: '李', language: 'zh' })
})

test('imports a Spanish Windows list with semicolons, accents and day-first dates', async () => {
  const { targets } = await runImport(spanish, 'lista.csv')
  expect(targets).toEqual(['employeeId', 'firstname', 'lastname', 'phone', 'hireDate', 'language', 'work'])
  expect(await findContact('munoz')).toMatchObject({
    firstname: 'José',
    lastname: 'Muñoz Peña',
    hireDate: '2020-12-31',
    language: 'es',
    work: 'active',
  })
  expect(await findContact('begoña')).toMatchObject({ hireDate: '2021-02-05', language: 'en', work: 'terminated' })
})

test('imports a workbook with titles, merged cells, dates and numeric phone numbers', async () => {
  const { targets, finished } = await runImport(await messyWorkbook(), 'crew.xlsx')
  expect(targets).toEqual(['department', 'fullname', 'phone', 'hireDate', 'employeeId', null])
  expect(finished.result).toMatchObject({ added: 2, skipped: 1 })
  expect(await findContact('555-010-4502')).toMatchObject({
    department: 'Packing',
    phone: '+15550104502',
    hireDate: '2021-01-01',
    employeeId: '000007',
  })
})

test('asks about a second contact with the same number and about repeated contacts', async () => {
  const { rows, finished } = await runImport(household, 'homes.csv')
  expect(rows.map((row) => [row.kind, row.problems[0]?.words])).toEqual([
    ['new', undefined],
    ['duplicate', 'Same mobile as row 2 (Bea Cho).'],
    ['new', undefined],
    ['duplicate', 'Same mobile as row 4 (Kim Ray).'],
  ])
  expect(finished.result).toMatchObject({ added: 2, skipped: 2 })
})
