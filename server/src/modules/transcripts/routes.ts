import { EXPORTS_PER_HOUR } from '@crewline/contract/limits'
import { exportConversation } from '@crewline/contract/transcripts'
import { makeLimit } from '../../kernel/http/limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { exportFile } from './export.ts'

export const routes = serve(
  { exportConversation },
  {
    exportConversation: async (scope, { body }, kernel) => {
      const limitKey = scope.actor.kind === 'member' ? scope.actor.userId : scope.orgId
      await makeLimit(kernel, 'exports', EXPORTS_PER_HOUR, 3600).take(limitKey)
      return exportFile(scope, body)
    },
  },
)
