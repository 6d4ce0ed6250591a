import { createScimToken, revokeScimToken, scimTokens } from '@crewline/contract/scim'
import { serve } from '../../kernel/http/serve.ts'
import { create, list, revoke } from './tokens.ts'

export const routes = serve(
  { scimTokens, createScimToken, revokeScimToken },
  {
    scimTokens: (scope, _call, kernel) => list(kernel, scope),
    createScimToken: (scope, { body }, kernel) => create(kernel, scope, body),
    revokeScimToken: (scope, { query }, kernel) => revoke(kernel, scope, query.id),
  },
)
