import { EXPORTS_PER_HOUR } from '@crewline/contract/limits'
import {
  conversationProof,
  createRecordExport,
  recordExportLink,
  recordExports,
  recordKey,
} from '@crewline/contract/records'
import {
  closeSubjectRequest,
  logSubjectRequest,
  packageSubject,
  subjectRequests,
} from '@crewline/contract/subject-requests'
import { makeLimit } from '../../kernel/http/limits.ts'
import { serve, serveOpen } from '../../kernel/http/serve.ts'
import { requireUserId } from '../../kernel/scope.ts'
import { proofFile } from './proof.ts'
import { create, link, list } from './service.ts'
import { publicKeyOf } from './signing.ts'
import { close, listRequests, logRequest, makePackage } from './subject-requests.ts'

export const routes = [
  ...serve(
    {
      recordExports,
      createRecordExport,
      recordExportLink,
      conversationProof,
      subjectRequests,
      logSubjectRequest,
      packageSubject,
      closeSubjectRequest,
    },
    {
      recordExports: (scope) => list(scope),
      createRecordExport: (scope, { body }, kernel) => create(scope, body, kernel),
      conversationProof: async (scope, { query }, kernel) => {
        await makeLimit(kernel, 'exports', EXPORTS_PER_HOUR, 3600).take(requireUserId(scope))
        return proofFile(scope, query)
      },
      recordExportLink: (scope, { params }, kernel) => link(scope, params.id, kernel),
      subjectRequests: (scope) => listRequests(scope),
      logSubjectRequest: (scope, { body }) => logRequest(scope, body),
      packageSubject: (scope, { params }, kernel) => makePackage(scope, params.id, kernel),
      closeSubjectRequest: (scope, { params, body }) => close(scope, params.id, body),
    },
  ),
  ...serveOpen(
    { recordKey },
    { recordKey: async ({ kernel }) => publicKeyOf((place, text) => kernel.encryption.fingerprint(place, text)) },
  ),
]
