import type { Use } from '@crewline/contract/fields'
import { Trans } from '@lingui/react/macro'
import { Alert, Anchor } from '@mantine/core'
import { Link } from 'react-router'
import classes from './Fields.module.css'
import { pathOfUse } from '../../shared/lib/path-of-use.ts'
import { describeUses } from './uses.ts'

/** Explains why a field cannot be deleted, with a link to each thing that uses it. */
export function BlockedDelete({ uses }: { uses: readonly Use[] }) {
  const words = describeUses(uses)
  return (
    <Alert color="yellow" role="alert" className={classes.blocked ?? ''}>
      <Trans>Used in {words}. Remove it there first.</Trans>
      <ul className={classes.uses}>
        {uses.map((use) => (
          <li key={`${use.type} ${use.id}`}>
            <Anchor component={Link} to={pathOfUse(use)} size="sm">
              <bdi>{use.name}</bdi>
            </Anchor>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
