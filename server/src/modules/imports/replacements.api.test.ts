import { createCustomField } from '@crewline/contract/fields'
import { groupContacts } from '@crewline/contract/audience'
import { commitImport, importRows, matchImport, readImport, type Import } from '@crewline/contract/imports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { asMatched, readContacts, runImports } from '../../../test/kit/people-files.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

type Column = Partial<ReturnType<typeof asMatched>[number]> & {
  dateOrder?: 'mdy' | 'dmy'
  replacements?: { value: string; choice: string }[]
}

async function match(importRecord: Import, changes: Record<number, Column>): Promise<{ http: number; body: unknown }> {
  const columns = asMatched(importRecord).map((column) => ({ ...column, ...changes[column.index] }))
  const answer = await t
    .as(t.acme.ann)
    .call(matchImport, { params: { id: importRecord.id }, body: { columns, options: {} } })
  await runImports(t)
  return answer
}

const rowsOf = async ({ id }: Import) =>
  (await t.as(t.acme.ann).call(importRows, { params: { id }, query: { show: 'all' } })).body.rows

test('a value close to a choice is offered as that choice, and replaced in all rows once a member says so', async () => {
  const member = t.as(t.acme.ann)
  await member.call(createCustomField, {
    body: {
      name: 'Crew shift',
      type: 'select',
      options: [
        { id: 'first', label: 'First' },
        { id: 'second', label: 'Second' },
      ],
    },
  })
  await member.call(createCustomField, {
    body: {
      name: 'Licenses',
      type: 'multiselect',
      options: [
        { id: 'forklift', label: 'Forklift' },
        { id: 'crane', label: 'Crane' },
      ],
    },
  })
  const file = [
    'First name,Mobile,Crew shift,Licenses',
    'Rae,(312) 555-0151,2nd,Forklift; Krane',
    'Rex,(312) 555-0152,2ND,Crane',
    'Rio,(312) 555-0153,First,Krane',
    'Roy,(312) 555-0154,Swing,',
  ].join('\n')
  const importRecord = await readContacts(t, t.acme.ann, file)
  await match(importRecord, {})
  const before = await rowsOf(importRecord)
  expect(before.map(({ problems }) => problems.map(({ suggestion }) => suggestion))).toEqual([
    [
      { value: '2nd', choice: 'Second' },
      { value: 'Krane', choice: 'Crane' },
    ],
    [{ value: '2ND', choice: 'Second' }],
    [{ value: 'Krane', choice: 'Crane' }],
    [null],
  ])

  await match(importRecord, {
    2: { replacements: [{ value: '2nd', choice: 'Second' }] },
    3: { replacements: [{ value: 'Krane', choice: 'Crane' }] },
  })
  const after = await rowsOf(importRecord)
  expect(after.map(({ kind }) => kind)).toEqual(['new', 'new', 'new', 'invalid'])
  // The file itself is shown as it was.
  expect(after[0]?.values).toContain('2nd')
  const { body } = await member.call(readImport, { params: { id: importRecord.id } })
  expect(body.import.columns[2]?.replacements).toEqual([{ value: '2nd', choice: 'Second' }])
  await member.call(commitImport, { params: { id: importRecord.id }, body: { agreed: true } })
  await runImports(t)
  const contacts = (await member.call(groupContacts, { query: { search: 'R', pageSize: 200 } })).body.data
  const shiftOf = (name: string) => contacts.find(({ firstname }) => firstname === name)?.customFields['crew_shift']
  expect(shiftOf('Rae')).toBe(shiftOf('Rex'))
  expect(shiftOf('Rae')).not.toBe(shiftOf('Rio'))
  expect(shiftOf('Roy')).toBeUndefined()
})

test('a date of a custom field is read as its column writes dates, and mixed dates must be chosen', async () => {
  const member = t.as(t.acme.ann)
  await member.call(createCustomField, { body: { name: 'Permit until', type: 'date' } })
  const file = [
    'First name,Mobile,Permit until',
    'Sal,(312) 555-0161,03/15/2031',
    'Sky,(312) 555-0162,13/02/2031',
    'Sue,(312) 555-0163,1/2/31',
  ].join('\n')
  const importRecord = await readContacts(t, t.acme.ann, file)
  expect(importRecord.columns[2]).toMatchObject({ target: 'custom.permit_until', hasMixedDates: true })
  expect(await match(importRecord, {})).toMatchObject({
    http: 400,
    body: { fieldErrors: { 'columns.2.dateOrder': expect.stringContaining('Permit until') } },
  })
  expect((await match(importRecord, { 2: { dateOrder: 'dmy' } })).http).toBe(200)
  expect((await rowsOf(importRecord)).map(({ kind }) => kind)).toEqual(['new', 'new', 'new'])
  await member.call(commitImport, { params: { id: importRecord.id }, body: { agreed: true } })
  await runImports(t)
  const contacts = (await member.call(groupContacts, { query: { search: 'S', pageSize: 200 } })).body.data
  const until = (name: string) => contacts.find(({ firstname }) => firstname === name)?.customFields['permit_until']
  expect(['Sal', 'Sky', 'Sue'].map(until)).toEqual(['2031-03-15', '2031-02-13', '2031-02-01'])
})
