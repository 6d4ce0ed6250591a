import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useContactQuery } from './api.ts'
import classes from './Facts.module.css'

export interface PhoneTakenProps {
  /** Who has the number. */
  ownerId: string
  /** Saves it as a number that two of a household have. */
  onShare: () => void
}

/** What can be done about a number that belongs to somebody else: look at them, or say that both have it. */
export function PhoneTaken({ ownerId, onShare }: PhoneTakenProps) {
  const { data: owner } = useContactQuery(ownerId)
  const name = owner?.firstname ?? ''
  return (
    <div className={classes.taken}>
      <Button size="compact-sm" variant="default" component={Link} to={`/dashboard/contacts/${ownerId}`}>
        {name ? <Trans>Open {name}</Trans> : <Trans>Open the contact who has this number</Trans>}
      </Button>
      <Button size="compact-sm" variant="default" onClick={onShare}>
        <Trans>They share it</Trans>
      </Button>
    </div>
  )
}
