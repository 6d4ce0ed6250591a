import { EXPORTS_PER_HOUR } from '@crewline/contract/limits'
import {
  conversationProof,
  createRecordExport,
  recordExportLink,
  recordExports,
  recordKey,
} from '@crewline/contract/records'
import { makeLimit } from '../../kernel/http/limits.ts'
import { serve, serveOpen } from '../../kernel/http/serve.ts'
import { requireUserId } from '../../kernel/scope.ts'
import { proofFile } from './proof.ts'
import { create, link, list } from './service.ts'
import { publicKeyOf } from './signing.ts'

export const routes = [
  ...serve(
    { recordExports, createRecordExport, recordExportLink, conversationProof },
    {
      recordExports: (scope) => list(scope),
      createRecordExport: (scope, { body }, kernel) => create(scope, body, kernel),
      conversationProof: async (scope, { query }, kernel) => {
        await makeLimit(kernel, 'exports', EXPORTS_PER_HOUR, 3600).take(requireUserId(scope))
        return proofFile(scope, query)
      },
      recordExportLink: (scope, { params }, kernel) => link(scope, params.id, kernel),
    },
  ),
  ...serveOpen(
    { recordKey },
    { recordKey: async ({ kernel }) => publicKeyOf((place, text) => kernel.encryption.fingerprint(place, text)) },
  ),
]
