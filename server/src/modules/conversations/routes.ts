import { createTag, deleteTag, editTag, tags } from '@crewline/contract/tags'
import { serve } from '../../kernel/http/serve.ts'
import { allTags } from './store/tags.ts'
import { create, edit, remove } from './tags.ts'

export const routes = serve(
  { tags, createTag, editTag, deleteTag },
  {
    tags: async (scope) => ({ tags: await allTags(scope.db) }),
    createTag: (scope, { body }) => create(scope, body),
    editTag: (scope, { query, body }) => edit(scope, query.id, body),
    deleteTag: async (scope, { query }) => {
      await remove(scope, query.id)
      return {}
    },
  },
)
