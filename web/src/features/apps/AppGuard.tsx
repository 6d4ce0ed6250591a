import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../../shared/lib/session/select.ts'
import { AppClosed } from './AppClosed.tsx'
import { apps, isLeftOut, isOn, pathOf } from './catalog.ts'

/** Shows the pages of an app while it is on and in the plan; otherwise, says why they are closed and who can change it. */
export function AppGuard({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const features = useSession(({ auth }) => auth.features)
  const organization = useSession(({ auth }) => auth.organization)
  const app = apps.find((candidate) => pathname.startsWith(pathOf(candidate)))
  // A live event says that the plan changed before the features are read again.
  if (!app || (isOn(app, features) && !isLeftOut(app, organization))) return children
  return <AppClosed app={app} />
}
