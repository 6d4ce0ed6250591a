// Owns what the product itself writes to people: letters by e-mail, codes by text, and the queue they wait in.
// Tells nobody anything; other rooms queue, the worker hands over.
// Must never know accounts or organizations: it gets finished words.
import { defineRoom } from '../../kernel/room.ts'
import { runMail } from './deliver.ts'
import { outboxHooks } from './outbox.ts'

export { codeTexter, deliverMails } from './deliver.ts'
export { unlinked, type Letter, type LetterLanguage } from './letter.ts'
export { queueCodeText, queueMail } from './queue.ts'

export const room = defineRoom({
  name: 'mail',
  owns: ['mail'],
  hooks: outboxHooks,
  runs: { role: 'worker', start: runMail },
})
