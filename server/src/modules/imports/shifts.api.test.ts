import { createContact, editContact } from '@crewline/contract/contacts'
import {
  commitImport,
  importProblems,
  correctImport,
  importRows,
  importTemplate,
  matchImport,
  readImport,
  undoImport,
  type Import,
} from '@crewline/contract/imports'
import { groupContacts } from '@crewline/contract/audience'
import { contactShift, deleteShift, setContactShift } from '@crewline/contract/shifts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asMatched, readContacts, runImports } from '../../../test/kit/people-files.ts'
import { hoursLater, hoursNow, makeShift } from '../../../test/kit/shifts.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { Tx } from '../../kernel/scope.ts'
import { refuseUnknownShift } from '../shifts/index.ts'

let t: TestApp
let early: string
let nights: string
beforeAll(async () => {
  t = await testApp()
  early = await makeShift(t, 'Early', hoursNow())
  nights = await makeShift(t, 'Night shift', hoursLater())
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)
const now = async ({ id }: Import) => (await ann().call(readImport, { params: { id } })).body.import
const rowsOf = async ({ id }: Import) =>
  (await ann().call(importRows, { params: { id }, query: { show: 'all' } })).body.rows
const choiceOf = async (search: string) => {
  const [contact] = (await ann().call(groupContacts, { query: { search } })).body.data
  return (await ann().call(contactShift, { query: { contactId: contact?.id as string } })).body.choice
}
async function add(firstname: string, phone: string, shiftId?: string): Promise<string> {
  const { id } = (await ann().call(createContact, { body: { firstname, phone } })).body.contact
  if (shiftId)
    await ann().call(setContactShift, { query: { contactId: id }, body: { choice: { kind: 'shift', shiftId } } })
  return id
}
async function checked(importRecord: Import, options: object = {}): Promise<Import> {
  const columns = asMatched(importRecord)
  await ann().call(matchImport, { params: { id: importRecord.id }, body: { columns, options } })
  await runImports(t)
  return now(importRecord)
}
/** Whether a transaction of this database waits for the lock of this one. */
async function isWaitedFor(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))) as is`.execute(
    tx.db,
  )
  return rows[0]?.is === true
}
async function run(importRecord: Import): Promise<Import> {
  await ann().call(commitImport, { params: { id: importRecord.id }, body: { agreed: true } })
  await runImports(t)
  return now(importRecord)
}

test('gives people the shift that the file names, says which it does not know, and undoes it', async () => {
  await add('Ona', '312-555-0161', early)
  await add('Oke', '312-555-0162', nights)
  const changed = await add('Orr', '312-555-0163')
  const file = [
    'First name,Mobile,Shift,Job title',
    'Nia,312-555-0160,night SHIFT,',
    'Ona,312-555-0161,Night shift,Cook',
    'Oke,312-555-0162,Night shift,',
    'Orr,312-555-0163,Early,',
    'Uli,312-555-0164,Nite,',
  ].join('\n')
  const read = await readContacts(t, t.acme.ann, file)
  expect(read.columns[2]).toMatchObject({ target: 'shift', matchedBy: 'header', fit: { good: 4, bad: 1, empty: 0 } })
  const ready = await checked(read)
  expect((await rowsOf(ready)).map(({ kind }) => kind)).toEqual(['new', 'update', 'unchanged', 'update', 'invalid'])
  const { problems } = (await rowsOf(ready))[4] ?? {}
  expect(problems?.[0]).toMatchObject({
    column: 2,
    words: 'There is no shift “Nite”. Type one of these: Early, Night shift.',
  })
  await ann().call(correctImport, { params: { id: ready.id }, body: { edits: [{ row: 6, values: { 2: 'early' } }] } })
  const done = await run(ready)
  expect(done.result).toMatchObject({ added: 2, updated: 2, unchanged: 1 })
  expect(await choiceOf('nia')).toEqual({ kind: 'shift', shiftId: nights })
  expect(await choiceOf('ona')).toEqual({ kind: 'shift', shiftId: nights })
  expect(await choiceOf('uli')).toEqual({ kind: 'shift', shiftId: early })

  await ann().call(setContactShift, { query: { contactId: changed }, body: { choice: { kind: 'any_time' } } })
  await ann().call(undoImport, { params: { id: done.id } })
  await runImports(t)
  expect(await now(done)).toMatchObject({ state: 'undone' })
  expect(await choiceOf('ona')).toEqual({ kind: 'shift', shiftId: early })
  expect(await choiceOf('orr')).toEqual({ kind: 'any_time' })
  expect(await choiceOf('oke')).toEqual({ kind: 'shift', shiftId: nights })
})

test('clears the shift for an empty cell only on request, and keeps one that another system manages', async () => {
  await add('Pia', '312-555-0171', early)
  const pat = await add('Pat', '312-555-0172', early)
  await sql`update contact set locked = '{"shift": "HR"}' where id = ${pat}`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  await ann().call(editContact, { query: { id: pat }, body: { jobTitle: 'Lead' } })
  const file = 'First name,Mobile,Shift\nPia,312-555-0171,\nPat,312-555-0172,Night shift\n'
  const kept = await checked(await readContacts(t, t.acme.ann, file))
  expect((await rowsOf(kept)).map(({ kind }) => kind)).toEqual(['unchanged', 'unchanged'])
  const cleared = await checked(kept, { emptyClears: true })
  await run(cleared)
  expect(await choiceOf('pia')).toEqual({ kind: 'groups' })
  expect(await choiceOf('pat')).toEqual({ kind: 'shift', shiftId: early })
})

test('locks shifts before people, so that it cannot deadlock with a member who gives someone a shift', async () => {
  const pam = await add('Pam', '312-555-0181', early)
  const file = 'First name,Mobile,Shift,Job title\nPam,312-555-0181,Night shift,Cook\n'
  const ready = await checked(await readContacts(t, t.acme.ann, file))
  let running: Promise<unknown> = Promise.resolve()
  await systemScope(t.process.kernel, t.acme).tx(async (tx) => {
    await refuseUnknownShift(tx, { kind: 'shift', shiftId: early }, 'shiftId')
    await ann().call(commitImport, { params: { id: ready.id }, body: { agreed: true } })
    running = runImports(t)
    await expect.poll(() => isWaitedFor(tx)).toBe(true)
    await sql`select from contact where id = ${pam} for update nowait`.execute(tx.db)
  })
  await running
  expect(await choiceOf('pam')).toEqual({ kind: 'shift', shiftId: nights })
})

test('names the rows whose shift was deleted after the check, and imports the others', async () => {
  const gone = await makeShift(t, 'Weekend', hoursLater())
  const kim = await add('Kim', '312-555-0191', early)
  const file = [
    'First name,Mobile,Shift,Job title',
    'Kai,312-555-0190,Weekend,',
    'Kim,312-555-0191,Weekend,Cook',
    'Koa,312-555-0192,Early,Cook',
  ].join('\n')
  const ready = await checked(await readContacts(t, t.acme.ann, file))
  expect(ready.counts).toMatchObject({ new: 2, update: 1, invalid: 0 })
  await ann().call(deleteShift, { query: { id: gone } })
  const done = await run(ready)
  expect(done).toMatchObject({ state: 'done', result: { added: 1, updated: 0, skipped: 2 } })
  const rows = await rowsOf(done)
  expect(rows.map(({ kind }) => kind)).toEqual(['invalid', 'invalid', 'new'])
  expect(rows[0]?.problems).toMatchObject([
    {
      column: 2,
      words: 'The shift in this row was deleted in the meantime. Change the shift and import this row again.',
    },
  ])
  expect(await choiceOf('koa')).toEqual({ kind: 'shift', shiftId: early })
  // Nothing else of the row was taken either.
  const kept = (await ann().call(groupContacts, { query: { search: 'kim' } })).body.data
  expect(kept).toMatchObject([{ id: kim, jobTitle: '' }])
  const problems = await fetch(`${t.process.address}/api${importProblems.path.replace('{id}', done.id)}?format=csv`, {
    headers: { authorization: `Bearer ${t.acme.ann.token}` },
  })
  expect(await problems.text()).toContain('The shift in this row was deleted in the meantime.')
})

test('offers the shift in the template of the organization, which matches it again', async () => {
  const answer = await fetch(`${t.process.address}/api${importTemplate.path}?format=csv`, {
    headers: { authorization: `Bearer ${t.acme.ann.token}` },
  })
  const template = await readContacts(t, t.acme.ann, await answer.text())
  expect(template.columns.find(({ header }) => header === 'Shift')).toMatchObject({
    target: 'shift',
    samples: ['Early'],
  })
  expect((await checked(template)).counts).toMatchObject({ new: 1, invalid: 0 })
})
