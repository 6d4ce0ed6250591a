import {
  applyHrSync,
  connectHr,
  disconnectHr,
  discardHrSync,
  finishHrConnection,
  fixHrRow,
  hrSync,
  integrations,
  readHr,
  refreshHris,
  undoHrSync,
} from '@crewline/contract/hr'
import { serve } from '../../kernel/http/serve.ts'
import { disconnect, finishConnection, save } from './connecting.ts'
import { apply, discard, fix, refresh, undo } from './service.ts'
import { integrationsOf, overviewOf, rowsOf, syncOf } from './views.ts'

export const routes = serve(
  {
    integrations,
    readHr,
    connectHr,
    finishHrConnection,
    disconnectHr,
    refreshHris,
    hrSync,
    applyHrSync,
    discardHrSync,
    undoHrSync,
    fixHrRow,
  },
  {
    integrations: (scope, _call, kernel) => integrationsOf(kernel, scope),
    readHr: (scope, _call, kernel) => overviewOf(kernel, scope),
    connectHr: (scope, { body }, kernel) => save(kernel, scope, body),
    finishHrConnection: async (scope, { params, query }, kernel) => {
      await finishConnection(kernel, scope, { ...query, orgId: params.orgId })
      return overviewOf(kernel, scope)
    },
    disconnectHr: async (scope, { query }, kernel) => {
      await disconnect(kernel, scope, query.keepContacts === 'true')
      return overviewOf(kernel, scope)
    },
    refreshHris: (scope) => refresh(scope),
    hrSync: async (scope, { params, query }) => ({
      sync: await syncOf(scope, params.id),
      ...(await rowsOf(scope, params.id, query)),
    }),
    applyHrSync: async (scope, { params, body }) => {
      await apply(scope, params.id, body)
      return { sync: await syncOf(scope, params.id) }
    },
    discardHrSync: async (scope, { params }) => {
      await discard(scope, params.id)
      return { sync: await syncOf(scope, params.id) }
    },
    undoHrSync: async (scope, { params }) => {
      await undo(scope, params.id)
      return { sync: await syncOf(scope, params.id) }
    },
    fixHrRow: async (scope, { params, body }) => {
      await fix(scope, params.id, body)
      return { sync: await syncOf(scope, params.id) }
    },
  },
)
