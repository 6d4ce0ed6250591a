import { createRoot } from 'react-dom/client'
import './global.css'
import { AuthPages } from '../features/accounts/routes.tsx'
import { chosenLocale } from '../shared/lib/locale.ts'
import { pathAfterLogin } from '../shared/lib/last-path.ts'
import { readSlice } from '../shared/lib/session/keep.ts'
import { isAuthenticated } from '../shared/lib/session/state.ts'
import { discardOtherVersions } from '../shared/lib/storage.ts'
import { followOtherTabs, readSyncToken } from '../shared/lib/sync-key.ts'
import { speak } from '../shared/ui/language.ts'
import { AppProviders } from './AppProviders.tsx'

discardOtherVersions()
const after = pathAfterLogin(new URLSearchParams(location.search).get('next'), location.origin)
const isLoginPage = /^\/(auth\/login\/?)?$/.test(location.pathname)

if (isLoginPage && isAuthenticated(readSlice('auth'))) {
  location.replace(after)
} else {
  followOtherTabs(readSyncToken, () => location.reload())
  await speak(chosenLocale())
  const root = document.getElementById('root')
  if (root) {
    createRoot(root).render(
      <AppProviders>
        <AuthPages isLoginPage={isLoginPage} onLoggedIn={() => location.assign(after)} />
      </AppProviders>,
    )
  }
}
