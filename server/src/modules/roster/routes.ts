import {
  bulkContacts,
  contactActivity,
  contactDuplicates,
  contactMerges,
  contactRun,
  contactRuns,
  contactViews,
  countContacts,
  deleteContactView,
  dismissDuplicate,
  eraseContact,
  exportContacts,
  mergeContacts,
  personalData,
  saveContactView,
  undoContactRun,
  undoMerge,
} from '@crewline/contract/roster'
import { EXPORTS_PER_HOUR, PERSONAL_DATA_PER_HOUR } from '@crewline/contract/limits'
import { makeLimit } from '../../kernel/http/limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { activity } from './activity.ts'
import * as bulk from './bulk.ts'
import { dismiss, duplicates } from './duplicates.ts'
import { erase } from './erase.ts'
import { exportFile } from './export.ts'
import * as lists from './lists.ts'
import { merge, undo, undoable } from './merge.ts'
import { personalDataFile } from './personal-data.ts'
import { listsFor } from './store/lists.ts'
import { requireUserId } from './views/members.ts'

export const routes = serve(
  {
    bulkContacts,
    contactRun,
    contactRuns,
    undoContactRun,
    countContacts,
    exportContacts,
    contactViews,
    saveContactView,
    deleteContactView,
    contactActivity,
    contactDuplicates,
    dismissDuplicate,
    mergeContacts,
    contactMerges,
    undoMerge,
    personalData,
    eraseContact,
  },
  {
    bulkContacts: (scope, { body }) => bulk.change(scope, body),
    contactRun: (scope, { params }) => bulk.read(scope, params.id),
    contactRuns: (scope) => bulk.lately(scope),
    undoContactRun: (scope, { params }) => bulk.undo(scope, params.id),
    countContacts: (scope, { body }) => bulk.count(scope, body),
    exportContacts: async (scope, { body }, kernel) => {
      await makeLimit(kernel, 'exports', EXPORTS_PER_HOUR, 3600).take(requireUserId(scope))
      return exportFile(scope, body)
    },
    contactActivity: (scope, { query }) => activity(scope, query),
    contactDuplicates: (scope, { query }) => duplicates(scope, query.id),
    dismissDuplicate: (scope, { body }) => dismiss(scope, body),
    mergeContacts: (scope, { body }) => merge(scope, body),
    contactMerges: (scope, { query }) => undoable(scope, query.id),
    undoMerge: (scope, { params }) => undo(scope, params.id),
    personalData: async (scope, { query }, kernel) => {
      await makeLimit(kernel, 'personal-data', PERSONAL_DATA_PER_HOUR, 3600).take(requireUserId(scope))
      return personalDataFile(scope, query)
    },
    eraseContact: (scope, { body }, kernel) => erase(scope, body, kernel),
    contactViews: async (scope) => ({ views: await listsFor(scope.db, requireUserId(scope)) }),
    saveContactView: (scope, { query, body }) => lists.save(scope, query.id, body),
    deleteContactView: async (scope, { query }) => {
      await lists.remove(scope, query.id)
      return {}
    },
  },
)
