import type { Belonging } from '@crewline/contract/accounts'
import { useLingui } from '@lingui/react/macro'
import { Popover, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { memo, Suspense, useState } from 'react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { LazySheet } from '../../shared/ui/overlay/LazySheet.tsx'
import { OrganizationMark } from '../../shared/ui/OrganizationMark.tsx'
import classes from './OrganizationSwitcher.module.css'
import { useSwitching } from './useSwitching.ts'

export interface OrganizationSwitcherProps {
  /** The organizations of the user, each with its unread count from the server. */
  organizations: readonly (Belonging & { unread: number })[]
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  /** The narrow navigation shows only the square. */
  isRail?: boolean
  /** On a phone the list opens as a sheet. */
  isPhone?: boolean
}

const loadList = () => import('./OrganizationList.tsx')
const loadOverlay = () => import('../../shared/ui/overlay/OverlaySwitch.tsx')
const OrganizationList = lazyPart(async () => ({ default: (await loadList()).OrganizationList }))
const OverlaySwitch = lazyPart(async () => ({ default: (await loadOverlay()).OverlaySwitch }))

/** Prefetches the code of the list before the click. */
function loadAhead(): void {
  void loadList()
  void loadOverlay()
}

/** Shows the current organization and opens the list of the others. */
export const OrganizationSwitcher = memo(function OrganizationSwitcher(props: OrganizationSwitcherProps) {
  const { organizations, isOpen, onToggle, isRail = false, isPhone = false } = props
  const { t } = useLingui()
  const organization = useSession(({ auth }) => auth.organization)
  const siblings = useSession(({ message }) => message.siblingNotifications)
  const { opening, open } = useSwitching()
  const [hasOpened, setOpened] = useState(false)
  if (opening !== null && !hasOpened) setOpened(true)
  if (!organization) return null
  const { name, logo } = organization
  const others = organizations.filter(({ id }) => id !== organization.id)
  const unreadOf = (id: string) => Math.max(0, siblings[id] ?? others.find((sibling) => sibling.id === id)?.unread ?? 0)
  const hasUnread = others.some(({ id }) => unreadOf(id) > 0)
  const label = (
    <>
      <OrganizationMark name={name} logo={logo} hasUnread={hasUnread} isRail={isRail} />
      <bdi className={isRail ? classes.hidden : classes.name}>{name}</bdi>
      {hasUnread && <span className={classes.hidden}>{t`, unread in another organization`}</span>}
    </>
  )
  if (others.length === 0) {
    return (
      <div className={classes.place} data-rail={isRail || undefined} title={name}>
        {label}
      </div>
    )
  }
  const button = (
    <UnstyledButton
      className={classes.place}
      data-rail={isRail || undefined}
      onClick={() => onToggle(!isOpen)}
      onPointerEnter={loadAhead}
      onFocus={loadAhead}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-keyshortcuts="G+O"
      title={name}
    >
      {label}
      {!isRail && <IconChevronDown className={classes.chevron} size={16} stroke={1.75} aria-hidden />}
    </UnstyledButton>
  )
  const list = (
    <Suspense fallback={null}>
      <OrganizationList
        organizations={organizations}
        unreadOf={unreadOf}
        onChoose={(id) => {
          onToggle(false)
          open(id)
        }}
      />
    </Suspense>
  )
  return (
    <>
      {isPhone ? (
        <>
          {button}
          <LazySheet isOpen={isOpen} onClose={() => onToggle(false)} title={t`Organizations`}>
            {list}
          </LazySheet>
        </>
      ) : (
        <Popover opened={isOpen} onChange={onToggle} position="bottom-start" width={320} trapFocus returnFocus>
          <Popover.Target>{button}</Popover.Target>
          <Popover.Dropdown p={4} aria-label={t`Organizations`}>
            {list}
          </Popover.Dropdown>
        </Popover>
      )}
      {hasOpened && (
        <Suspense fallback={null}>
          <OverlaySwitch opening={opening} />
        </Suspense>
      )}
    </>
  )
})
