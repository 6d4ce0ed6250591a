// Owns the chain over the audit entries of each organization, and shows the entries to members. Publishes no events; the kernel writes the entries. Must
// never make a writer wait.
import { defineModule } from '../../kernel/module.ts'
import { crons } from './jobs.ts'
import { retainedData } from './retained-data.ts'
import { routes } from './routes.ts'
import { startSealing } from './seal.ts'

export { sealEntries } from './seal.ts'
export { verifyAudit } from './verify.ts'

export const module = defineModule({
  name: 'audit',
  owns: ['audit_seal'],
  retainedData,
  routes,
  crons,
  runs: { role: 'worker', start: (kernel) => Promise.resolve(startSealing(kernel)) },
})
