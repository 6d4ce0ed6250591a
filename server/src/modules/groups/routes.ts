import { groupContacts, groupValues } from '@crewline/contract/groups'
import { serve } from '../../kernel/http/serve.ts'
import { contactPage, valuesOf } from './views.ts'

export const routes = serve(
  { groupValues, groupContacts },
  {
    groupValues: async (scope) => ({ groups: await valuesOf(scope.db) }),
    groupContacts: (scope, { query }) => contactPage(scope.db, scope.org.country, query),
  },
)
