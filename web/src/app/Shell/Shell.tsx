import { Trans } from '@lingui/react/macro'
import { useHotkeys, useMediaQuery, useNetwork } from '@mantine/hooks'
import { lazy, Suspense, useCallback, useMemo, useState, type ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useMeQuery } from '../../features/accounts/index.ts'
import { LazyRestoreBanner } from '../../features/delivery/index.ts'
import { readStored, writeStored } from '../../shared/lib/storage.ts'
import { usePastDue, useSecondStepNeeded, useSession } from '../../shared/lib/session/select.ts'
import { undoLast } from '../../shared/lib/last-undo.ts'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import { isViewing } from '../../shared/lib/viewing.ts'
import { singleKeysOn } from '../../shared/lib/single-keys.ts'
import { PageBoundary } from '../../shared/ui/feedback/PageBoundary.tsx'
import { ReconnectingStrip } from '../../shared/ui/feedback/ReconnectingStrip.tsx'
import { Nav } from './Nav.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { PhoneTabs } from './PhoneTabs.tsx'
import { PlayingOn } from './PlayingOn.tsx'
import classes from './Shell.module.css'
import { TopBar } from './TopBar.tsx'
import { useFinders } from './useFinders.tsx'
import { useGoKeys } from './useGoKeys.ts'

const PastDue = lazy(async () => {
  const screen = await import('./PastDue.tsx')
  return { default: screen.PastDue }
})

const Banners = lazyPart(async () => {
  const banners = await import('./Banners.tsx')
  return { default: banners.Banners }
})

// Nothing navigates before the first page is painted.
const ProgressBar = lazyPart(async () => ({
  default: (await import('../../shared/ui/feedback/ProgressBar.tsx')).ProgressBar,
}))

const ViewingBar = lazyPart(async () => ({ default: (await import('./ViewingBar.tsx')).ViewingBar }))

const ViewEnded = lazyPart(async () => ({ default: (await import('./ViewEnded.tsx')).ViewEnded }))

const SecondStepNeeded = lazyPart(async () => ({ default: (await import('./SecondStepNeeded.tsx')).SecondStepNeeded }))

const noOrganizations: [] = []

export interface ShellProps {
  isMoving: boolean
  onLogOut: () => Promise<void>
  children: ReactNode
}

/** Settings stay open while past due, so that the organization can pay, and for setting up two-step login. */
function isAlwaysOpen(path: string): boolean {
  return path === '/dashboard/settings' || path.startsWith('/dashboard/settings/')
}

function useRail(isInbox: boolean): { isRail: boolean; toggle: () => void } {
  const [isChosen, setChosen] = useState(() => readStored('nav-rail') === true)
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const isVeryWide = useMediaQuery('(min-width: 100em)', false, { getInitialValueInEffect: false })
  function toggle(): void {
    setChosen(!isChosen)
    writeStored('nav-rail', !isChosen)
  }
  return { isRail: isChosen || !isWide || (isInbox && !isVeryWide), toggle }
}

/** The frame around every screen: navigation, bars, banners, and the main area that scrolls. */
export function Shell({ isMoving, onLogOut, children }: ShellProps) {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const isInbox = pathname.startsWith('/dashboard/inbox')
  const { isRail, toggle } = useRail(isInbox)
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const isConnected = useSession(({ ws }) => ws.isConnected)
  const isBlocked = usePastDue() && !isAlwaysOpen(pathname)
  const needsSecondStep = useSecondStepNeeded() && !isAlwaysOpen(pathname)
  // While past due, a notice replaces the thread, so there is no thread header with its own back button.
  const isThread = isInbox && search.has('conversation') && !isBlocked && !needsSecondStep
  const { online } = useNetwork()
  useHotkeys([
    ['[', () => singleKeysOn() && toggle()],
    ['z', () => singleKeysOn() && undoLast()],
  ])
  const [isSwitching, setSwitching] = useState(false)
  const chooseOrganization = useCallback(() => setSwitching(true), [])
  useGoKeys(chooseOrganization)
  const { find, search: openSearch, help, content: shown } = useFinders(chooseOrganization)
  const { data: me } = useMeQuery()
  const organizations = me?.organizations ?? noOrganizations
  const switcher = useMemo(
    () => ({ organizations, isOpen: isSwitching, onToggle: setSwitching }),
    [organizations, isSwitching],
  )

  return (
    <div className={classes.shell} data-rail={isRail || undefined}>
      <a className={classes.skip} href="#main">
        <Trans>Skip to content</Trans>
      </a>
      <Suspense fallback={null}>
        <ProgressBar isMoving={isMoving} />
      </Suspense>
      {!isPhone && <Nav isRail={isRail} onLogOut={onLogOut} onHelp={help} switcher={switcher} />}
      <div className={classes.column}>
        {isPhone ? (
          !isThread && <PhoneBar onFind={openSearch} switcher={switcher} />
        ) : (
          <TopBar onFind={find} onSearch={openSearch} onHelp={help} />
        )}
        {search.has('view') && !isViewing() && (
          <Suspense fallback={null}>
            <ViewEnded />
          </Suspense>
        )}
        {isViewing() && (
          <Suspense fallback={null}>
            <ViewingBar onEnd={onLogOut} />
          </Suspense>
        )}
        <ReconnectingStrip isConnected={isConnected} isOffline={!online} />
        <Suspense fallback={null}>
          <LazyRestoreBanner />
        </Suspense>
        {!(isPhone && isThread) && (
          <Suspense fallback={null}>
            <Banners />
          </Suspense>
        )}
        <main id="main" className={classes.main} tabIndex={-1}>
          {isBlocked ? (
            <PageBoundary page="past-due">
              <Suspense fallback={null}>
                <PastDue />
              </Suspense>
            </PageBoundary>
          ) : needsSecondStep ? (
            <Suspense fallback={null}>
              <SecondStepNeeded />
            </Suspense>
          ) : (
            children
          )}
        </main>
        <PlayingOn openContactId={isInbox ? search.get('conversation') : null} />
        {isPhone && !isThread && <PhoneTabs onFind={find} onLogOut={onLogOut} onHelp={help} />}
      </div>
      {shown}
    </div>
  )
}
