import { useState } from 'react'
import { useDispatch, useStore } from 'react-redux'
import { api } from '../../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../../shared/api/from-contract.ts'
import { sendBytes } from '../../../shared/api/send-bytes.ts'
import type { Refusal } from '../../../shared/api/send.ts'
import { listOf } from '../../../shared/api/tags.ts'
import type { SessionState } from '../../../shared/lib/session/select.ts'
import { bearerOf } from '../../../shared/lib/session/state.ts'

/** Which phrases a list shows. */
export type PhraseQuery = NonNullable<CallInput<'organizationPhrases'>['query']>
export type PhraseList = Reply<'organizationPhrases'>
export type Phrase = PhraseList['data'][number]
export type PhraseText = Phrase['texts'][number]
export type PhraseDraft = CallInput<'createPhrase'>['body']
/** What a file of phrases would do, or did. */
export type ImportedPhrases = Reply<'importPhrases'>

const phrases = api.injectEndpoints({
  endpoints: (build) => ({
    organizationPhrases: build.query<PhraseList, PhraseQuery>({
      query: (query) => call('organizationPhrases', { query }),
      providesTags: [listOf('Phrase')],
    }),
    createPhrase: build.mutation<Reply<'createPhrase'>, PhraseDraft>({
      query: (body) => call('createPhrase', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Phrase')] : []),
    }),
    editPhrase: build.mutation<Reply<'editPhrase'>, { id: string; change: CallInput<'editPhrase'>['body'] }>({
      query: ({ id, change }) => call('editPhrase', { params: { id }, body: change }),
      invalidatesTags: [listOf('Phrase')],
    }),
    removePhrase: build.mutation<Reply<'removePhrase'>, string>({
      query: (id) => call('removePhrase', { params: { id } }),
      invalidatesTags: [listOf('Phrase')],
    }),
    restorePhrase: build.mutation<Reply<'restorePhrase'>, string>({
      query: (id) => call('restorePhrase', { params: { id } }),
      invalidatesTags: [listOf('Phrase')],
    }),
    reviewPhrase: build.mutation<Reply<'reviewPhrase'>, { id: string; decision: CallInput<'reviewPhrase'>['body'] }>({
      query: ({ id, decision }) => call('reviewPhrase', { params: { id }, body: decision }),
      invalidatesTags: [listOf('Phrase')],
    }),
  }),
})

export const {
  useOrganizationPhrasesQuery,
  useCreatePhraseMutation,
  useEditPhraseMutation,
  useRemovePhraseMutation,
  useRestorePhraseMutation,
  useReviewPhraseMutation,
} = phrases

/** Sends a file of phrases: to learn what it would do, or to import it. */
export function useImportPhrases(): {
  isSending: boolean
  send: (file: File, isDryRun: boolean) => Promise<{ data: ImportedPhrases } | { error: Refusal }>
} {
  const { getState } = useStore<SessionState>()
  const dispatch = useDispatch()
  const [isSending, setSending] = useState(false)
  async function send(file: File, isDryRun: boolean) {
    setSending(true)
    const query = { name: file.name, dryRun: isDryRun ? 'true' : 'false' }
    const request = { ...call('importPhrases', { query }), name: 'importPhrases' as const }
    const answer = await sendBytes(request, file, bearerOf(getState().auth))
    setSending(false)
    if ('data' in answer && !isDryRun) dispatch(api.util.invalidateTags([listOf('Phrase')]))
    return answer
  }
  return { isSending, send }
}
