import { countContacts, groupContacts, previewFilter } from '@crewline/contract/audience'
import { serve } from '../../kernel/http/serve.ts'
import { count } from './count.ts'
import { contactList } from './views/list.ts'
import { preview } from './views/preview.ts'

export const routes = serve(
  { groupContacts, previewFilter, countContacts },
  {
    groupContacts: (scope, { query }) => contactList(scope, query),
    previewFilter: (scope, { body }) => preview(scope, body.filter),
    countContacts: (scope, { body }) => count(scope, body),
  },
)
