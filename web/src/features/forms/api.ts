import type { FormContent, FormLanguage } from '@crewline/contract/form-content'
import type { Form } from '@crewline/contract/forms'
import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'
import { keepNewer, showAnswer, type Started } from '../../shared/api/show-answer.ts'
import { listOf } from '../../shared/api/tags.ts'

/** What the answers to a form add up to. */
export type Summary = Reply<'formSummary'>
/** What people answered to one question. */
export type QuestionResults = Summary['questions'][number]
/** The answers of one person. */
export type Response = Reply<'formResponses'>['data'][number]

/** Which responses are listed. */
export interface ResponseFilter {
  id: string
  question?: string | undefined
  choice?: string | undefined
}

function showForm(_query: unknown, started: Started<Form>): Promise<void> {
  return showAnswer(started, (form) => forms.util.updateQueryData('form', form.id, () => form))
}

const forms = api.injectEndpoints({
  endpoints: (build) => ({
    forms: build.query<Form[], { search: string; archived: 'yes' | 'no' }>({
      query: (query) => call('forms', { query: { ...query, pageSize: 200 } }),
      transformResponse: (reply: Reply<'forms'>) => reply.data,
      providesTags: [listOf('Form')],
    }),
    form: build.query<Form | undefined, string>({
      query: (id) => call('forms', { query: { id } }),
      transformResponse: (reply: Reply<'forms'>) => reply.data[0],
      merge: keepNewer,
      providesTags: [listOf('Form')],
    }),
    createForm: build.mutation<Form, CallInput<'createForm'>['body']>({
      query: (body) => call('createForm', { body }),
      transformResponse: (reply: Reply<'createForm'>) => reply.form,
      invalidatesTags: (answer) => (answer ? [listOf('Form')] : []),
    }),
    changeForm: build.mutation<Form, { id: string; body: CallInput<'changeForm'>['body'] }>({
      query: ({ id, body }) => call('changeForm', { params: { id }, body }),
      transformResponse: (reply: Reply<'changeForm'>) => reply.form,
      // Also after a refusal: what a teammate changed must be shown.
      invalidatesTags: [listOf('Form')],
      onQueryStarted: showForm,
    }),
    publishForm: build.mutation<Form, { id: string; version: number }>({
      query: ({ id, version }) => call('publishForm', { params: { id }, body: { version } }),
      transformResponse: (reply: Reply<'publishForm'>) => reply.form,
      // Also after a refusal: what a teammate changed must be shown.
      invalidatesTags: [listOf('Form')],
      onQueryStarted: showForm,
    }),
    setFormState: build.mutation<Form, { id: string; to: CallInput<'setFormState'>['body']['to'] }>({
      query: ({ id, to }) => call('setFormState', { params: { id }, body: { to } }),
      transformResponse: (reply: Reply<'setFormState'>) => reply.form,
      invalidatesTags: (answer) => (answer ? [listOf('Form')] : []),
      onQueryStarted: showForm,
    }),
    setFormKiosk: build.mutation<Form, { id: string; idleSeconds: number | null; newAddress: boolean }>({
      query: ({ id, ...body }) => call('setFormKiosk', { params: { id }, body }),
      transformResponse: (reply: Reply<'setFormKiosk'>) => reply.form,
      invalidatesTags: (answer) => (answer ? [listOf('Form')] : []),
      onQueryStarted: showForm,
    }),
    duplicateForm: build.mutation<Form, string>({
      query: (id) => call('duplicateForm', { params: { id }, body: {} }),
      transformResponse: (reply: Reply<'duplicateForm'>) => reply.form,
      invalidatesTags: (answer) => (answer ? [listOf('Form')] : []),
    }),
    translateForm: build.mutation<Reply<'translateForm'>, CallInput<'translateForm'>['body']>({
      query: (body) => call('translateForm', { body }),
    }),
    deleteForm: build.mutation<Reply<'deleteForm'>, string>({
      query: (id) => call('deleteForm', { params: { id } }),
      invalidatesTags: (answer) => (answer ? [listOf('Form')] : []),
    }),
    formPreview: build.query<string, { content: FormContent; language: FormLanguage; questionId: string | undefined }>({
      query: ({ content: { groupIds: _unseen, ...content }, language, questionId }) =>
        call('previewForm', { body: { ...content, language, ...(questionId && { questionId }) } }),
      transformResponse: (reply: Reply<'previewForm'>) => reply.html,
      keepUnusedDataFor: 5,
    }),
    formSummary: build.query<Summary, string>({
      query: (id) => call('formSummary', { params: { id } }),
      providesTags: [listOf('Form')],
    }),
    formResponses: build.infiniteQuery<Reply<'formResponses'>, ResponseFilter, string | undefined>({
      infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: (last) => last.nextCursor },
      query: ({ queryArg: { id, question, choice }, pageParam: cursor }) =>
        call('formResponses', {
          params: { id },
          query: { ...(cursor && { cursor }), ...(question && choice && { question, choice }) },
        }),
      providesTags: [listOf('Form')],
    }),
    deleteFormResponse: build.mutation<
      Reply<'deleteFormResponse'>,
      { id: string; responseId: string; again: 'yes' | 'no' }
    >({
      query: ({ again, ...params }) => call('deleteFormResponse', { params, query: { again } }),
      invalidatesTags: (answer) => (answer ? [listOf('Form')] : []),
    }),
    formMissing: build.query<Reply<'formMissing'>['data'], string>({
      query: (id) => call('formMissing', { params: { id } }),
      transformResponse: (reply: Reply<'formMissing'>) => reply.data,
      providesTags: [listOf('Form')],
    }),
    textForm: build.mutation<Reply<'createBroadcast'>, CallInput<'createBroadcast'>['body']>({
      query: (body) => call('createBroadcast', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Broadcast')] : []),
    }),
  }),
})

export const {
  useFormsQuery,
  useFormQuery,
  useCreateFormMutation,
  useChangeFormMutation,
  usePublishFormMutation,
  useSetFormKioskMutation,
  useSetFormStateMutation,
  useDuplicateFormMutation,
  useDeleteFormMutation,
  useTranslateFormMutation,
  useFormPreviewQuery,
  useFormSummaryQuery,
  useFormResponsesInfiniteQuery,
  useDeleteFormResponseMutation,
  useFormMissingQuery,
  useTextFormMutation,
} = forms
