import {
  commitImport,
  importRows,
  matchImport,
  readImport,
  type Import,
  type ImportRow,
} from '@crewline/contract/imports'
import { readContact, type Contact } from '@crewline/contract/contacts'
import { groupContacts } from '@crewline/contract/groups'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { house, type House } from '../../../test/kit/house.ts'
import { household, hr, messyWorkbook, payroll, schedule, spanish } from '../../../test/kit/messy-files.ts'
import { asMatched, importsDone, readPeople } from '../../../test/kit/people-files.ts'

let t: House
beforeAll(async () => {
  t = await house()
})
afterAll(() => t.close())

/** Takes a file as it was matched by itself, all the way; answers where its columns went and what became of its rows. */
async function brought(
  bytes: Buffer | string,
  name: string,
): Promise<{ targets: (string | null)[]; rows: ImportRow[]; done: Import }> {
  const api = t.as(t.acme.ann)
  const one = await readPeople(t, t.acme.ann, bytes, name)
  const params = { id: one.id }
  await api.call(matchImport, { params, body: { columns: asMatched(one), options: {} } })
  await importsDone(t)
  const { rows } = (await api.call(importRows, { params, query: { show: 'all' } })).body
  await api.call(commitImport, { params, body: { agreed: true } })
  await importsDone(t)
  return {
    targets: one.columns.map((column) => column.target),
    rows,
    done: (await api.call(readImport, { params })).body.import,
  }
}

async function person(search: string): Promise<Contact | undefined> {
  const api = t.as(t.acme.ann)
  const [found] = (await api.call(groupContacts, { query: { search } })).body.data
  return found && (await api.call(readContact, { query: { id: found.id } })).body.contact
}

test('a payroll export: capitals, two-digit years, numbers a spreadsheet has bent', async () => {
  const { targets, rows, done } = await brought(payroll, 'payroll.csv')
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
  expect(done.result).toMatchObject({ added: 2, skipped: 1 })
  expect(await person('de la cruz')).toMatchObject({
    firstname: 'Maria',
    lastname: 'De la Cruz',
    employeeId: '000104',
    phone: '+15550102233',
    birthday: '1990-04-23',
    hireDate: '2019-03-01',
  })
  expect(await person('sean')).toMatchObject({ lastname: "O'Neil", birthday: '1985-12-01', work: 'on_leave' })
})

test('a scheduling export: titles, whole names, several groups in a cell', async () => {
  const { targets, done } = await brought(schedule, 'schedule.csv')
  expect(targets).toEqual(['fullname', 'phone', 'groups', null])
  expect(done.result).toMatchObject({ added: 3 })
  expect((await person('maria lopez'))?.groups.map((group) => group.name)).toEqual(['Forklift', 'Night'])
  expect(await person('nguyen')).toMatchObject({ firstname: 'Anh Thi', lastname: 'Nguyen' })
})

test('an HR export in UTF-16 with tabs', async () => {
  const { targets } = await brought(hr, 'hr.txt')
  expect(targets).toEqual(['employeeId', 'preferredName', 'firstname', 'lastname', 'email', 'phone', 'language'])
  expect(await person('etienne')).toMatchObject({ firstname: 'Michèle', preferredName: 'Mimi', language: 'fr' })
  expect(await person('雷')).toMatchObject({ firstname: '李', language: 'zh' })
})

test('a Spanish list from Windows: semicolons, accents, days before months', async () => {
  const { targets } = await brought(spanish, 'lista.csv')
  expect(targets).toEqual(['employeeId', 'firstname', 'lastname', 'phone', 'hireDate', 'language', 'work'])
  expect(await person('munoz')).toMatchObject({
    firstname: 'José',
    lastname: 'Muñoz Peña',
    hireDate: '2020-12-31',
    language: 'es',
    work: 'active',
  })
  expect(await person('begoña')).toMatchObject({ hireDate: '2021-02-05', language: 'en', work: 'terminated' })
})

test('a workbook with titles, merged cells, dates and numbers that are phones', async () => {
  const { targets, done } = await brought(await messyWorkbook(), 'crew.xlsx')
  expect(targets).toEqual(['department', 'fullname', 'phone', 'hireDate', 'employeeId', null])
  expect(done.result).toMatchObject({ added: 2, skipped: 1 })
  expect(await person('555-010-4502')).toMatchObject({
    department: 'Packing',
    phone: '+15550104502',
    hireDate: '2021-01-01',
    employeeId: '000007',
  })
})

test('a household: the second one at a number is asked about, and so is who comes twice', async () => {
  const { rows, done } = await brought(household, 'homes.csv')
  expect(rows.map((row) => [row.kind, row.problems[0]?.words])).toEqual([
    ['new', undefined],
    ['duplicate', 'Same mobile as row 2 (Bea Cho).'],
    ['new', undefined],
    ['duplicate', 'Same mobile as row 4 (Kim Ray).'],
  ])
  expect(done.result).toMatchObject({ added: 2, skipped: 2 })
})
