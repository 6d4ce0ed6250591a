import { sealedByOrg, sealedInOrg } from '../../kernel/secrets/sealed-columns.ts'
import { requestContextOf, secretContextOf } from './values.ts'

/** What the operator's command seals again when the encryption key changes. */
export const sealedColumns = [
  sealedByOrg({ table: 'sso_connection', column: 'client_secret' }, secretContextOf),
  sealedInOrg({ table: 'sso_attempt', column: 'request' }, requestContextOf),
]
