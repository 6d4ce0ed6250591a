import type { Use } from '@crewline/contract/fields'
import type { Db } from '../../kernel/db/pool.ts'
import { definePort } from '../../kernel/ports.ts'
import type { ContactActivity } from './store/activity.ts'

/** Provided by messages: what rules can check about the messages of a contact. */
export const contactActivityRules = definePort<ContactActivity>('contactActivityRules')

/** Provided by roster: what uses a group in later modules, such as saved lists. */
export const groupUses = definePort<(db: Db, orgId: string, groupId: string) => Promise<Use[]>>('groupUses')
