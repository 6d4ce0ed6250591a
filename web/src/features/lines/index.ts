// Owns the numbers an organization texts from. Must not depend on messages or calls.
export { useLinesQuery, type Line } from './api.ts'
export { useNumberText } from './useNumberText.ts'
