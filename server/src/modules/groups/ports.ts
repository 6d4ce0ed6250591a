import type { Use } from '@crewline/contract/fields'
import type { Db } from '../../kernel/db/pool.ts'
import { definePort } from '../../kernel/ports.ts'

/** Provided by contact-lists: what uses a group in later modules, such as saved lists. */
export const groupUses = definePort<(db: Db, orgId: string, groupId: string) => Promise<Use[]>>('groupUses')
