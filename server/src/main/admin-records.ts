import { readFile } from 'node:fs/promises'
import { verifyRecords } from '@crewline/contract/verify-records'
import { publicKeyOf } from '../modules/records/index.ts'
import { encryptionOf, type Tools } from './admin-kernel.ts'

/**
 * Verifies an export of records with the key of this installation, or with the one given. Throws with what is wrong, and
 * returns what the export is otherwise.
 */
export async function verifyExport(tools: Tools, file: string, givenKey: string | undefined): Promise<string> {
  const encryption = await encryptionOf(tools.config, tools.database, tools.world)
  const own = publicKeyOf((place, text) => encryption.fingerprint(place, text)).publicKey
  const { isIntact, problems, manifest } = await verifyRecords(await readFile(file), givenKey ?? own)
  const lines = problems.map((problem) => ('path' in problem ? `${problem.code}: ${problem.path}` : problem.code))
  if (!isIntact || !manifest) throw new Error(`${file} is not intact.\n${lines.join('\n')}`)
  const { title, organization, createdAt, createdBy, files, root, key } = manifest
  return `${file} is intact: "${title}" of ${organization}, made by ${createdBy} at ${createdAt}.
${files.length} files, root hash ${root}, signed with the key ${key.publicKey}.`
}
