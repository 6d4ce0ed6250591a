import {
  carrierRegistration,
  checkCarrierRegistration,
  saveCarrierRegistration,
  submitCarrierRegistration,
} from '@crewline/contract/carrier-registration'
import { serve } from '../../kernel/http/serve.ts'
import { followUp } from './follow-up.ts'
import { describe, save } from './form.ts'
import { limitCalls, submit } from './submit.ts'

export const routes = serve(
  { carrierRegistration, saveCarrierRegistration, submitCarrierRegistration, checkCarrierRegistration },
  {
    carrierRegistration: (scope, _call, kernel) => describe(kernel, scope),
    saveCarrierRegistration: (scope, { body }, kernel) => save(kernel, scope, body),
    submitCarrierRegistration: async (scope, { body }, kernel) => {
      await submit(kernel, scope, body)
      return describe(kernel, scope)
    },
    checkCarrierRegistration: async (scope, _call, kernel) => {
      await limitCalls(kernel, scope.orgId)
      await followUp(kernel, scope)
      return describe(kernel, scope)
    },
  },
)
