import type { Db } from '../../kernel/db/pool.ts'
import { definePort } from '../../kernel/ports.ts'

/**
 * Provided by notifications. Removes the push subscriptions of a user in every organization, or only those of the given
 * sign-in.
 */
export const pushForgetter =
  definePort<(system: Db, userId: string, signInId?: string) => Promise<void>>('pushForgetter')
