import { t } from '@lingui/core/macro'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import './global.css'
import { setDeadSessionHandler } from '../shared/api/dead.ts'
import { followFocus } from '../shared/lib/last-focus.ts'
import { chosenLocale } from '../shared/lib/locale.ts'
import { gatherReports } from '../shared/lib/report-error.ts'
import { discardOtherVersions } from '../shared/lib/storage.ts'
import { followOtherTabs } from '../shared/lib/sync-key.ts'
import { listenBeforeRouter } from '../shared/lib/way-back.ts'
import { followPointer, pausedWhilePressed } from '../shared/lib/when-released.ts'
import { activateLocale } from '../shared/ui/text/preferred-locale.ts'
import { Toasts } from '../shared/ui/toast/toast.tsx'
import { App } from './App.tsx'
import { AppProviders } from './AppProviders.tsx'
import { findSession, findViewing, mirrorTokens } from './boot.ts'
import { loginPath, sessionEnd, thisPage } from './end-session.ts'
import { keepFocus } from './keep-focus.ts'
import { watchOpeningPopups } from './opening-popups.ts'
import { buildStore } from './store.ts'
import { pageOf } from './titles.ts'
import { watchErrors } from './watch-errors.ts'

keepFocus()
followFocus()
watchOpeningPopups()
followPointer()
watchErrors(() => pageOf(location.pathname))
const sendReports = gatherReports('the stored session was invalid')
discardOtherVersions()
listenBeforeRouter()
const end = sessionEnd(() => store, thisPage)
const { store, loaded, writeChanges } = buildStore(end.endDeadSession)
window.addEventListener('pagehide', writeChanges)
setDeadSessionHandler(end.endDeadSession)
await Promise.all([loaded, activateLocale(chosenLocale())])

const root = document.getElementById('root')
const lateMs = 1000
const paragraph = document.createElement('p')
paragraph.className = 'opening'
paragraph.role = 'status'
function say(text: string): void {
  clearTimeout(late)
  paragraph.textContent = text
  if (!paragraph.isConnected) root?.replaceChildren(paragraph)
}
const late = setTimeout(() => say(t`Opening Crewline…`), lateMs)
const viewing = await findViewing(store)
const onSilence = () => say(t`Couldn't reach Crewline. Trying again…`)
const isSignedIn = viewing === 'open' || (await findSession(store, { onSilence }))
clearTimeout(late)
if (typeof viewing === 'object') location.replace(viewing.ended)
else if (isSignedIn) {
  sendReports()
  // A view as a teammate belongs to this tab alone.
  if (viewing === 'none') {
    mirrorTokens(store)
    followOtherTabs(() => store.getState().auth.token ?? '', thisPage.reload)
  }
  if (root) {
    createRoot(root).render(
      <Provider store={pausedWhilePressed(store)}>
        <AppProviders>
          <BrowserRouter useTransitions={false}>
            <App onLogOut={end.logOut} />
          </BrowserRouter>
          <Toasts />
        </AppProviders>
      </Provider>,
    )
  }
  // The screen paints first: events from before the connection are fetched when it opens.
  const { followSession } = await import('./live.ts')
  followSession(store, end.endDeadSession)
  const { followServiceWorker } = await import('./worker.ts')
  followServiceWorker(store)
} else {
  sendReports()
  location.replace(loginPath(thisPage.here()))
}
