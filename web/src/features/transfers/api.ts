import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'

/** What changes when a person leaves or arrives. */
const everyone = [listOf('Contact'), listOf('Conversation'), listOf('Group')] as const

const transfers = api.injectEndpoints({
  endpoints: (build) => ({
    transferTargets: build.query<Reply<'transferTargets'>['targets'], void>({
      query: () => call('transferTargets', {}),
      transformResponse: (reply: Reply<'transferTargets'>) => reply.targets,
      providesTags: [listOf('Family')],
    }),
    previewTransfer: build.query<Reply<'previewTransfer'>, CallInput<'previewTransfer'>['query']>({
      query: (query) => call('previewTransfer', { query }),
      keepUnusedDataFor: 0,
    }),
    contactTransfers: build.query<Reply<'contactTransfers'>, string>({
      query: (contactId) => call('contactTransfers', { query: { contactId } }),
      providesTags: (_answer, _error, id) => [tagOf('Contact', id)],
      keepUnusedDataFor: 0,
    }),
    transferContact: build.mutation<Reply<'transferContact'>, CallInput<'transferContact'>['body']>({
      query: (body) => call('transferContact', { body }),
      invalidatesTags: (answer, _error, { contactId }) => (answer ? [...everyone, tagOf('Contact', contactId)] : []),
    }),
    undoTransfer: build.mutation<Reply<'undoTransfer'>, string>({
      query: (id) => call('undoTransfer', { params: { id } }),
      invalidatesTags: (answer) => (answer ? [...everyone, tagOf('Contact', answer.contactId)] : []),
    }),
    transferOffers: build.query<Reply<'transferOffers'>['offers'], void>({
      query: () => call('transferOffers', {}),
      transformResponse: (reply: Reply<'transferOffers'>) => reply.offers,
      providesTags: [listOf('Family')],
      keepUnusedDataFor: 0,
    }),
    acceptTransfer: build.mutation<Reply<'acceptTransfer'>, { id: string; joinExisting: boolean }>({
      query: ({ id, joinExisting }) => call('acceptTransfer', { params: { id }, body: { joinExisting } }),
      // Whatever the answer: a refused offer may be over.
      invalidatesTags: (answer) => [listOf('Family'), ...(answer ? everyone : [])],
    }),
    declineTransfer: build.mutation<Reply<'declineTransfer'>, string>({
      query: (id) => call('declineTransfer', { params: { id } }),
      invalidatesTags: () => [listOf('Family')],
    }),
    arrivedTexts: build.query<Reply<'arrivedTexts'>, { id: string; before: number | undefined }>({
      query: ({ id, before }) =>
        call('arrivedTexts', { params: { id }, query: before === undefined ? {} : { before } }),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const {
  useTransferTargetsQuery,
  usePreviewTransferQuery,
  useContactTransfersQuery,
  useTransferContactMutation,
  useUndoTransferMutation,
  useTransferOffersQuery,
  useAcceptTransferMutation,
  useDeclineTransferMutation,
  useArrivedTextsQuery,
} = transfers
