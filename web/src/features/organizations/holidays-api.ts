import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'

/** A day or a range of days on which the organization is closed. */
export type Holiday = Reply<'holidays'>['holidays'][number]

const holidaysApi = api.injectEndpoints({
  endpoints: (build) => ({
    holidays: build.query<Holiday[], void>({
      query: () => call('holidays', {}),
      transformResponse: (reply: Reply<'holidays'>) => reply.holidays,
      providesTags: [listOf('Holiday')],
    }),
    createHoliday: build.mutation<Reply<'createHoliday'>, CallInput<'createHoliday'>['body']>({
      query: (body) => call('createHoliday', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Holiday')] : []),
    }),
    // Also after a refusal: a teammate may have removed it.
    editHoliday: build.mutation<Reply<'editHoliday'>, { id: string; change: CallInput<'editHoliday'>['body'] }>({
      query: ({ id, change }) => call('editHoliday', { query: { id }, body: change }),
      invalidatesTags: [listOf('Holiday')],
    }),
    deleteHoliday: build.mutation<Reply<'deleteHoliday'>, string>({
      query: (id) => call('deleteHoliday', { query: { id } }),
      invalidatesTags: [listOf('Holiday')],
    }),
  }),
})

export const { useHolidaysQuery, useCreateHolidayMutation, useEditHolidayMutation, useDeleteHolidayMutation } =
  holidaysApi
