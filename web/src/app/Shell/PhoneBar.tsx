import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { NotificationsButton } from '../../features/notifications/index.ts'
import { OrganizationSwitcher } from '../../features/organizations/index.ts'
import { useCan, usePastDue } from '../../shared/lib/session/select.ts'
import type { NavProps } from './Nav.tsx'
import classes from './Phone.module.css'

export interface PhoneBarProps {
  /** Opens the contact search. */
  onFind: () => void
  switcher: NavProps['switcher']
}

/** The top bar of every page on a phone: organization, search, notifications. */
export function PhoneBar({ onFind, switcher }: PhoneBarProps) {
  const { t } = useLingui()
  const isPastDue = usePastDue()
  const canRead = useCan('contacts.read') && !isPastDue
  const hasInbox = useCan('inbox.read')
  return (
    // Not a `<header>`: a dialog over the page has its own, and a page may have only one banner landmark.
    <section className={classes.bar} aria-label={t`Top bar`}>
      <div className={classes.place}>
        <OrganizationSwitcher {...switcher} isPhone />
      </div>
      {canRead && (
        <ActionIcon onClick={onFind} aria-label={t`Search`}>
          <IconSearch size={20} stroke={1.75} />
        </ActionIcon>
      )}
      {hasInbox && <NotificationsButton />}
    </section>
  )
}
