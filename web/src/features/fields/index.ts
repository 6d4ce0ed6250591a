// Owns the custom fields: their screen, inputs and value formats. Must not depend on contacts.
export { useCustomFields } from './api.ts'
export { CustomFieldInput } from './CustomFieldInput.tsx'
export { formatCustomValue } from './value-words.ts'
