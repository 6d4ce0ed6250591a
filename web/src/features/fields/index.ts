// Owns the custom fields: their screen, their inputs, their words.
// Must never know a worker.
export { useCustomFields } from './api.ts'
export { CustomFieldInput } from './CustomFieldInput.tsx'
export { customValueWords } from './value-words.ts'
