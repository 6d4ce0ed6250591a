import { cancelScheduled, editScheduled, scheduledMessages, sendScheduledNow } from '@crewline/contract/later'
import { judgeOptOut, retryMessage, sendMessage } from '@crewline/contract/messages'
import { reportTranslation, translateMessage } from '@crewline/contract/translation'
import { serve } from '../../kernel/http/serve.ts'
import { retryFailedMessage } from './again.ts'
import { cancel, edit, sendNow } from './later.ts'
import { judgeByMember } from './opt-out.ts'
import { scheduledPage } from './views/scheduled.ts'
import { send } from './send.ts'
import { hideTranslation, translateOne } from './translation.ts'

export const routes = serve(
  {
    sendMessage,
    scheduledMessages,
    editScheduled,
    cancelScheduled,
    sendScheduledNow,
    retryMessage,
    judgeOptOut,
    translateMessage,
    reportTranslation,
  },
  {
    sendMessage: (scope, { body }) => send(scope, body),
    scheduledMessages: (scope, { query }) => scheduledPage(scope, query),
    editScheduled: (scope, { query, body }) => edit(scope, query, body),
    cancelScheduled: (scope, { query }) => cancel(scope, query),
    sendScheduledNow: (scope, { query }) => sendNow(scope, query),
    retryMessage: (scope, { params }) => retryFailedMessage(scope, params.id),
    translateMessage: (scope, { params }, kernel) => translateOne(scope, kernel, params.id),
    reportTranslation: (scope, { params }) => hideTranslation(scope, params.id),
    judgeOptOut: (scope, { params, body }) => judgeByMember(scope, params.id, body),
  },
)
