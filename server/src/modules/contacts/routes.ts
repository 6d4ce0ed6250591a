import { archiveContact, createContact, editContact, readContact } from '@crewline/contract/contacts'
import { serve } from '../../kernel/http/serve.ts'
import { create, edit, read } from './service.ts'

export const routes = serve(
  { createContact, readContact, editContact, archiveContact },
  {
    createContact: (scope, { body }) => create(scope, body),
    readContact: (scope, { query }) => read(scope, query.id),
    editContact: (scope, { query, body }) => edit(scope, query.id, body),
    archiveContact: (scope, { query }) => edit(scope, query.id, { archived: true }),
  },
)
