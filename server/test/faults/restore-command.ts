// The restore of a backup as a separate process, which fault runs kill at any moment.
import { runAdmin } from '../../src/main/admin.ts'

console.log('RESTORING')
console.log(await runAdmin(['restore', process.env['BACKUP'] ?? ''], process.env))
console.log('RESTORED')
