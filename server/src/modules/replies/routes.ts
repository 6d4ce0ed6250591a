import { createKeyword, deleteKeyword, editKeyword, keywords } from '@crewline/contract/keywords'
import { createReply, deleteReply, editReply, savedReplies, useReply } from '@crewline/contract/replies'
import { serve } from '../../kernel/http/serve.ts'
import * as keyword from './keywords.ts'
import { create, edit, noteUse, requireUserId, remove } from './service.ts'
import { keywordsOf, repliesOf } from './views.ts'

const replyRoutes = serve(
  { savedReplies, createReply, editReply, deleteReply, useReply },
  {
    savedReplies: async (scope) => ({ replies: await repliesOf(scope.db, requireUserId(scope)) }),
    createReply: (scope, { body }) => create(scope, body),
    editReply: (scope, { query, body }) => edit(scope, query.id, body),
    deleteReply: (scope, { query }) => remove(scope, query.id),
    useReply: (scope, { query }) => noteUse(scope, query.id),
  },
)

const keywordRoutes = serve(
  { keywords, createKeyword, editKeyword, deleteKeyword },
  {
    keywords: async (scope) => ({ keywords: await keywordsOf(scope.db) }),
    createKeyword: (scope, { body }) => keyword.create(scope, body),
    editKeyword: (scope, { query, body }) => keyword.edit(scope, query.id, body),
    deleteKeyword: (scope, { query }) => keyword.remove(scope, query.id),
  },
)

export const routes = [...replyRoutes, ...keywordRoutes]
