import type { Rule } from '@crewline/contract/filters'
import { Trans, useLingui } from '@lingui/react/macro'
import { Loader } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { RelativeTime } from '../../shared/ui/RelativeTime.tsx'
import { StatePanel } from '../../shared/ui/StatePanel.tsx'
import { ruleWords, useFilterFields } from '../filters/index.ts'
import { useGroupValues } from '../groups/index.ts'
import { useWhyQuery } from './beside-api.ts'
import classes from './Drawer.module.css'

/** Why somebody is in a group: in a sentence, rule by rule, and when they came and went. */
export function WhyInGroup({ groupId, contactId }: { groupId: string; contactId: string }) {
  const { t, i18n } = useLingui()
  const { data: groups } = useGroupValues()
  const fields = useFilterFields(groups)
  const { currentData: why, isError, refetch } = useWhyQuery({ id: groupId, contactId })
  if (isError) return <StatePanel kind="error" compact onRetry={() => void refetch()} />
  if (!why) return <Loader size={18} role="status" aria-label={t`Loading`} />
  const because = {
    added: t`Somebody added them by hand.`,
    matches: t`The rules of the group fit.`,
    pinned: t`Somebody said they are always in, whatever the rules say.`,
    pinned_out: t`Somebody said they are never in, whatever the rules say.`,
    no_match: t`The rules of the group do not fit.`,
    not_added: t`Nobody added them.`,
    system: t`Everybody like this is in it.`,
  }
  const causes = {
    hand: t`by hand`,
    rules: t`by the rules`,
    import: t`by an import`,
    copy: t`copied from another group`,
    merge: t`by a merge`,
    sync: t`by the HR system`,
  }
  return (
    <>
      <p className={classes.because}>{because[why.because]}</p>
      {why.rules.length > 0 && (
        <ul className={classes.rules}>
          {why.rules.map(({ path, field, cmp, holds }) => (
            <li key={path}>
              {holds ? (
                <IconCheck size={14} stroke={2} role="img" aria-label={t`Holds`} className={classes.holds} />
              ) : (
                <IconX size={14} stroke={2} role="img" aria-label={t`Does not hold`} className={classes.fails} />
              )}
              <span>{ruleWords({ field, cmp: cmp as Rule['cmp'] }, fields, i18n)}</span>
            </li>
          ))}
        </ul>
      )}
      {why.history.length > 0 && (
        <ul className={classes.rules} aria-label={t`History`}>
          {why.history.map(({ change, cause, by, at }) => (
            <li key={`${at}${change}`}>
              <span>
                {change === 'joined' ? <Trans>Joined</Trans> : <Trans>Left</Trans>} {causes[cause]}
                {by && (
                  <>
                    {' '}
                    · <bdi>{by}</bdi>
                  </>
                )}{' '}
                · <RelativeTime at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
