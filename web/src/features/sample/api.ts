import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'

const sampleApi = api.injectEndpoints({
  endpoints: (build) => ({
    sample: build.query<Reply<'sample'>['sample'], void>({
      query: () => call('sample', {}),
      transformResponse: (reply: Reply<'sample'>) => reply.sample,
      providesTags: [listOf('Line')],
    }),
    startSample: build.mutation<Reply<'startSample'>, void>({
      query: () => call('startSample', {}),
      invalidatesTags: [listOf('Line'), listOf('Contact')],
    }),
    answerAsSample: build.mutation<Reply<'answerAsSample'>, CallInput<'answerAsSample'>['body']>({
      query: (body) => call('answerAsSample', { body }),
    }),
    removeSample: build.mutation<Reply<'removeSample'>, void>({
      query: () => call('removeSample', {}),
      invalidatesTags: [listOf('Line'), listOf('Contact'), listOf('Conversation')],
    }),
  }),
})

export const { useSampleQuery, useStartSampleMutation, useAnswerAsSampleMutation, useRemoveSampleMutation } = sampleApi
