import { auditEntries, auditFilters, exportAudit } from '@crewline/contract/audit'
import { serve } from '../../kernel/http/serve.ts'
import { exportFile, filterChoices, list } from './service.ts'

export const routes = serve(
  { auditEntries, auditFilters, exportAudit },
  {
    auditEntries: (scope, { query }) => list(scope, query),
    auditFilters: (scope) => filterChoices(scope),
    exportAudit: (scope, { query }) => exportFile(scope, query),
  },
)
