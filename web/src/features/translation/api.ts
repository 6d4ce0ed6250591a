import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'

const translation = api.injectEndpoints({
  endpoints: (build) => ({
    previewTranslation: build.query<Reply<'previewTranslation'>, CallInput<'previewTranslation'>['body']>({
      query: (body) => call('previewTranslation', { body }),
      keepUnusedDataFor: 120,
    }),
    translateMessage: build.mutation<Reply<'translateMessage'>, string>({
      query: (id) => call('translateMessage', { params: { id } }),
    }),
  }),
})

export const { useLazyPreviewTranslationQuery, usePreviewTranslationQuery, useTranslateMessageMutation } = translation
