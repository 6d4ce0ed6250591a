import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useContactQuery } from '../api.ts'
import classes from './AttributeEditor.module.css'

export interface PhoneTakenProps {
  /** The contact who has the number. */
  ownerId: string
  /** Saves the number as shared by two members of a household. */
  onShare: () => void
}

/** Offers the options for a number in use: open its owner, or save it as shared. */
export function PhoneTaken({ ownerId, onShare }: PhoneTakenProps) {
  const { data: owner } = useContactQuery(ownerId)
  const name = owner?.firstname ?? ''
  return (
    <div className={classes.taken}>
      <Button size="compact-sm" variant="default" component={Link} to={`/dashboard/contacts/${ownerId}`}>
        {name ? <Trans>Open {name}</Trans> : <Trans>Open the contact with this number</Trans>}
      </Button>
      <Button size="compact-sm" variant="default" onClick={onShare}>
        <Trans>Same phone, different people</Trans>
      </Button>
    </div>
  )
}
