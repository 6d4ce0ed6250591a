import { useLingui } from '@lingui/react/macro'
import { useHotkeys } from '@mantine/hooks'
import { memo, Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useAppearance } from '../../features/accounts/index.ts'
import { LazyFindContact } from '../../features/contacts/routes.tsx'
import { LazyHelp } from '../../features/help/index.ts'
import {
  catchTyped,
  LazyPalette,
  LazyShortcuts,
  loadPalette,
  takeTyped,
  type Offered,
} from '../../features/search/index.ts'
import { changeAndFocus } from '../../shared/lib/change-and-focus.ts'
import { useCan, usePastDue, useSession } from '../../shared/lib/session/select.ts'
import { singleKeysOn } from '../../shared/lib/single-keys.ts'
import { listNavigationItems } from './places.ts'

const idleMs = 1500

type Finder = 'person' | 'palette' | 'shortcuts' | 'help'

/** These find no contacts or messages, so they also open while the account is past due. */
const alwaysOpen: ReadonlySet<Finder> = new Set(['shortcuts', 'help'])

export interface Finders {
  /** Opens the search for a contact to text. */
  find: () => void
  /** Opens search and commands. */
  search: () => void
  /** Opens the help panel; closing it gives the focus to the opener, else to what has the focus now. */
  help: (opener?: HTMLElement | null) => void
  /** The open dialog, to be rendered in the page. */
  content: ReactNode
}

function useOffers(
  find: () => void,
  { onHelp, onShortcuts, onOrganizations }: Outside,
): { pages: Offered[]; actions: Offered[] } {
  const { t, i18n } = useLingui()
  const permissions = useSession(({ auth }) => auth.user?.permissions)
  const canText = useCan('inbox.reply')
  const canAdd = useCan('contacts.edit')
  const canInvite = useCan('team.manage')
  const canNumber = useCan('lines.manage')
  const appearance = useAppearance()
  const isDark = document.documentElement.dataset['mantineColorScheme'] === 'dark'
  const pages = listNavigationItems(permissions).map(({ path, name, keys }) => ({
    key: `page ${path}`,
    label: i18n._(name),
    path,
    keys,
  }))
  const actions: Offered[] = [
    ...(canText ? [{ key: 'write', label: t`Write a message`, keys: 'C', onChoose: find }] : []),
    ...(canAdd ? [{ key: 'add', label: t`Add a contact`, path: '/dashboard/contacts?add=1' }] : []),
    ...(canInvite ? [{ key: 'invite', label: t`Invite a teammate`, path: '/dashboard/team?invite=1' }] : []),
    ...(canNumber ? [{ key: 'numbers', label: t`Set up numbers`, path: '/dashboard/settings?tab=numbers' }] : []),
    { key: 'notices', label: t`Notification settings`, path: '/dashboard/settings?tab=notifications' },
    { key: 'switch', label: t`Switch organizations`, keys: 'G O', onChoose: onOrganizations },
    {
      key: 'theme',
      label: isDark ? t`Use the light theme` : t`Use the dark theme`,
      onChoose: () => appearance.chooseScheme(isDark ? 'light' : 'dark'),
    },
    { key: 'help', label: t`Help`, onChoose: onHelp },
    { key: 'shortcuts', label: t`All shortcuts`, keys: '?', onChoose: onShortcuts },
  ]
  return { pages, actions }
}

interface Outside {
  onHelp: () => void
  onShortcuts: () => void
  onOrganizations: () => void
}

const Palette = memo(function Palette({
  isOpen,
  onClose,
  find,
  ...outside
}: { isOpen: boolean; onClose: () => void; find: () => void } & Outside) {
  const { pages, actions } = useOffers(find, outside)
  return <LazyPalette isOpen={isOpen} onClose={onClose} pages={pages} actions={actions} />
})

/** Provides the global search dialogs and the help panel, and their shortcuts: Ctrl K, C and ?. */
export function useFinders(onOrganizations: () => void): Finders {
  const [open, setOpen] = useState<Finder>()
  const [met, setMet] = useState<ReadonlySet<Finder>>(new Set())
  const isPastDue = usePastDue()
  const openFinder = useRef<Finder>(undefined)
  const close = useCallback(() => {
    takeTyped()
    openFinder.current = undefined
    setOpen(undefined)
  }, [])
  const show = useCallback(
    (finder: Finder) => {
      // The search field of the open dialog has the focus or is about to get it.
      if (openFinder.current === finder) return
      if (!alwaysOpen.has(finder) && document.activeElement instanceof HTMLElement) document.activeElement.blur()
      if (isPastDue && !alwaysOpen.has(finder)) return
      openFinder.current = finder
      if (finder === 'palette') catchTyped(close)
      else takeTyped()
      setMet((before) => (before.has(finder) ? before : new Set([...before, finder])))
      setOpen(finder)
    },
    [isPastDue, close],
  )
  // Preloads the palette: without its code, text typed after Ctrl K would go into a message to a contact.
  useEffect(() => {
    // Waits for the network: a stylesheet that failed to load once is not loaded again. Opening reports a failure.
    const preload = () => void (navigator.onLine && loadPalette().catch(() => {}))
    const timer = setTimeout(preload, idleMs)
    window.addEventListener('online', preload)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', preload)
    }
  }, [])
  const find = useCallback(() => show('person'), [show])
  const search = useCallback(() => show('palette'), [show])
  const helpOpener = useRef<Element>(null)
  const help = useCallback(
    (opener?: HTMLElement | null) => {
      helpOpener.current = opener ?? document.activeElement
      show('help')
    },
    [show],
  )
  const closeHelp = useCallback(() => {
    changeAndFocus(close, () => {
      const { current } = helpOpener
      return current instanceof HTMLElement && current.isConnected ? current : null
    })
  }, [close])
  const showShortcuts = useCallback(() => show('shortcuts'), [show])
  useHotkeys([
    ['c', () => singleKeysOn() && find()],
    ['shift+?', () => singleKeysOn() && showShortcuts()],
  ])
  useHotkeys([['mod+K', search]], [])
  return {
    find,
    search,
    help,
    content: (
      <Suspense fallback={null}>
        {met.has('person') && <LazyFindContact isOpen={open === 'person'} onClose={close} />}
        {met.has('palette') && (
          <Palette
            isOpen={open === 'palette'}
            onClose={close}
            find={find}
            onHelp={() => help()}
            onShortcuts={showShortcuts}
            onOrganizations={onOrganizations}
          />
        )}
        {met.has('shortcuts') && <LazyShortcuts isOpen={open === 'shortcuts'} onClose={close} onHelp={() => help()} />}
        {met.has('help') && <LazyHelp isOpen={open === 'help'} onClose={closeHelp} onLeave={close} />}
      </Suspense>
    ),
  }
}
