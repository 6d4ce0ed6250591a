import { readFamily, shareDown, stopSharing } from '@crewline/contract/family'
import { serve } from '../../kernel/http/serve.ts'
import { share, stop } from './sharing.ts'
import { familyOf } from './views.ts'

export const routes = serve(
  { readFamily, shareDown, stopSharing },
  {
    readFamily: (scope, _call, kernel) => familyOf(kernel, scope),
    shareDown: (scope, { body }, kernel) => share(scope, kernel, body),
    stopSharing: (scope, { query }, kernel) => stop(scope, kernel, query.id),
  },
)
