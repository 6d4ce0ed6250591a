import { sealedInOrg } from '../../kernel/secrets/sealed-columns.ts'
import { credentialsContext } from './store.ts'

/** What the operator's command seals again when the encryption key changes. */
export const sealedColumns = [sealedInOrg({ table: 'line', column: 'credentials' }, credentialsContext)]
