import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { rememberReducer } from 'redux-remember'
import { withClientState } from '../features/inbox/index.ts'
import { api } from '../shared/api/base.ts'
import { invalidationDelay } from '../shared/api/invalidation-delay.ts'
import { outcomes } from '../shared/api/outcomes.ts'
import { authReducer } from '../shared/lib/session/auth.slice.ts'
import { groupsReducer } from '../shared/lib/session/groups.slice.ts'
import { messageReducer } from '../shared/lib/session/message.slice.ts'
import { portalReducer } from '../shared/lib/session/portal.slice.ts'
import { wsReducer } from '../shared/live/ws.slice.ts'
import { remembering, signalWhenLoaded, trackStored } from './persist.ts'

const delay = invalidationDelay(api)

// Combined once: given the slices, the library would combine them again, and probe each of them, for every action.
const rootReducer = rememberReducer(
  withClientState(
    combineReducers({
      auth: authReducer,
      groups: groupsReducer,
      message: messageReducer,
      portal: portalReducer,
      ws: wsReducer,
      [api.reducerPath]: delay.reducer,
    }),
  ),
)

/**
 * Builds the store: the session, the cache of server answers, and the effects of each answer. `onDead` is called with
 * the token of a rejected session; `loaded` resolves when the stored session is in the store; `writeChanges` stores at once
 * what is otherwise stored a moment later.
 */
export function buildStore(onDeadSession: (token: string | null) => void) {
  const tracked = trackStored(rootReducer)
  const { reducer, loaded } = signalWhenLoaded(tracked.reducer)
  let token: () => string | null = () => null
  const store = configureStore({
    reducer,
    middleware: (usual) => usual().concat(outcomes(onDeadSession), delay.middleware, api.middleware),
    enhancers: (usual) => usual().concat(remembering(() => token())),
  })
  token = () => store.getState().auth.token
  return { store, loaded, writeChanges: () => tracked.writeChanges(store.getState()) }
}

export type AppStore = ReturnType<typeof buildStore>['store']
