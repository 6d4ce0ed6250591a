import { searchMessages } from '@crewline/contract/search'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { search } from './find.ts'

/** Searches per session and minute: enough for typing, too few for a script. */
const perMinute = makeLocalLimit(240, 60)

export const routes = serve(
  { searchMessages },
  {
    searchMessages: async (scope, { query }, kernel) => {
      await perMinute.take(scope.actor.kind === 'member' ? scope.actor.sessionId : scope.orgId)
      return search(scope, query, kernel)
    },
  },
)
