import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { definePort } from '../../kernel/ports.ts'
import type { LineCounts } from './rules.ts'
import type { Line } from './store.ts'

/** Whether the account of a line may text from its number. At some carriers a number needs a messaging profile. */
export type AccountCheck = 'ok' | 'unknown_account' | 'unknown_number' | 'no_profile' | 'unreachable'

/**
 * Provided by carriers: checks whether the account of a line may text from its number. Simulated carriers register the
 * number immediately.
 */
export const accountCheck =
  definePort<(kernel: Kernel, line: Line, label: string) => Promise<AccountCheck>>('accountCheck')

/** Where and which numbers to look for; all parts are optional. */
export interface NumberWish {
  /** ISO 3166. */
  country: string
  areaCode?: string | undefined
  contains?: string | undefined
  city?: string | undefined
}

/** A number for sale. */
export interface NumberForSale {
  phone: string
  city: string | null
  region: string | null
}

/**
 * Why a carrier sells nothing: wrong credentials, a trial account, an account that may not buy (yet), another buyer was
 * first, or no answer.
 */
export type NumberRefusal = 'unknown_account' | 'trial' | 'not_allowed' | 'gone' | 'unreachable'

/** Whether a number was bought now, or the account owned it already and it was only connected. */
export type Purchase = 'bought' | 'owned'

/** Numbers for sale at the carriers. */
export interface NumberMarket {
  /** Lists up to ten numbers; none when nothing matches. */
  search(
    kernel: Kernel,
    buyer: Pick<Line, 'carrier' | 'credentials'>,
    wish: NumberWish,
  ): Promise<NumberForSale[] | NumberRefusal>
  /** Buys the number of a line and sets its webhooks; of a number that the account owns already it only sets them. */
  buy(kernel: Kernel, line: Line): Promise<Purchase | NumberRefusal>
  /** Gives the number of a line back. A number that the account does not own any more counts as given back. */
  release(kernel: Kernel, line: Line): Promise<'ok' | NumberRefusal>
}

/** Provided by carriers: searches, buys and gives back numbers with the account of an organization. */
export const numberMarket = definePort<NumberMarket>('numberMarket')

/** Provided by messages: the delivery counts of each line since a time; a line without messages may be missing. */
export const lineHealth = definePort<(db: Db, since: Date) => Promise<Map<string, LineCounts>>>('lineHealth')
