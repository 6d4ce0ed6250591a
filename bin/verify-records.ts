// Verifies an export of records: node bin/verify-records.ts FILE [PUBLIC-KEY]. Needs Node 24 or later and, beside this
// file, contract/src/verify-records.ts; nothing is installed and nothing is sent anywhere.
import { readFileSync } from 'node:fs'
import { verifyRecords } from '../contract/src/verify-records.ts'

const [file, publicKey] = process.argv.slice(2)
if (file === undefined) {
  process.stderr.write('Usage: node bin/verify-records.ts FILE [PUBLIC-KEY]\n')
  process.exit(2)
}
const { isIntact, problems, manifest } = await verifyRecords(readFileSync(file), publicKey)
const lines = problems.map((problem) => ('path' in problem ? `${problem.code}: ${problem.path}` : problem.code))
if (manifest) lines.push(`${manifest.files.length} files, root ${manifest.root}, key ${manifest.key.publicKey}`)
lines.push(isIntact ? 'Intact.' : 'NOT intact.')
process.stdout.write(`${lines.join('\n')}\n`)
process.exitCode = isIntact ? 0 : 1
