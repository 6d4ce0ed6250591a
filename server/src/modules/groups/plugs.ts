import type { Use } from '@crewline/contract/fields'
import type { Db } from '../../kernel/db/pool.ts'
import { definePlug } from '../../kernel/plugs.ts'
import { NO_ACTIVITY, type ContactActivity } from './store/activity.ts'

/** Filled by messages: what rules can ask about the texts of a worker. */
export const contactActivityRules = definePlug<ContactActivity>('contactActivityRules', NO_ACTIVITY)

/** Filled by roster: what of later rooms uses a group, such as saved lists. */
export const groupUses = definePlug<(db: Db, orgId: string, groupId: string) => Promise<Use[]>>(
  'groupUses',
  async () => [],
)
