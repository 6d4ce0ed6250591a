import { definePort } from '../../kernel/ports.ts'
import type { Tx } from '../../kernel/scope.ts'

/** Provided by hr: the name of the system in which someone is linked to a contact, or undefined. */
export const linkedSystem = definePort<(tx: Tx, contactId: string) => Promise<string | undefined>>('linkedSystem')
