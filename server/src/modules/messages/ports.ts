import { definePort } from '../../kernel/ports.ts'
import type { Db } from '../../kernel/db/pool.ts'
import type { Tx } from '../../kernel/scope.ts'

/** Provided by inbox: updates the conversation after a member wrote a reply, sent now or scheduled. */
export const firstReply =
  definePort<(tx: Tx, reply: { contactId: string; userId: string }) => Promise<void>>('firstReply')

/** Provided by broadcasts: whether texts of a run may say that no reply is needed before the shift. */
export const replyMayWait = definePort<(db: Db, runId: string) => Promise<boolean>>('replyMayWait')

/** A text of a run, and its contact; of a reminder, the run it reminds of. */
interface RunText {
  id: string
  runId: string
  contactId: string
}

/**
 * Provided by broadcasts: which of these reminders are not needed any more, because their contact has answered. Locks the
 * sessions of the contacts, so that an answer is either seen or comes after the hand-off. Call it after consent is locked.
 */
export const answeredReminders = definePort<(tx: Tx, reminders: RunText[]) => Promise<Set<string>>>('answeredReminders')

/** Provided by broadcasts: which of these texts are of a date after which a text of a later one was given to a carrier. */
export const supersededTexts = definePort<(tx: Tx, texts: RunText[]) => Promise<Set<string>>>('supersededTexts')

/** A text of a contact that is not about consent. */
interface PlainText {
  messageId: string
  contactId: string
  phone: string
  body: string
  /** The language of the contact, as BCP 47. */
  language: string
}

/** How people join by texting a keyword. */
export interface TextedJoins {
  /** Returns the keywords of an organization as texts are compared with them; read with every batch of texts. */
  keywords(db: Db, orgId: string): Promise<Map<string, string>>
  /** Joins the people who texted exactly one of these keywords, and returns the reply to each such text by its message id. */
  join(tx: Tx, keywords: Map<string, string>, texts: PlainText[]): Promise<Map<string, string>>
}

/** Provided by opt-in: joins people who text the keyword of a page. */
export const textedJoin = definePort<TextedJoins>('textedJoin')
