import { Plural, Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import classes from './Transfer.module.css'
import { useTransferOffersQuery } from './api.ts'

/** Says that other organizations offer people to this one; renders nothing without an offer. */
export default function OffersNote() {
  const { data: offers = [] } = useTransferOffersQuery()
  if (offers.length === 0) return null
  return (
    <div className={classes.note} role="note">
      <span className={classes.words}>
        <Plural
          value={offers.length}
          one="Another organization offers you # person."
          other="Other organizations offer you # people."
        />
      </span>
      <Anchor component={Link} to="/dashboard/contacts/family">
        <Trans>Accept or decline</Trans>
      </Anchor>
    </div>
  )
}
