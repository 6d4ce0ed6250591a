import { t } from '@lingui/core/macro'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import './global.css'
import { hearDeadSessions } from '../shared/api/dead.ts'
import { chosenLocale } from '../shared/lib/locale.ts'
import { gatherReports } from '../shared/lib/report-error.ts'
import { discardOtherVersions } from '../shared/lib/storage.ts'
import { followOtherTabs } from '../shared/lib/sync-key.ts'
import { comeBeforeRouter } from '../shared/lib/way-back.ts'
import { speak } from '../shared/ui/language.ts'
import { Toasts } from '../shared/ui/toast.tsx'
import { App } from './App.tsx'
import { AppProviders } from './AppProviders.tsx'
import { findSession, mirrorTokens } from './boot.ts'
import { loginPath, sessionEnd, thisPage } from './end-session.ts'
import { buildStore } from './store.ts'
import { pageOf } from './titles.ts'
import { watchErrors } from './watch-errors.ts'

watchErrors(() => pageOf(location.pathname))
const tellTroubles = gatherReports('the stored session was not sound')
discardOtherVersions()
comeBeforeRouter()
const end = sessionEnd(() => store, thisPage)
const { store, loaded } = buildStore(end.dead)
hearDeadSessions(end.dead)
await Promise.all([loaded, speak(chosenLocale())])

const root = document.getElementById('root')
const lateMs = 1000
const late = setTimeout(() => {
  const words = document.createElement('p')
  words.className = 'opening'
  words.role = 'status'
  words.textContent = t`Opening Crewline…`
  root?.replaceChildren(words)
}, lateMs)
const isFound = await findSession(store)
clearTimeout(late)
if (isFound) {
  mirrorTokens(store)
  tellTroubles()
  followOtherTabs(() => store.getState().auth.token ?? '', thisPage.reload)
  if (root) {
    createRoot(root).render(
      <Provider store={store}>
        <AppProviders>
          <BrowserRouter useTransitions={false}>
            <App onLogOut={end.logOut} />
          </BrowserRouter>
          <Toasts />
        </AppProviders>
      </Provider>,
    )
  }
  // The screen paints first: what happens until the connection is up is fetched when it opens.
  const { followSession } = await import('./live.ts')
  followSession(store, end.dead)
  const { followWorker } = await import('./worker.ts')
  followWorker(store)
} else {
  tellTroubles()
  location.replace(loginPath(thisPage.here()))
}
