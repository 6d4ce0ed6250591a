import {
  createCustomField,
  customFieldPage,
  customFieldRemovable,
  customFields,
  deleteCustomField,
  editCustomField,
  restoreCustomField,
} from '@crewline/contract/fields'
import { serve } from '../../kernel/http/serve.ts'
import { edit } from './edit-field.ts'
import { create, page, removable, remove, restore, takeChange } from './service.ts'
import { fieldsForDisplay } from './views.ts'

export const routes = serve(
  {
    customFields,
    customFieldPage,
    createCustomField,
    editCustomField,
    deleteCustomField,
    restoreCustomField,
    customFieldRemovable,
  },
  {
    customFields: async (scope, { query }, kernel) => ({
      customFields: await fieldsForDisplay(scope, kernel, query),
    }),
    customFieldPage: (scope, { query }, kernel) => page(scope, kernel, query),
    customFieldRemovable: (scope, { params }) => removable(scope, params.id),
    createCustomField: async (scope, { body }, kernel) => {
      await takeChange(scope, kernel)
      return create(scope, kernel, body)
    },
    editCustomField: async (scope, { params, body }, kernel) => {
      await takeChange(scope, kernel)
      return edit(scope, kernel, { id: params.id, changes: body })
    },
    deleteCustomField: async (scope, { params }, kernel) => {
      await takeChange(scope, kernel)
      return remove(scope, kernel, params.id)
    },
    restoreCustomField: async (scope, { params }, kernel) => {
      await takeChange(scope, kernel)
      return restore(scope, kernel, params.id)
    },
  },
)
