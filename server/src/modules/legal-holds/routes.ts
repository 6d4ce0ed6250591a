import { legalHolds, placeHold, releaseHold } from '@crewline/contract/legal-holds'
import { serve } from '../../kernel/http/serve.ts'
import { list, place, release } from './service.ts'

export const routes = serve(
  { legalHolds, placeHold, releaseHold },
  {
    legalHolds: (scope) => list(scope),
    placeHold: (scope, { body }) => place(scope, body),
    releaseHold: (scope, { params, body }) => release(scope, params.id, body),
  },
)
