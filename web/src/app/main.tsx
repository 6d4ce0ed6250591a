import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import './global.css'
import { chosenLocale } from '../shared/lib/locale.ts'
import { mirrorEverywhere } from '../shared/lib/session/keep.ts'
import { isAuthenticated } from '../shared/lib/session/state.ts'
import { discardOtherVersions } from '../shared/lib/storage.ts'
import { followOtherTabs } from '../shared/lib/sync-key.ts'
import { speak } from '../shared/ui/language.ts'
import { Toasts } from '../shared/ui/toast.tsx'
import { App } from './App.tsx'
import { AppProviders } from './AppProviders.tsx'
import { endDeadSession, loginPath, logOut } from './end-session.ts'
import { sessionLoaded } from './persist.ts'
import { buildStore } from './store.ts'

discardOtherVersions()
const store = buildStore((token) => endDeadSession(store, token))
await Promise.all([sessionLoaded(), speak(chosenLocale())])

const { auth } = store.getState()
if (isAuthenticated(auth) && auth.token) {
  mirrorEverywhere(auth.token)
  followOtherTabs(
    () => store.getState().auth.token ?? '',
    () => location.reload(),
  )
  const root = document.getElementById('root')
  if (root) {
    createRoot(root).render(
      <Provider store={store}>
        <AppProviders>
          <BrowserRouter useTransitions={false}>
            <App onLogOut={() => logOut(store)} />
          </BrowserRouter>
          <Toasts />
        </AppProviders>
      </Provider>,
    )
  }
  // The screen paints first: what happens until the connection is up is fetched when it opens.
  const { followSession } = await import('./live.ts')
  followSession(store, (token) => endDeadSession(store, token))
} else {
  location.replace(loginPath(location.pathname + location.search))
}
