import { sealedById } from '../../kernel/secrets/sealed-columns.ts'
import { encryptionContext } from './queue.ts'

/** What the operator's command seals again when the encryption key changes. */
export const sealedColumns = [sealedById({ table: 'mail', column: 'sealed' }, encryptionContext)]
