import { defineFact } from '../../kernel/facts/define.ts'

/** A custom field was changed, deleted or restored. */
export const FieldChanged = defineFact<{ fieldId: string }>('field.changed')
