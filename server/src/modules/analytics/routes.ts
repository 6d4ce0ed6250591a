import { analytics } from '@crewline/contract/analytics'
import {
  analyticsChildren,
  analyticsContacts,
  analyticsCuts,
  analyticsHours,
  analyticsMessages,
  analyticsReplyTimes,
  exportFigures,
} from '@crewline/contract/figures'
import { analyticsOffShift, exportOffShift } from '@crewline/contract/off-shift'
import { serve } from '../../kernel/http/serve.ts'
import { childrenFigures } from './children.ts'
import { exportFile } from './export.ts'
import { cutsOf, hoursOf, messagesOf, peopleOf, replyTimesOf } from './figures.ts'
import { exportOffShiftFile, offShiftOf } from './off-shift.ts'
import { analyticsOf } from './service.ts'

export const routes = serve(
  {
    analytics,
    analyticsChildren,
    analyticsContacts,
    analyticsCuts,
    analyticsHours,
    analyticsMessages,
    analyticsOffShift,
    analyticsReplyTimes,
    exportFigures,
    exportOffShift,
  },
  {
    analytics: (scope, { query }) => analyticsOf(scope, query),
    analyticsChildren: (scope, { query }, kernel) => childrenFigures(scope, kernel, query),
    analyticsContacts: (scope, { query }) => peopleOf(scope, query),
    analyticsCuts: (scope, { query }) => cutsOf(scope, query),
    analyticsHours: (scope, { query }) => hoursOf(scope, query),
    analyticsMessages: (scope, { query }) => messagesOf(scope, query),
    analyticsOffShift: (scope, { query }) => offShiftOf(scope, query),
    exportOffShift: (scope, { query }, kernel) => exportOffShiftFile(scope, kernel, query),
    analyticsReplyTimes: (scope, { query }) => replyTimesOf(scope, query),
    exportFigures: (scope, { query }, kernel) => exportFile(scope, kernel, query),
  },
)
