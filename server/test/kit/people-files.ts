import type { Import, startImport } from '@crewline/contract/imports'
import { readImport } from '@crewline/contract/imports'
import { passImports } from '../../src/modules/imports/index.ts'
import type { Person } from './cast.ts'
import type { Answer, House } from './house.ts'

/** Uploads a file of people as a browser does. */
export async function uploadPeople(
  t: House,
  person: Person,
  bytes: Buffer | string,
  name = 'people.csv',
): Promise<Answer<typeof startImport>> {
  const answer = await fetch(`${t.process.address}/api/contact/import?${new URLSearchParams({ name }).toString()}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(Buffer.from(bytes)),
  })
  return { http: answer.status, body: (await answer.json()) as Answer<typeof startImport>['body'] }
}

/** Does all that imports have to do in the background, to the end. */
export async function importsDone(t: House): Promise<void> {
  while (await passImports(t.process.kernel));
}

/** Uploads a file and waits until it is read; answers how it stands then. */
export async function readPeople(t: House, person: Person, bytes: Buffer | string, name?: string): Promise<Import> {
  const { body } = await uploadPeople(t, person, bytes, name)
  await importsDone(t)
  return (await t.as(person).call(readImport, { params: { id: body.import.id } })).body.import
}

/** Where each column goes as it was matched by itself, as the wizard sends it. */
export function asMatched(one: Import) {
  return one.columns.map(({ index, target, newField, fixCapitals }) => ({ index, target, newField, fixCapitals }))
}
