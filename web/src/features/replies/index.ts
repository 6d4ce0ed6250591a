// Owns words kept to be sent again: saved replies, the fields they may hold, and keywords that answer by themselves.
// Must never know which message they end up in.
export {
  useCreateKeywordMutation,
  useCreateReplyMutation,
  useDeleteKeywordMutation,
  useDeleteReplyMutation,
  useEditKeywordMutation,
  useKeywordsQuery,
  useSavedRepliesQuery,
  type Keyword,
  type SavedReply,
} from './api.ts'
export { LazyFieldMenu, LazyReplyEditor, LazyReplyMenu } from './lazy.tsx'
export { useFieldNames } from './useFieldNames.ts'
export { useMergeValues, type SaidByFields } from './useMergeValues.ts'
