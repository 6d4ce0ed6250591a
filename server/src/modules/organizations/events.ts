import { defineEvent } from '../../kernel/events/define.ts'

/** The organization changed: the names of what changed, such as `timezone` or `settings.quietHours`. */
export const OrganizationChanged = defineEvent<{ fields: string[] }>('organization.changed')

/** Names in `organization.changed`: what a parent may hand down. */
export const HOURS = 'settings.businessHours'
export const HOLIDAYS = 'holidays'
