import {
  previewRetention,
  purgeCertificate,
  retention,
  setRetention,
  undoRetention,
} from '@crewline/contract/retention'
import { makeLimit } from '../../kernel/http/limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { certificate } from './certificate.ts'
import { preview, read, set, undo } from './service.ts'

/** A preview may count millions of rows. */
const PREVIEWS_PER_HOUR = 120

export const routes = serve(
  { retention, previewRetention, setRetention, undoRetention, purgeCertificate },
  {
    retention: (scope) => read(scope),
    previewRetention: async (scope, { query }, kernel) => {
      await makeLimit(kernel, 'retention-previews', PREVIEWS_PER_HOUR, 3600).take(scope.orgId)
      return preview(scope, query)
    },
    setRetention: (scope, { body }, kernel) => set(scope, body, kernel),
    undoRetention: (scope, { body }) => undo(scope, body.class),
    purgeCertificate: (scope, { params }) => certificate(scope, params.id),
  },
)
