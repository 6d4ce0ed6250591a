import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { Link } from 'react-router'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { allContacts, isNarrowed } from './contacts-url.ts'
import classes from '../Contacts.module.css'
import type { ContactsUrl } from './useContactsUrl.ts'

/** The empty state of the list: no contacts match, or there are none yet. */
export function EmptyList({ url, canAdd }: { url: ContactsUrl; canAdd: boolean }) {
  const { t } = useLingui()
  if (isNarrowed(url.listQuery))
    return <StatePanel kind="noMatch" title={t`No contacts match`} onClear={() => url.openView('', allContacts)} />
  return (
    <StatePanel
      kind="firstUse"
      icon={IconUsers}
      title={t`No contacts yet`}
      text={t`Add the people you want to text.`}
      action={
        canAdd && (
          <span className={classes.firstActs}>
            <Button variant="default" component={Link} to="/dashboard/contacts/import">
              <Trans>Import a file</Trans>
            </Button>
            <Button variant="default" onClick={() => url.setAdding(true)}>
              <Trans>Add contact</Trans>
            </Button>
          </span>
        )
      }
    />
  )
}
