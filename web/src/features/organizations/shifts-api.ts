import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'
import { LIST, listOf, tagOf } from '../../shared/api/tags.ts'

/** Working hours with a name. */
export type Shift = Reply<'shifts'>['shifts'][number]
/** What decides the working hours of a contact. */
export type ShiftChoice = Reply<'contactShift'>['choice']

const shiftsApi = api.injectEndpoints({
  endpoints: (build) => ({
    shifts: build.query<Shift[], void>({
      query: () => call('shifts', {}),
      transformResponse: (reply: Reply<'shifts'>) => reply.shifts,
      providesTags: [listOf('Shift')],
    }),
    createShift: build.mutation<Reply<'createShift'>, CallInput<'createShift'>['body']>({
      query: (body) => call('createShift', { body }),
      invalidatesTags: (answer) => (answer ? ['Shift'] : []),
    }),
    // Also after a refusal: a teammate may have deleted it.
    editShift: build.mutation<Reply<'editShift'>, { id: string; change: CallInput<'editShift'>['body'] }>({
      query: ({ id, change }) => call('editShift', { query: { id }, body: change }),
      invalidatesTags: ['Shift'],
    }),
    deleteShift: build.mutation<Reply<'deleteShift'>, string>({
      query: (id) => call('deleteShift', { query: { id } }),
      invalidatesTags: ['Shift'],
    }),
    contactShift: build.query<Reply<'contactShift'>, string>({
      query: (contactId) => call('contactShift', { query: { contactId } }),
      providesTags: (_, __, contactId) => [tagOf('Shift', contactId)],
    }),
    setContactShift: build.mutation<Reply<'setContactShift'>, { contactId: string; choice: ShiftChoice }>({
      query: ({ contactId, choice }) => call('setContactShift', { query: { contactId }, body: { choice } }),
      invalidatesTags: (_, __, { contactId }) => [tagOf('Shift', contactId), { type: 'Shift', id: LIST }],
    }),
    setGroupShift: build.mutation<Reply<'setGroupShift'>, { groupId: string; shiftId: string | null }>({
      query: ({ groupId, shiftId }) => call('setGroupShift', { query: { groupId }, body: { shiftId } }),
      invalidatesTags: ['Shift'],
    }),
  }),
})

export const {
  useShiftsQuery,
  useCreateShiftMutation,
  useEditShiftMutation,
  useDeleteShiftMutation,
  useContactShiftQuery,
  useSetContactShiftMutation,
  useSetGroupShiftMutation,
} = shiftsApi
