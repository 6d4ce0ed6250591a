// Owns the custom fields: their screen, inputs and value formats; names the standard ones. Must not depend on contacts.
export { useCustomFields } from './api.ts'
export { CustomFieldInput } from './CustomFieldInput.tsx'
export { useTypeNames } from './useFieldTypes.ts'
export { useContactFieldNames } from './useContactFieldNames.ts'
export { formatCustomValue } from './value-words.ts'
