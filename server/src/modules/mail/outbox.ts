import type { Room } from '../../kernel/room.ts'
import { outboxDir, readOutbox } from './transport.ts'

/** Offers the letters that nobody really gets to the outbox page; only where letters go to a folder. */
export const outboxHooks: NonNullable<Room['hooks']> = (app, kernel) => {
  if (!kernel.config.simulators || kernel.config.smtpUrl) return
  app.get('/dev/mails', async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    return { data: await readOutbox(outboxDir(kernel.config)) }
  })
}
