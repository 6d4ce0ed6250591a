import type { Db } from '../../kernel/db/pool.ts'
import { definePort } from '../../kernel/ports.ts'

/**
 * Provided by groups: returns those of the given groups that exist in an organization and are visible to the handle, by
 * name.
 */
export const groupNames =
  definePort<(db: Db, orgId: string, ids: string[]) => Promise<{ id: string; name: string }[]>>('groupNames')
