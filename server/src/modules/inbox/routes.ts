import { archiveConversation, conversation, conversations, readConversation } from '@crewline/contract/inbox'
import { serve } from '../../kernel/http/serve.ts'
import { archive, markRead } from './service.ts'
import { conversationPage, inGroupsSeen, thread } from './views.ts'

export const routes = serve(
  { conversations, conversation, archiveConversation, readConversation },
  {
    conversations: async (scope, { query }) =>
      conversationPage(scope.db, scope.org.country, await inGroupsSeen(scope, query)),
    conversation: (scope, { params, query }) => thread(scope.db, scope.org.country, params.id, query),
    archiveConversation: (scope, { query, body }) => archive(scope, query.id, body.archived),
    readConversation: (scope, { query, body }) => markRead(scope, query.id, body.unread),
  },
)
