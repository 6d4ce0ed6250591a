import { apiKeys, createApiKey, editApiKey, revokeApiKey, rotateApiKey } from '@crewline/contract/api-keys'
import { serve } from '../../kernel/http/serve.ts'
import { edit } from './edit.ts'
import { create, revoke, rotate } from './service.ts'
import { listKeys } from './views.ts'

export const routes = serve(
  { apiKeys, createApiKey, editApiKey, rotateApiKey, revokeApiKey },
  {
    apiKeys: async (scope) => ({ apiKeys: await listKeys(scope) }),
    createApiKey: (scope, { body }, kernel) => create(kernel, scope, body),
    editApiKey: (scope, { query, body }, kernel) => edit(kernel, scope, query.id, body),
    rotateApiKey: (scope, { params, body }, kernel) => rotate(kernel, scope, params.id, body.overlapHours),
    revokeApiKey: (scope, { query }, kernel) => revoke(kernel, scope, query.id),
  },
)
