import { groupContacts } from '@crewline/contract/audience'
import { createGroup } from '@crewline/contract/groups'
import { commitImport, matchImport, readImport } from '@crewline/contract/imports'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asMatched, readContacts, runImports } from '../../../test/kit/people-files.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)

/** Creates a group that an HR system keeps. */
async function kept(name: string): Promise<string> {
  const { id } = (await ann().call(createGroup, { body: { name } })).body.group
  await sql`update contact_group set type = 'hris' where id = ${id}`.execute(t.process.kernel.database.ofOrg(t.acme.id))
  return id
}

const file = (rows: string[]) => ['First name,Mobile,Groups', ...rows].join('\n')

test('an import goes on when its file names a group that an HR system keeps, and adds no one to it', async () => {
  const maintenance = await kept('Maintenance')
  const read = await readContacts(
    t,
    t.acme.ann,
    file(['Nia,312-555-0160,Maintenance;Welders', 'Ona,312-555-0161,Maintenance']),
  )
  const one = { params: { id: read.id } }
  await ann().call(matchImport, { ...one, body: { columns: asMatched(read), options: {} } })
  await runImports(t)
  await ann().call(commitImport, { ...one, body: { agreed: true } })
  await runImports(t)
  expect((await ann().call(readImport, one)).body.import.state).toBe('done')
  const { data } = (await ann().call(groupContacts, { query: { search: 'Nia' } })).body
  expect(data.map(({ groups }) => groups.map(({ name }) => name))).toEqual([['Welders']])
  expect((await ann().call(groupContacts, { query: { id: maintenance } })).body.data).toEqual([])
})

test('refuses a group for all rows that an HR system keeps', async () => {
  const groupIds = [await kept('Forklift')]
  const read = await readContacts(t, t.acme.ann, file(['Pia,312-555-0170,']))
  const refused = await ann().call(matchImport, {
    params: { id: read.id },
    body: { columns: asMatched(read), options: { groupIds } },
  })
  expect(refused).toMatchObject({ http: 404, body: { message: 'This group can’t be used. Choose another.' } })
})
