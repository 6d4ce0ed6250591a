import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'
import { showAnswer, type Started } from '../../shared/api/show-answer.ts'
import { listOf } from '../../shared/api/tags.ts'

export type RegistrationData = Reply<'carrierRegistration'>
export type Registration = RegistrationData['registrations'][number]

function show(_body: unknown, started: Started<RegistrationData>): Promise<void> {
  return showAnswer(started, (answer) =>
    registrations.util.updateQueryData('carrierRegistration', undefined, () => answer),
  )
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
      onQueryStarted: show,
    }),
    submitCarrierRegistration: build.mutation<RegistrationData, CallInput<'submitCarrierRegistration'>['body']>({
      query: (body) => call('submitCarrierRegistration', { body }),
      invalidatesTags: [listOf('Line')],
      onQueryStarted: show,
    }),
    checkCarrierRegistration: build.mutation<RegistrationData, void>({
      query: () => call('checkCarrierRegistration', { body: {} }),
      invalidatesTags: [listOf('Line')],
      onQueryStarted: show,
    }),
  }),
})

export const {
  useCarrierRegistrationQuery,
  useSaveCarrierRegistrationMutation,
  useSubmitCarrierRegistrationMutation,
  useCheckCarrierRegistrationMutation,
} = registrations
