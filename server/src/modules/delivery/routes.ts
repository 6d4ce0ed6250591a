import { discardQuarantined, quarantine, retryQuarantined } from '@crewline/contract/delivery'
import { serve } from '../../kernel/http/serve.ts'
import { deleteDiscarded, listQuarantined, replayQuarantined } from './quarantine.ts'

export const routes = serve(
  { quarantine, retryQuarantined, discardQuarantined },
  {
    quarantine: (scope, _call, kernel) => listQuarantined(kernel, scope),
    retryQuarantined: async (scope, { body }, kernel) => {
      const stored = await replayQuarantined(kernel, scope, body.ids)
      return { stored, ...(await listQuarantined(kernel, scope)) }
    },
    discardQuarantined: async (scope, { query }, kernel) => {
      await deleteDiscarded(kernel, scope, query.id)
      return listQuarantined(kernel, scope)
    },
  },
)
