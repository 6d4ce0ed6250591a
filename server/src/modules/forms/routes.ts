import {
  changeForm,
  createForm,
  deleteForm,
  duplicateForm,
  forms,
  publishForm,
  setFormState,
} from '@crewline/contract/forms'
import { fail } from '../../kernel/failure.ts'
import { serve } from '../../kernel/http/serve.ts'
import { change, create, duplicate, publish, remove, setState } from './edit.ts'
import { formsOf } from './views.ts'

export const routes = serve(
  { forms, createForm, changeForm, publishForm, setFormState, duplicateForm, deleteForm },
  {
    forms: async (scope, { query }, kernel) => {
      const ground = { publicUrl: kernel.config.publicUrl, now: scope.world.now() }
      const found = await formsOf(scope.db, query, ground)
      return query.id !== undefined && found.data.length === 0 ? fail('not_found') : found
    },
    createForm: (scope, { body }, kernel) => create(scope, kernel, body),
    changeForm: (scope, { params, body: { version, ...content } }, kernel) =>
      change(scope, kernel, { id: params.id, version, content }),
    publishForm: (scope, { params, body }, kernel) => publish(scope, kernel, { ...params, ...body }),
    setFormState: (scope, { params, body }, kernel) => setState(scope, kernel, { ...params, ...body }),
    duplicateForm: (scope, { params }, kernel) => duplicate(scope, kernel, params.id),
    deleteForm: (scope, { params }) => remove(scope, params.id),
  },
)
