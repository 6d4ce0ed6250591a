import type { ModuleDefinition } from '../../kernel/module.ts'
import { outboxDir, readOutbox } from './transport.ts'

/** Serves simulated emails to the outbox page; only when emails go to a folder. */
export const outboxHooks: NonNullable<ModuleDefinition['hooks']> = (app, kernel) => {
  if (!kernel.config.simulators || kernel.config.smtpUrl) return
  app.get('/dev/mails', async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    return { data: await readOutbox(outboxDir(kernel.config)) }
  })
}
