// Owns the keys with which programs call the API: their permissions, groups and expiry, and who created them. A key acts
// as a user and a member of its own, so that everything it does is scoped and named like the work of a member.
import { apiKeyReader } from '../../kernel/http/session-gate.ts'
import { defineModule } from '../../kernel/module.ts'
import { provide } from '../../kernel/ports.ts'
import { heldKeys } from './holdings-views.ts'
import { giveKeys } from './store.ts'
import { routes } from './routes.ts'
import { reader, revokeKeysOf } from './service.ts'

export const module = defineModule({
  name: 'api-keys',
  owns: ['api_key'],
  provides: [provide(apiKeyReader, reader)],
  memberHoldings: [
    {
      kind: 'apiKeys',
      needs: 'api.manage',
      without: 'continues',
      held: heldKeys,
      handOver: giveKeys,
      revoke: revokeKeysOf,
    },
  ],
  routes,
})
