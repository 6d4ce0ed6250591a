import { definePort } from '../../kernel/ports.ts'
import type { Tx } from '../../kernel/scope.ts'

/** Provided by inbox: updates the conversation after a member wrote a reply, sent now or scheduled. */
export const firstReply =
  definePort<(tx: Tx, reply: { contactId: string; userId: string }) => Promise<void>>('firstReply')
