// Owns reusable texts: saved replies, their merge fields, and keywords with automatic replies. Must not depend on the
// message they are used in.
export { LazyFieldMenu, LazyReplyEditor, LazyReplyMenu } from './lazy.tsx'
export { useFieldNames } from './useFieldNames.ts'
export { useMergeValues, type MergeFieldValues } from './useMergeValues.ts'
