import { defineEvent } from '../../kernel/events/define.ts'

/** A custom field was changed, deleted or restored. */
export const FieldChanged = defineEvent<{ fieldId: string }>('field.changed')
