import {
  broadcastAnalytics,
  broadcastClicks,
  broadcastLedger,
  broadcastRecipients,
  broadcastReplies,
  exportBroadcast,
  printLedger,
} from '@crewline/contract/results'
import { serve } from '../../kernel/http/serve.ts'
import { exportResults, takeExport } from './results-export.ts'
import { analytics } from './results-figures.ts'
import { printList } from './results-list.ts'
import * as results from './results.ts'

/** The routes of what became of a broadcast. */
export const resultRoutes = serve(
  {
    broadcastRecipients,
    broadcastClicks,
    broadcastAnalytics,
    exportBroadcast,
    broadcastLedger,
    printLedger,
    broadcastReplies,
  },
  {
    broadcastRecipients: (scope, { params, query }) => results.recipients(scope, params, query),
    broadcastClicks: (scope, { params, query }) => results.clicks(scope, params, query),
    broadcastAnalytics: (scope, { query }) => analytics(scope, query),
    exportBroadcast: async (scope, { query }, kernel) => {
      await takeExport(scope, kernel)
      return exportResults(scope, query)
    },
    broadcastLedger: (scope, { params, query }) => results.ledger(scope, params, query),
    printLedger: async (scope, { params, query }, kernel) => {
      await takeExport(scope, kernel)
      return printList(scope, params, query)
    },
    broadcastReplies: (scope, { params, query }) => results.replies(scope, params, query),
  },
)
