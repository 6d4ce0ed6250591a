import { defineFact } from '../../kernel/facts/define.ts'

/** Workers were added or changed. */
export const ContactChanged = defineFact<{ contactIds: string[] }>('contact.changed')
