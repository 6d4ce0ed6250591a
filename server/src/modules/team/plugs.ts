import type { Db } from '../../kernel/db/pool.ts'
import { definePlug } from '../../kernel/plugs.ts'

/** Filled by groups: those of these groups that an organization has and the handle may see, by name. */
export const groupNames = definePlug<(db: Db, orgId: string, ids: string[]) => Promise<{ id: string; name: string }[]>>(
  'groupNames',
  async () => [],
)
