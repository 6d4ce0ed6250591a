import { sealedByOrg } from '../../kernel/secrets/sealed-columns.ts'
import { tokenPlace } from './access.ts'

/** What the operator's command seals again when the encryption key changes. */
export const sealedColumns = [sealedByOrg({ table: 'hr_connection', column: 'token' }, tokenPlace)]
