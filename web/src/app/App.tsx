import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { useDocumentVisibility } from '@mantine/hooks'
import { Suspense, useEffect, type ComponentType, type ReactNode } from 'react'
import { Link, Route, Routes, useLocation, useNavigate } from 'react-router'
import { useDispatch } from 'react-redux'
import { useMeQuery } from '../features/accounts/index.ts'
import { useAnalyticsQuery } from '../features/analytics/index.ts'
import { analyticsRoutes } from '../features/analytics/routes.tsx'
import { AppGuard } from '../features/apps/index.ts'
import { appsRoutes } from '../features/apps/routes.tsx'
import { newsRoutes } from '../features/news/routes.tsx'
import { formsRoutes } from '../features/forms/routes.tsx'
import { optInRoutes } from '../features/opt-in/routes.tsx'
import { celebrationRoutes } from '../features/celebrations/routes.tsx'
import { broadcastsRoutes } from '../features/broadcasts/routes.tsx'
import { deliveryRoutes } from '../features/delivery/routes.tsx'
import { fieldsRoutes } from '../features/fields/routes.tsx'
import { consentRoutes } from '../features/consent/routes.tsx'
import { privacyRoutes } from '../features/privacy/routes.tsx'
import { hrRoutes } from '../features/hr/routes.tsx'
import { importsRoutes } from '../features/imports/routes.tsx'
import { familyRoutes } from '../features/family/routes.tsx'
import { contactsRoutes } from '../features/contacts/routes.tsx'
import { groupsRoutes } from '../features/groups/routes.tsx'
import { inboxRoutes } from '../features/inbox/routes.tsx'
import { settingsRoutes } from '../features/settings/routes.tsx'
import { teamRoutes } from '../features/team/routes.tsx'
import { keepLastPath } from '../shared/lib/last-path.ts'
import { useCan, useSession } from '../shared/lib/session/select.ts'
import { navigationAsked } from '../shared/live/ws.slice.ts'
import { PageBoundary } from '../shared/ui/feedback/PageBoundary.tsx'
import { SkeletonRows } from '../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../shared/ui/feedback/StatePanel.tsx'
import { useSettledLoading } from '../shared/ui/feedback/useSettledLoading.ts'
import { titleOf } from './page-names.ts'
import { Shell } from './Shell/Shell.tsx'
import { useMoving } from './Shell/useMoving.ts'
import { pageOf } from './titles.ts'

interface ScreenRoute {
  path: string
  /** Unset: every member. */
  can?: string
  Screen: ComponentType
}

const screens: ScreenRoute[] = [
  ...analyticsRoutes,
  ...inboxRoutes,
  ...broadcastsRoutes,
  ...optInRoutes,
  ...celebrationRoutes,
  ...newsRoutes,
  ...formsRoutes,
  ...fieldsRoutes,
  ...consentRoutes,
  ...privacyRoutes,
  ...importsRoutes,
  ...hrRoutes,
  ...familyRoutes,
  ...contactsRoutes,
  ...groupsRoutes,
  ...appsRoutes,
  ...teamRoutes,
  ...deliveryRoutes,
  ...settingsRoutes,
]

export interface AppProps {
  onLogOut: () => Promise<void>
}

function ScreenLoading({ onMoving }: { onMoving: () => () => void }) {
  useEffect(onMoving, [onMoving])
  return useSettledLoading(true) ? <SkeletonRows count={8} /> : null
}

function NotFound() {
  const { t } = useLingui()
  return (
    <StatePanel
      kind="noMatch"
      title={t`Page not found`}
      text={t`The link may be outdated or mistyped.`}
      action={
        <Anchor component={Link} to="/dashboard">
          <Trans>Go to home page</Trans>
        </Anchor>
      }
    />
  )
}

function Allowed({ can, children }: { can: string | undefined; children: ReactNode }) {
  const { t } = useLingui()
  const isAllowed = useSession(({ auth }) => can === undefined || auth.user?.permissions.includes(can))
  if (isAllowed) return children
  return (
    <StatePanel
      kind="noAccess"
      title={t`Your role doesn't include this page`}
      text={t`Ask an owner or admin for help.`}
    />
  )
}

function usePage(): void {
  const { i18n } = useLingui()
  const { pathname, search } = useLocation()
  const page = titleOf(pageOf(pathname), (name) => i18n._(name))
  const unread = useSession(({ ws, message }) => Math.max(ws.unreadMessages, message.notifications.length))
  const isHidden = useDocumentVisibility() === 'hidden'
  useEffect(() => {
    // Only a hidden tab shows the unread count; the title of a visible page never changes.
    document.title = isHidden && unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${page}` : page
  }, [page, isHidden, unread])
  useEffect(() => keepLastPath(pathname + search), [pathname, search])
}

function useRequestedNavigation(): void {
  const requestedPath = useSession(({ ws }) => ws.navigationRequest)
  const navigate = useNavigate()
  const dispatch = useDispatch()
  useEffect(() => {
    if (requestedPath === null) return
    dispatch(navigationAsked(null))
    void navigate(requestedPath)
  }, [requestedPath, navigate, dispatch])
}

/** The application after login: shell, screens, titles. */
export function App({ onLogOut }: AppProps) {
  useMeQuery()
  // Loads billing and usage data after each login and organization switch.
  useAnalyticsQuery({}, { skip: !useCan('analytics.view') })
  usePage()
  useRequestedNavigation()
  const page = pageOf(useLocation().pathname)
  const { isMoving, onMoving } = useMoving()
  const organizationId = useSession(({ auth }) => auth.organization?.id)
  const isSignedIn = useSession(({ auth }) => auth.user !== null)
  if (!isSignedIn) return null
  return (
    <Shell isMoving={isMoving} onLogOut={onLogOut}>
      {/* Remounts the screen, so that no state of one organization appears in another. */}
      <Suspense key={organizationId} fallback={<ScreenLoading onMoving={onMoving} />}>
        <PageBoundary page={page}>
          <Routes>
            {screens.map(({ path, can, Screen }) => (
              <Route
                key={path}
                path={path}
                element={
                  <Allowed can={can}>
                    <AppGuard>
                      <Screen />
                    </AppGuard>
                  </Allowed>
                }
              />
            ))}
            <Route path="*" element={<NotFound />} />
          </Routes>
        </PageBoundary>
      </Suspense>
    </Shell>
  )
}
