import { discardSetAside, setAside, trySetAside } from '@crewline/contract/delivery'
import { serve } from '../../kernel/http/serve.ts'
import { discardAside, listAside, playAgain } from './set-aside.ts'

export const routes = serve(
  { setAside, trySetAside, discardSetAside },
  {
    setAside: (scope, _call, kernel) => listAside(kernel, scope),
    trySetAside: async (scope, { body }, kernel) => {
      const stored = await playAgain(kernel, scope, body.ids)
      return { stored, ...(await listAside(kernel, scope)) }
    },
    discardSetAside: async (scope, { query }, kernel) => {
      await discardAside(kernel, scope, query.id)
      return listAside(kernel, scope)
    },
  },
)
