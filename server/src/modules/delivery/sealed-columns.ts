import { sealedInOrg } from '../../kernel/secrets/sealed-columns.ts'
import { SPOOL_PLACE } from './spool.ts'

/** What the operator's command seals again when the encryption key changes. */
export const sealedColumns = [sealedInOrg({ table: 'quarantined_event', column: 'sealed' }, () => SPOOL_PLACE)]
