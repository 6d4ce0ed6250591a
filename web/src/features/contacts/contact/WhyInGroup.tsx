import type { Rule } from '@crewline/contract/filters'
import { Trans, useLingui } from '@lingui/react/macro'
import { Loader } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { formatRule, useFilterFields } from '../../filters/index.ts'
import { useGroupValues } from '../../groups/index.ts'
import { useWhyQuery } from '../related-api.ts'
import classes from './Drawer.module.css'

/** Explains why a contact is in a group: in a sentence, rule by rule, and when they joined and left. */
export function WhyInGroup({ groupId, contactId }: { groupId: string; contactId: string }) {
  const { t, i18n } = useLingui()
  const { data: groups } = useGroupValues()
  const fields = useFilterFields(groups)
  const { currentData: why, isError, refetch } = useWhyQuery({ id: groupId, contactId })
  if (isError) return <StatePanel kind="error" compact onRetry={() => void refetch()} />
  if (!why) return <Loader size={18} role="status" aria-label={t`Loading`} />
  const because = {
    added: t`A teammate added them manually.`,
    matches: t`They match the group's rules.`,
    pinned: t`A teammate chose to always include them, even if they don't match the rules.`,
    pinned_out: t`A teammate chose to never include them, even if they match the rules.`,
    no_match: t`They don't match the group's rules.`,
    not_added: t`No one added them.`,
    system: t`Everyone like this is included automatically.`,
  }
  const causes = {
    hand: t`manually`,
    rules: t`by the rules`,
    import: t`by an import`,
    copy: t`from another group`,
    merge: t`by a merge`,
    sync: t`by the HR system`,
    page: t`on an opt-in page`,
  }
  return (
    <>
      <p className={classes.because}>{because[why.because]}</p>
      {why.rules.length > 0 && (
        <ul className={classes.rules}>
          {why.rules.map(({ path, field, cmp, holds }) => (
            <li key={path}>
              {holds ? (
                <IconCheck size={14} stroke={2} role="img" aria-label={t`Met`} className={classes.holds} />
              ) : (
                <IconX size={14} stroke={2} role="img" aria-label={t`Not met`} className={classes.fails} />
              )}
              <span>{formatRule({ field, cmp: cmp as Rule['cmp'] }, fields, i18n)}</span>
            </li>
          ))}
        </ul>
      )}
      {why.history.length > 0 && (
        <ul className={classes.rules} aria-label={t`History`}>
          {why.history.map(({ change, cause, by, at }) => (
            <li key={`${at}${change}`}>
              <span>
                {change === 'joined' ? <Trans>Added</Trans> : <Trans>Removed</Trans>} {causes[cause]}
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
