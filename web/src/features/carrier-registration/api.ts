import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'
import type { Started } from '../../shared/api/started.ts'
import { listOf } from '../../shared/api/tags.ts'

export type RegistrationData = Reply<'carrierRegistration'>
export type Registration = RegistrationData['registrations'][number]

/** Shows what a change answered at once: the next one is refused as outdated if it names the version before it. */
async function showAnswer(_body: unknown, { dispatch, queryFulfilled }: Started<RegistrationData>): Promise<void> {
  const answer = await queryFulfilled.catch(() => undefined)
  if (answer) dispatch(registrations.util.updateQueryData('carrierRegistration', undefined, () => answer.data))
}

const registrations = api.injectEndpoints({
  endpoints: (build) => ({
    carrierRegistration: build.query<RegistrationData, void>({
      query: () => call('carrierRegistration', {}),
      // A number that was added or released needs another registration, or none.
      providesTags: [listOf('Line')],
    }),
    saveCarrierRegistration: build.mutation<RegistrationData, CallInput<'saveCarrierRegistration'>['body']>({
      query: (body) => call('saveCarrierRegistration', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Line')] : []),
      onQueryStarted: showAnswer,
    }),
    submitCarrierRegistration: build.mutation<RegistrationData, CallInput<'submitCarrierRegistration'>['body']>({
      query: (body) => call('submitCarrierRegistration', { body }),
      invalidatesTags: [listOf('Line')],
      onQueryStarted: showAnswer,
    }),
    checkCarrierRegistration: build.mutation<RegistrationData, void>({
      query: () => call('checkCarrierRegistration', { body: {} }),
      invalidatesTags: [listOf('Line')],
      onQueryStarted: showAnswer,
    }),
  }),
})

export const {
  useCarrierRegistrationQuery,
  useSaveCarrierRegistrationMutation,
  useSubmitCarrierRegistrationMutation,
  useCheckCarrierRegistrationMutation,
} = registrations
