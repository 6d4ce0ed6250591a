import {
  archiveContact,
  contactDuplicates,
  contactValues,
  createContact,
  dismissDuplicate,
  editContact,
  readContact,
} from '@crewline/contract/contacts'
import { serve } from '../../kernel/http/serve.ts'
import { dismiss, duplicates } from './duplicates.ts'
import { create, edit, read } from './service.ts'
import { valuesOf } from './value-views.ts'

export const routes = serve(
  { createContact, readContact, contactValues, editContact, archiveContact, contactDuplicates, dismissDuplicate },
  {
    createContact: (scope, { body }) => create(scope, body),
    readContact: (scope, { query }) => read(scope, query.id),
    contactValues: (scope, { query }) => valuesOf(scope.db, query),
    editContact: (scope, { query, body }) => edit(scope, query.id, body),
    contactDuplicates: (scope, { query }) => duplicates(scope, query.id),
    dismissDuplicate: (scope, { body }) => dismiss(scope, body),
    archiveContact: (scope, { query }) => edit(scope, query.id, { archived: true }),
  },
)
