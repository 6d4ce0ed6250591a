import { PERSONAL_DATA_PER_HOUR } from '@crewline/contract/limits'
import {
  contactActivity,
  contactMerges,
  eraseContact,
  mergeContacts,
  personalData,
  undoMerge,
} from '@crewline/contract/privacy'
import { makeLimit } from '../../kernel/http/limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { requireUserId } from '../../kernel/scope.ts'
import { activity } from './activity.ts'
import { erase } from './erase.ts'
import { merge, undo, undoable } from './merge.ts'
import { personalDataFile } from './personal-data.ts'

export const routes = serve(
  { contactActivity, mergeContacts, contactMerges, undoMerge, personalData, eraseContact },
  {
    contactActivity: (scope, { query }) => activity(scope, query),
    mergeContacts: (scope, { body }) => merge(scope, body),
    contactMerges: (scope, { query }) => undoable(scope, query.id),
    undoMerge: (scope, { params }) => undo(scope, params.id),
    personalData: async (scope, { query }, kernel) => {
      await makeLimit(kernel, 'personal-data', PERSONAL_DATA_PER_HOUR, 3600).take(requireUserId(scope))
      return personalDataFile(scope, query)
    },
    eraseContact: (scope, { body }, kernel) => erase(scope, body, kernel),
  },
)
