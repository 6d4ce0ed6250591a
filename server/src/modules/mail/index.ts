// Owns what the product itself sends to users: emails, codes by text, and their queue. Publishes no events; other
// modules queue, the worker delivers. Must not depend on accounts or organizations: it receives finished text.
import { defineModule } from '../../kernel/module.ts'
import { runMail } from './deliver.ts'
import { outboxHooks } from './outbox.ts'
import { sealedColumns } from './sealed-columns.ts'

export { deliverMails } from './deliver.ts'
export { codeTexter, type CodeTexter } from './ports.ts'
export { unlinked, type Email } from './template.ts'
export { queueCodeText, queueMail } from './queue.ts'

export const module = defineModule({
  name: 'mail',
  owns: ['mail'],
  sealedColumns,
  hooks: outboxHooks,
  runs: { role: 'worker', start: runMail },
})
