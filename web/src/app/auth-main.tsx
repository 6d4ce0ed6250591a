import { createRoot } from 'react-dom/client'
import './global.css'
import { AuthPages, openApplication, takeLink } from '../features/accounts/routes.tsx'
import { chosenLocale } from '../shared/lib/locale.ts'
import { readSlice } from '../shared/lib/session/keep.ts'
import { isAuthenticated } from '../shared/lib/session/state.ts'
import { discardOtherVersions } from '../shared/lib/storage.ts'
import { followOtherTabs, readSyncToken } from '../shared/lib/sync-key.ts'
import { speak } from '../shared/ui/language.ts'
import { AppProviders } from './AppProviders.tsx'
import { watchErrors } from './watch-errors.ts'

/** Pages that only somebody who is not signed in needs; a log-in in another tab ends them here too. */
const forGuests = /^\/(auth\/(login|mfa|check-email|email-link)\/?)?$/

watchErrors(() => 'auth')
discardOtherVersions()
takeLink()

if (forGuests.test(location.pathname) && isAuthenticated(readSlice('auth'))) {
  openApplication('replace')
} else {
  // What this page began with: by the time it hears of another tab, the key holds that tab's token already.
  const begunWith = readSyncToken()
  followOtherTabs(
    () => begunWith,
    () => location.reload(),
  )
  await speak(chosenLocale())
  const root = document.getElementById('root')
  if (root) {
    createRoot(root).render(
      <AppProviders>
        <AuthPages />
      </AppProviders>,
    )
  }
}
