import { sealedByOrg } from '../../kernel/secrets/sealed-columns.ts'
import { sealPlace } from './form.ts'

/** What the operator's command seals again when the encryption key changes. */
export const sealedColumns = [sealedByOrg({ table: 'carrier_registration_form', column: 'ein' }, sealPlace)]
