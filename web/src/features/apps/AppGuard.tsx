import { lazy, Suspense, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../../shared/lib/session/select.ts'
import { apps, isLeftOut, isOn, pathOf } from './catalog.ts'

// Loaded when it is needed: every page waits for this file.
const AppClosed = lazy(async () => ({ default: (await import('./AppClosed.tsx')).AppClosed }))

/** Shows the pages of an app while it is on and in the plan; otherwise, says why they are closed and who can change it. */
export function AppGuard({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const features = useSession(({ auth }) => auth.features)
  const organization = useSession(({ auth }) => auth.organization)
  const app = apps.find((candidate) => pathname.startsWith(pathOf(candidate)))
  // A live event says that the plan changed before the features are read again.
  if (!app || (isOn(app, features) && !isLeftOut(app, organization))) return children
  return (
    <Suspense fallback={null}>
      <AppClosed app={app} />
    </Suspense>
  )
}
