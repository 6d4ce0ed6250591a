import { definePort } from '../../kernel/ports.ts'
import type { ContactActivity } from './views/activity.ts'
import type { GroupMembership } from './views/membership.ts'

/** Provided by groups: who is in which group, as SQL. */
export const groupMembership = definePort<GroupMembership>('groupMembership')

/** Provided by messages: what rules can check about the messages of a contact. */
export const contactActivityRules = definePort<ContactActivity>('contactActivityRules')
