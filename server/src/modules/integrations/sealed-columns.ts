import { sealedInOrg } from '../../kernel/secrets/sealed-columns.ts'
import { urlPlace } from './post.ts'

/** What the operator's command seals again when the encryption key changes. */
export const sealedColumns = [sealedInOrg({ table: 'chat_channel', column: 'url' }, urlPlace)]
