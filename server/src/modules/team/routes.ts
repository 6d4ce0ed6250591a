import { inviteMember, resendInvitation, team } from '@crewline/contract/team'
import { serve } from '../../kernel/http/serve.ts'
import { organizationOf } from '../organizations/index.ts'
import { invite, resend } from './service.ts'
import { teamPage } from './views.ts'

export const routes = serve(
  { team, inviteMember, resendInvitation },
  {
    team: async (scope, { query }, kernel) => {
      const [page, { organization }] = await Promise.all([
        teamPage(scope, kernel, query),
        organizationOf(scope.db, scope.orgId),
      ])
      return { ...page, organization }
    },
    inviteMember: (scope, { body }, kernel) => invite(kernel, scope, body),
    resendInvitation: (scope, { query }, kernel) => resend(kernel, scope, query.id),
  },
)
