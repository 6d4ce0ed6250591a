import type { Db } from '../../kernel/db/pool.ts'
import { definePort } from '../../kernel/ports.ts'

/**
 * Provided by notifications: removes the push subscriptions of a user in every organization, or only those of the given
 * sign-in or organization.
 */
export const pushForgetter =
  definePort<(system: Db, userId: string, only?: { signInId?: string; organizationId?: string }) => Promise<void>>(
    'pushForgetter',
  )
