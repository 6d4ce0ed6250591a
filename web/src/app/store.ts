import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { rememberReducer } from 'redux-remember'
import { api } from '../shared/api/base.ts'
import { outcomes } from '../shared/api/outcomes.ts'
import { authReducer } from '../shared/lib/session/auth.slice.ts'
import { groupsReducer } from '../shared/lib/session/groups.slice.ts'
import { messageReducer } from '../shared/lib/session/message.slice.ts'
import { portalReducer } from '../shared/lib/session/portal.slice.ts'
import { wsReducer } from '../shared/live/ws.slice.ts'
import { remembering, ringWhenLoaded } from './persist.ts'

// Put together once: given the parts, the library would put them together anew, and try each of them out, for every action.
const rootReducer = rememberReducer(
  combineReducers({
    auth: authReducer,
    groups: groupsReducer,
    message: messageReducer,
    portal: portalReducer,
    ws: wsReducer,
    [api.reducerPath]: api.reducer,
  }),
)

/**
 * Builds the store: the session, the cache of the server's answers, and what follows from each answer. `onDead` hears of
 * dead sessions; `loaded` resolves when the stored session is in it.
 */
export function buildStore(onDead: (token: string | null) => void) {
  const { reducer, loaded } = ringWhenLoaded(rootReducer)
  let token: () => string | null = () => null
  const store = configureStore({
    reducer,
    middleware: (usual) => usual().concat(outcomes(onDead), api.middleware),
    enhancers: (usual) => usual().concat(remembering(() => token())),
  })
  token = () => store.getState().auth.token
  return { store, loaded }
}

export type AppStore = ReturnType<typeof buildStore>['store']
