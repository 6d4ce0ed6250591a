import type { ContactSummary } from '@crewline/contract/contacts'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { definePort } from '../../kernel/ports.ts'
import type { Tx } from '../../kernel/scope.ts'

/**
 * Looks up the contacts of numbers that are visible to the database handle. Consent is keyed by number and needs
 * contacts only for display.
 */
export interface ContactLookup {
  /** Returns the contact with this id, archived or not. */
  byId(db: Db, country: string, contactId: string): Promise<ContactSummary | undefined>
  /** Returns the current contact of each number; for a shared number, its owner. */
  byPhones(db: Db, country: string, phones: string[]): Promise<Map<string, ContactSummary>>
  /** Returns a condition on a consent row `k`: the name of the number's current contact matches. */
  isNamed(search: string): RawBuilder<unknown> | undefined
}

/** Provided by contacts: looks up the contact of a number. */
export const contactLookup = definePort<ContactLookup>('contactLookup')

/** Provided by messages: shows in the conversations of these contacts that a member recorded their opt-out. */
export const optOutNotice =
  definePort<(tx: Tx, notice: { contactIds: string[]; byId: string | null }) => Promise<void>>('optOutNotice')

/**
 * Provided by messages: shows in a conversation that a member undid their opt-out, and asks again about the message in
 * which they saw the request.
 */
export const optOutUndone =
  definePort<(tx: Tx, undone: { contactId: string; byId: string; messageId: string | null }) => Promise<void>>(
    'optOutUndone',
  )

/**
 * Provided by messages: stops the texts that wait for these numbers, which just opted out, and returns how many it
 * stopped, after every row is changed, in the transaction of the opt-out.
 */
export const waitingTextStopper = definePort<(tx: Tx, phones: string[]) => Promise<number>>('waitingTextStopper')
