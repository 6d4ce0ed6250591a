import { defineFact } from '../../kernel/facts/define.ts'

/**
 * Workers were added or changed. `fields` are the names, as filters call them, of the facts that changed; without them
 * anything may have, as when somebody came or went.
 */
export const ContactChanged = defineFact<{ contactIds: string[]; fields?: string[] }>('contact.changed')
