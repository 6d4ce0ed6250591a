import {
  consentEvidence,
  consentHistory,
  exportOptOuts,
  importOptOuts,
  recordConsent,
  optOuts,
  undoOptOut,
} from '@crewline/contract/consent'
import { EXPORTS_PER_HOUR, OPT_OUT_LISTS_PER_HOUR } from '@crewline/contract/limits'
import { makeLimit } from '../../kernel/http/limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { importOptOutList } from './import-opt-outs.ts'
import { takeEvidence } from './evidence.ts'
import { showHistory } from './history.ts'
import { noteFor } from './record-consent.ts'
import { undoByMember } from './undo-opt-out.ts'
import { exportFile, listOptOuts } from './opt-outs.ts'

export const routes = serve(
  { consentHistory, recordConsent, undoOptOut, consentEvidence, optOuts, importOptOuts, exportOptOuts },
  {
    consentHistory: (scope, { query }) => showHistory(scope, query.contactId),
    recordConsent: (scope, { body }) => noteFor(scope, body),
    undoOptOut: (scope, { body }) => undoByMember(scope, body.contactId),
    consentEvidence: async (scope, { query }, kernel) => {
      await limitExports(scope, kernel)
      return takeEvidence(scope, query)
    },
    optOuts: (scope, { query }) => listOptOuts(scope, query),
    importOptOuts: async (scope, { query, body }, kernel) => {
      await makeLimit(kernel, 'opt-out-lists', OPT_OUT_LISTS_PER_HOUR, 3600).take(limitKeyOf(scope))
      return importOptOutList(scope, body, query.note)
    },
    exportOptOuts: async (scope, { query }, kernel) => {
      await limitExports(scope, kernel)
      return exportFile(scope, query.format)
    },
  },
)

/** Exports are expensive and hold many rows, so all exports of a member share one limit. */
function limitExports(scope: Scope, kernel: Kernel): Promise<void> {
  return makeLimit(kernel, 'exports', EXPORTS_PER_HOUR, 3600).take(limitKeyOf(scope))
}

function limitKeyOf(scope: Scope): string {
  return scope.actor.kind === 'member' ? scope.actor.userId : scope.orgId
}
