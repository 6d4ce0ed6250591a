import { sealedInOrg } from '../../kernel/secrets/sealed-columns.ts'
import { secretPlace } from './service.ts'

/** What the operator's command seals again when the encryption key changes. */
export const sealedColumns = [
  sealedInOrg({ table: 'webhook_endpoint', column: 'secret' }, secretPlace),
  sealedInOrg({ table: 'webhook_endpoint', column: 'previous_secret' }, secretPlace),
]
