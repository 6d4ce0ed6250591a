import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'

const translation = api.injectEndpoints({
  endpoints: (build) => ({
    previewTranslation: build.query<Reply<'previewTranslation'>, CallInput<'previewTranslation'>['body']>({
      query: (body) => call('previewTranslation', { body }),
      keepUnusedDataFor: 120,
    }),
    translationStatus: build.query<Reply<'translationStatus'>, void>({
      query: () => call('translationStatus', {}),
      keepUnusedDataFor: 600,
    }),
    translateMessage: build.mutation<Reply<'translateMessage'>, string>({
      query: (id) => call('translateMessage', { params: { id } }),
    }),
    reportTranslation: build.mutation<Reply<'reportTranslation'>, string>({
      query: (id) => call('reportTranslation', { params: { id } }),
    }),
  }),
})

export const {
  useLazyPreviewTranslationQuery,
  usePreviewTranslationQuery,
  useTranslateMessageMutation,
  useTranslationStatusQuery,
  useReportTranslationMutation,
} = translation
/** Asks for a translation outside of a component. */
export const { previewTranslation } = translation.endpoints
