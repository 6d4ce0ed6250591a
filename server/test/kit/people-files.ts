import type { Import, startImport } from '@crewline/contract/imports'
import { readImport } from '@crewline/contract/imports'
import { passImports } from '../../src/modules/imports/index.ts'
import type { TestUser } from './cast.ts'
import type { Answer, TestApp } from './test-app.ts'

/** Uploads a contact file as a browser does. */
export async function uploadContacts(
  t: TestApp,
  user: TestUser,
  bytes: Buffer | string,
  name = 'people.csv',
): Promise<Answer<typeof startImport>> {
  const answer = await fetch(`${t.process.address}/api/contact/import?${new URLSearchParams({ name }).toString()}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(Buffer.from(bytes)),
  })
  return { http: answer.status, body: (await answer.json()) as Answer<typeof startImport>['body'] }
}

/** Runs all background work of imports to the end. */
export async function runImports(t: TestApp): Promise<void> {
  while (await passImports(t.process.kernel));
}

/** Uploads a file, waits until it is read, and returns the import. */
export async function readContacts(t: TestApp, user: TestUser, bytes: Buffer | string, name?: string): Promise<Import> {
  const { body } = await uploadContacts(t, user, bytes, name)
  await runImports(t)
  return (await t.as(user).call(readImport, { params: { id: body.import.id } })).body.import
}

/** Returns the automatic mapping of each column, as the wizard sends it. */
export function asMatched(importRecord: Import) {
  return importRecord.columns.map(({ index, target, newField, fixCapitals }) => ({
    index,
    target,
    newField,
    fixCapitals,
  }))
}
