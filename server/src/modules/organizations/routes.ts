import { editOrganization, organizationSettings } from '@crewline/contract/organizations'
import { serve } from '../../kernel/http/serve.ts'
import { edit } from './settings.ts'
import { versionedSettings } from './views.ts'

export const routes = serve(
  { organizationSettings, editOrganization },
  {
    organizationSettings: (scope) => versionedSettings(scope.db, scope.orgId),
    editOrganization: (scope, { body }) => edit(scope, body),
  },
)
