import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Bell } from '../../features/notifications/index.ts'
import { OrganizationSwitcher } from '../../features/organizations/index.ts'
import { useCan } from '../../shared/lib/session/select.ts'
import type { NavProps } from './Nav.tsx'
import classes from './Phone.module.css'

export interface PhoneBarProps {
  /** Opens the search for a person. */
  onFind: () => void
  /** The organizations and whether their list is open. */
  switcher: NavProps['switcher']
}

/** The top of every page on a phone: organization, search, bell. */
export function PhoneBar({ onFind, switcher }: PhoneBarProps) {
  const { t } = useLingui()
  const canRead = useCan('contacts.read')
  const hasInbox = useCan('inbox.read')
  return (
    // A dialog over the page brings its own header, and a page has one banner at most.
    <section className={classes.bar} aria-label={t`Top bar`}>
      <div className={classes.place}>
        <OrganizationSwitcher {...switcher} isPhone />
      </div>
      {canRead && (
        <ActionIcon onClick={onFind} aria-label={t`Search`}>
          <IconSearch size={20} stroke={1.75} />
        </ActionIcon>
      )}
      {hasInbox && <Bell />}
    </section>
  )
}
