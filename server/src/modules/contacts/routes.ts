import { archiveContact, contactValues, createContact, editContact, readContact } from '@crewline/contract/contacts'
import { serve } from '../../kernel/http/serve.ts'
import { create, edit, read } from './service.ts'
import { valuesOf } from './value-views.ts'

export const routes = serve(
  { createContact, readContact, contactValues, editContact, archiveContact },
  {
    createContact: (scope, { body }) => create(scope, body),
    readContact: (scope, { query }) => read(scope, query.id),
    contactValues: (scope, { query }) => valuesOf(scope.db, query),
    editContact: (scope, { query, body }) => edit(scope, query.id, body),
    archiveContact: (scope, { query }) => edit(scope, query.id, { archived: true }),
  },
)
