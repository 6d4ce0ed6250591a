import { analytics } from '@crewline/contract/analytics'
import { serve } from '../../kernel/http/serve.ts'
import { analyticsOf } from './service.ts'

export const routes = serve({ analytics }, { analytics: (scope, { query }) => analyticsOf(scope, query) })
