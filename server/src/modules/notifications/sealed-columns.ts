import { sealedInOrg } from '../../kernel/secrets/sealed-columns.ts'
import { deviceEncryptionContext } from './devices.ts'
import { pushEncryptionContext } from './push.ts'

/** What the operator's command seals again when the encryption key changes. */
export const sealedColumns = [
  sealedInOrg({ table: 'push_device', column: 'sealed' }, deviceEncryptionContext),
  sealedInOrg({ table: 'push_message', column: 'sealed' }, pushEncryptionContext),
]
