import { chooseCalendar, inheritedCalendar, readFamily, shareDown, stopSharing } from '@crewline/contract/family'
import { serve } from '../../kernel/http/serve.ts'
import { acceptGrant, endGrant, grants, offerGrant } from '@crewline/contract/grants'
import { choose, readCalendar } from './calendar.ts'
import { accept, end, listGrants, offer } from './grants.ts'
import { share, stop } from './sharing.ts'
import { familyOf } from './views.ts'

export const routes = serve(
  { readFamily, shareDown, stopSharing, inheritedCalendar, chooseCalendar, grants, offerGrant, acceptGrant, endGrant },
  {
    readFamily: (scope, _call, kernel) => familyOf(kernel, scope),
    shareDown: (scope, { body }, kernel) => share(scope, kernel, body),
    grants: (scope, _call, kernel) => listGrants(kernel, scope),
    offerGrant: (scope, { body }, kernel) => offer(scope, kernel, body),
    acceptGrant: (scope, { query, body }, kernel) => accept(scope, kernel, { ...query, ...body }),
    endGrant: (scope, { query }, kernel) => end(scope, kernel, query.id),
    inheritedCalendar: (scope, _call, kernel) => readCalendar(kernel, scope),
    chooseCalendar: (scope, { body }, kernel) => choose(scope, kernel, body),
    stopSharing: (scope, { query }, kernel) => stop(scope, kernel, query.id),
  },
)
