import { formatNumber, formatPercent } from '@crewline/contract/formats'
import type { Group } from '@crewline/contract/groups'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { formatFilter, useFilterFields } from '../../filters/index.ts'
import { useGroupValues } from '../api.ts'
import { reachablePercent } from '../group-rules.ts'
import { GroupKind } from '../list/GroupKind.tsx'
import classes from '../Groups.module.css'
import { GroupShift } from './GroupShift.tsx'
import { GroupUpdatedText } from '../list/GroupUpdatedText.tsx'

const Pins = lazy(() => import('../members/Pins.tsx'))

export interface GroupSummaryProps {
  group: Group
}

/** Shows the details of a group above its contacts: kind, count, reachable share, rules, last update. */
export function GroupSummary({ group }: GroupSummaryProps) {
  const { i18n } = useLingui()
  const { data: groups } = useGroupValues()
  const fields = useFilterFields(groups)
  const [pins, setPins] = useState<'in' | 'out'>()
  const { filter, description, pinnedIn, pinnedOut } = group
  const percent = reachablePercent(group)
  const reachable = formatNumber(group.reachableCount, i18n.locale)
  const share = percent === undefined ? '' : formatPercent(percent / 100, i18n.locale)
  return (
    <div className={classes.about}>
      {description && (
        <p className={classes.description} dir="auto" translate="no">
          {description}
        </p>
      )}
      <div className={classes.line}>
        <GroupKind type={group.type} managedBy={group.managedBy} />
        <span className="tabular">
          <Plural value={group.contactCount} one="# contact" other="# contacts" />
        </span>
        {percent !== undefined && (
          <span className="tabular">
            <Trans>
              {reachable} can get texts ({share})
            </Trans>
          </span>
        )}
        <span className={classes.quiet}>
          <GroupUpdatedText group={group} withChange />
        </span>
      </div>
      {filter && filter.children.length > 0 && (
        <p className={classes.rules}>
          <Trans>
            <span className={classes.quiet}>Contacts who match:</span> {formatFilter(filter, fields, i18n)}
          </Trans>
        </p>
      )}
      <GroupShift groupId={group.id} />
      {pinnedIn + pinnedOut > 0 && (
        <div className={classes.pins}>
          {pinnedIn > 0 && (
            <Button variant="subtle" size="compact-xs" onClick={() => setPins('in')}>
              <Plural value={pinnedIn} one="# contact always included" other="# contacts always included" />
            </Button>
          )}
          {pinnedOut > 0 && (
            <Button variant="subtle" size="compact-xs" onClick={() => setPins('out')}>
              <Plural value={pinnedOut} one="# contact never included" other="# contacts never included" />
            </Button>
          )}
        </div>
      )}
      {pins && (
        <Suspense fallback={null}>
          <Pins group={group} kind={pins} onClose={() => setPins(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
