// Owns the chain over the audit entries of each organization. Publishes no events; the kernel writes the entries. Must
// never make a writer wait.
import { defineModule } from '../../kernel/module.ts'
import { crons } from './jobs.ts'
import { startSealing } from './seal.ts'

export { sealEntries } from './seal.ts'
export { verifyAudit } from './verify.ts'

export const module = defineModule({
  name: 'audit',
  owns: ['audit_seal'],
  crons,
  runs: { role: 'worker', start: (kernel) => Promise.resolve(startSealing(kernel)) },
})
