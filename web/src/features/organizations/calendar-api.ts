import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'

/** Whether the hours and holidays of this organization are those of its parent. */
export type InheritedCalendar = Pick<Reply<'inheritedCalendar'>, 'hours' | 'holidays'>

const calendar = api.injectEndpoints({
  endpoints: (build) => ({
    inheritedCalendar: build.query<InheritedCalendar, void>({
      query: () => call('inheritedCalendar', {}),
      // It changes with what the parent shares, which changes the hours and holidays themselves.
      providesTags: [listOf('OrgSettings'), listOf('Holiday')],
    }),
    // Also after a refusal: the parent may have stopped sharing.
    chooseCalendar: build.mutation<Reply<'chooseCalendar'>, CallInput<'chooseCalendar'>['body']>({
      query: (body) => call('chooseCalendar', { body }),
      invalidatesTags: [listOf('OrgSettings'), listOf('Holiday')],
    }),
  }),
})

export const { useInheritedCalendarQuery, useChooseCalendarMutation } = calendar
