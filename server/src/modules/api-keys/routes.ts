import { apiKeys, createApiKey, revokeApiKey, rotateApiKey } from '@crewline/contract/api-keys'
import { serve } from '../../kernel/http/serve.ts'
import { create, revoke, rotate } from './service.ts'
import { listKeys } from './views.ts'

export const routes = serve(
  { apiKeys, createApiKey, rotateApiKey, revokeApiKey },
  {
    apiKeys: async (scope) => ({ apiKeys: await listKeys(scope) }),
    createApiKey: (scope, { body }, kernel) => create(kernel, scope, body),
    rotateApiKey: (scope, { params, body }, kernel) => rotate(kernel, scope, params.id, body.overlapHours),
    revokeApiKey: (scope, { query }, kernel) => revoke(kernel, scope, query.id),
  },
)
