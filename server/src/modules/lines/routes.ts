import { addLine, buyLine, editLine, linePause, lines, releaseLine, searchNumbers } from '@crewline/contract/lines'
import { serve } from '../../kernel/http/serve.ts'
import { buy, search } from './buy.ts'
import { add, carriersHere, edit, release } from './service.ts'
import { areAllPaused } from './store.ts'
import { linesOf } from './views.ts'

export const routes = serve(
  { lines, linePause, addLine, searchNumbers, buyLine, editLine, releaseLine },
  {
    lines: async (scope, _call, kernel) => ({
      lines: await linesOf(kernel, scope),
      carriers: carriersHere(kernel),
    }),
    linePause: async ({ db }) => ({ allPaused: await areAllPaused(db) }),
    addLine: async (scope, { body }, kernel) => ({ line: await add(kernel, scope, body) }),
    searchNumbers: async (scope, { body }, kernel) => ({ numbers: await search(kernel, scope, body) }),
    buyLine: async (scope, { body }, kernel) => ({ line: await buy(kernel, scope, body) }),
    editLine: async (scope, { query, body }, kernel) => ({
      line: await edit(kernel, scope, { id: query.id, changes: body }),
    }),
    releaseLine: async (scope, { query }) => {
      await release(scope, query.id)
      return {}
    },
  },
)
