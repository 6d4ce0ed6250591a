import { defineEvent } from '../../kernel/events/define.ts'

/**
 * Contacts were added or changed. `fields` are the changed fields by filter name; when absent, any field may have
 * changed, for example because a contact was added or archived.
 */
export const ContactChanged = defineEvent<{ contactIds: string[]; fields?: string[] }>('contact.changed')
