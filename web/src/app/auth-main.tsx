import { createRoot } from 'react-dom/client'
import './global.css'
import { AuthPages, openApplication, takeLink } from '../features/accounts/routes.tsx'
import { chosenLocale } from '../shared/lib/locale.ts'
import { readSlice } from '../shared/lib/session/keep.ts'
import { isAuthenticated } from '../shared/lib/session/state.ts'
import { discardOtherVersions } from '../shared/lib/storage.ts'
import { followOtherTabs, readSyncToken } from '../shared/lib/sync-key.ts'
import { activateLocale } from '../shared/ui/text/preferred-locale.ts'
import { AppProviders } from './AppProviders.tsx'
import { keepFocus } from './keep-focus.ts'
import { watchErrors } from './watch-errors.ts'

/** Pages only for signed-out users; a login in another tab closes them here too. */
const forGuests = /^\/(auth\/(login|mfa|check-email|email-link)\/?)?$/

keepFocus()
watchErrors(() => 'auth')
discardOtherVersions()
takeLink()

if (forGuests.test(location.pathname) && isAuthenticated(readSlice('auth'))) {
  openApplication('replace')
} else {
  // Read at start: when the message of another tab arrives, the key already holds that tab's token.
  const initialToken = readSyncToken()
  followOtherTabs(
    () => initialToken,
    () => location.reload(),
  )
  await activateLocale(chosenLocale())
  const root = document.getElementById('root')
  if (root) {
    createRoot(root).render(
      <AppProviders>
        <AuthPages />
      </AppProviders>,
    )
  }
}
