import type { Group } from '@crewline/contract/groups'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { filterWords, useFilterFields } from '../filters/index.ts'
import { useGroupValues } from './api.ts'
import { reachablePercent } from './group-rules.ts'
import { GroupKind } from './GroupKind.tsx'
import classes from './Groups.module.css'
import { UpdatedWords } from './UpdatedWords.tsx'

const Pins = lazy(() => import('./Pins.tsx'))

export interface GroupFactsProps {
  group: Group
}

/** What is known of a group above its people: kind, how many, how many texts reach, rules, when it was worked out. */
export function GroupFacts({ group }: GroupFactsProps) {
  const { i18n } = useLingui()
  const { data: groups } = useGroupValues()
  const fields = useFilterFields(groups)
  const [pins, setPins] = useState<'in' | 'out'>()
  const { filter, description, pinnedIn, pinnedOut } = group
  const percent = reachablePercent(group)
  const reachable = i18n.number(group.reachableCount)
  const share = percent === undefined ? '' : i18n.number(percent / 100, { style: 'percent' })
  return (
    <div className={classes.about}>
      {description && (
        <p className={classes.description} dir="auto">
          {description}
        </p>
      )}
      <div className={classes.line}>
        <GroupKind type={group.type} managedBy={group.managedBy} />
        <span className="tabular">
          <Plural value={group.contactCount} one="# person" other="# people" />
        </span>
        {percent !== undefined && (
          <span className="tabular">
            <Trans>
              {reachable} can get texts ({share})
            </Trans>
          </span>
        )}
        <span className={classes.quiet}>
          <UpdatedWords group={group} withChange />
        </span>
      </div>
      {filter && filter.children.length > 0 && (
        <p className={classes.rules}>
          <Trans>
            <span className={classes.quiet}>People who match:</span> {filterWords(filter, fields, i18n)}
          </Trans>
        </p>
      )}
      {pinnedIn + pinnedOut > 0 && (
        <div className={classes.pins}>
          {pinnedIn > 0 && (
            <Button variant="subtle" size="compact-xs" onClick={() => setPins('in')}>
              <Plural value={pinnedIn} one="# person is always in" other="# people are always in" />
            </Button>
          )}
          {pinnedOut > 0 && (
            <Button variant="subtle" size="compact-xs" onClick={() => setPins('out')}>
              <Plural value={pinnedOut} one="# person is never in" other="# people are never in" />
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
