import { discardQuarantined, quarantine, retryQuarantined } from '@crewline/contract/delivery'
import { askCarriers, decideRestored, restoredTexts, restoreNotice } from '@crewline/contract/restored'
import { serve } from '../../kernel/http/serve.ts'
import { askAgainNow, decide, restoredPage, restoreNoticeOf } from './decide-restored.ts'
import { deleteDiscarded, listQuarantined, replayQuarantined } from './quarantine.ts'

export const routes = serve(
  { quarantine, retryQuarantined, discardQuarantined, restoreNotice, restoredTexts, askCarriers, decideRestored },
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
    restoreNotice: (scope) => restoreNoticeOf(scope),
    restoredTexts: (scope, { query }) => restoredPage(scope, query.after),
    askCarriers: async (scope) => {
      await askAgainNow(scope)
      return restoredPage(scope)
    },
    decideRestored: (scope, { body }) => decide(scope, body),
  },
)
