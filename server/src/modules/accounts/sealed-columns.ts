import { sealedById } from '../../kernel/secrets/sealed-columns.ts'
import { mailRequestContextOf } from './requests.ts'
import { appSecretContextOf } from './second-step.ts'

/** What the operator's command seals again when the encryption key changes. */
export const sealedColumns = [
  sealedById({ table: 'user_account', column: 'mfa_secret' }, appSecretContextOf),
  sealedById({ table: 'user_account', column: 'mfa_secret_offered' }, appSecretContextOf),
  sealedById({ table: 'mail_request', column: 'sealed' }, mailRequestContextOf),
]
