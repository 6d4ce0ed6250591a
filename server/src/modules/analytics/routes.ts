import { analytics } from '@crewline/contract/analytics'
import {
  analyticsContacts,
  analyticsCuts,
  analyticsHours,
  analyticsMessages,
  analyticsReplyTimes,
} from '@crewline/contract/figures'
import { serve } from '../../kernel/http/serve.ts'
import { cutsOf, hoursOf, messagesOf, peopleOf, replyTimesOf } from './figures.ts'
import { analyticsOf } from './service.ts'

export const routes = serve(
  { analytics, analyticsContacts, analyticsCuts, analyticsHours, analyticsMessages, analyticsReplyTimes },
  {
    analytics: (scope, { query }) => analyticsOf(scope, query),
    analyticsContacts: (scope, { query }) => peopleOf(scope, query),
    analyticsCuts: (scope, { query }) => cutsOf(scope, query),
    analyticsHours: (scope, { query }) => hoursOf(scope, query),
    analyticsMessages: (scope, { query }) => messagesOf(scope, query),
    analyticsReplyTimes: (scope, { query }) => replyTimesOf(scope, query),
  },
)
