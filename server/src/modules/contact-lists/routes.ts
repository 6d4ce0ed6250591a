import {
  bulkContacts,
  contactRun,
  contactRuns,
  contactViews,
  deleteContactView,
  exportContacts,
  saveContactView,
  undoContactRun,
} from '@crewline/contract/contact-lists'
import { contactRepairs } from '@crewline/contract/repairs'
import { EXPORTS_PER_HOUR } from '@crewline/contract/limits'
import { makeLimit } from '../../kernel/http/limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { requireUserId } from '../../kernel/scope.ts'
import * as bulk from './bulk.ts'
import { exportFile } from './export.ts'
import * as lists from './lists.ts'
import { repairs } from './repairs.ts'
import { listsFor } from './store/lists.ts'

export const routes = serve(
  {
    bulkContacts,
    contactRun,
    contactRuns,
    undoContactRun,
    exportContacts,
    contactViews,
    saveContactView,
    deleteContactView,
    contactRepairs,
  },
  {
    bulkContacts: (scope, { body }) => bulk.change(scope, body),
    contactRun: (scope, { params }) => bulk.read(scope, params.id),
    contactRuns: (scope) => bulk.lately(scope),
    undoContactRun: (scope, { params }) => bulk.undo(scope, params.id),
    exportContacts: async (scope, { body }, kernel) => {
      await makeLimit(kernel, 'exports', EXPORTS_PER_HOUR, 3600).take(requireUserId(scope))
      return exportFile(scope, body)
    },
    contactViews: async (scope) => ({ views: await listsFor(scope.db, requireUserId(scope)) }),
    saveContactView: (scope, { query, body }) => lists.save(scope, query.id, body),
    deleteContactView: async (scope, { query }) => {
      await lists.remove(scope, query.id)
      return {}
    },
    contactRepairs: (scope) => repairs(scope),
  },
)
