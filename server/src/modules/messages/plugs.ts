import { definePlug } from '../../kernel/plugs.ts'
import type { Tx } from '../../kernel/scope.ts'

/** Filled by inbox: what an answer a member has just written, now or for later, means for the conversation. */
export const firstReply = definePlug<(tx: Tx, reply: { contactId: string; personId: string }) => Promise<void>>(
  'firstReply',
  async () => {},
)
