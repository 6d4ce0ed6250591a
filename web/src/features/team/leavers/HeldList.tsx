import { formatNumber } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '@mantine/core'
import type { Reply } from '../../../shared/api/from-contract.ts'
import entries from '../../../shared/ui/settings/EntryList.module.css'
import classes from './Leavers.module.css'
import { useHeldNames } from './useHeldNames.ts'

export interface HeldListProps {
  held: Reply<'memberHoldings'>['held']
  /** Whether their API keys are revoked with the removal. */
  areKeysRevoked?: boolean
  /** Whether the user looks at what they hold themselves. */
  isOwn?: boolean
}

/** Lists what a member holds, by kind, with names, and what happens to it without them. */
export function HeldList({ held, areKeysRevoked = false, isOwn = false }: HeldListProps) {
  const { t, i18n } = useLingui()
  const kinds = useHeldNames()
  return (
    <ul className={classes.held} aria-label={isOwn ? t`What you hold` : t`What they hold`}>
      {held.map(({ kind, count, names, canHandOver, without, taken }) => (
        <li key={kind} className={classes.kind}>
          <span className={entries.name}>
            {kinds[kind]}
            <Badge variant="light" color="gray">
              {formatNumber(count, i18n.locale)}
            </Badge>
            {without === 'stops' && (taken === null || taken === 'skipped') && (
              <Badge variant="light" color="red">
                <Trans>Will stop</Trans>
              </Badge>
            )}
          </span>
          {names.length > 0 && (
            <p className={classes.names} translate="no">
              {names.slice(0, 5).join(', ')}
              {count > 5 && '…'}
            </p>
          )}
          {taken === 'skipped' && (
            <p className={classes.help}>{t`The role of this teammate doesn't allow taking it over.`}</p>
          )}
          {taken === 'waits' && (
            <p
              className={classes.help}
            >{t`This teammate sees other people, so it waits until they check who gets it and send it.`}</p>
          )}
          {kind === 'holds' && <p className={classes.help}>{t`They stay in force until someone releases them.`}</p>}
          {kind === 'apiKeys' && !areKeysRevoked && (
            <p className={classes.help}>
              {isOwn
                ? t`They keep working, and your team sees that you created them.`
                : t`They keep working. They may have kept a copy, so replace these keys soon.`}
            </p>
          )}
          {kind !== 'holds' && kind !== 'apiKeys' && canHandOver && without === 'continues' && (
            <p className={classes.help}>{isOwn ? t`They go on without you.` : t`They go on without them.`}</p>
          )}
        </li>
      ))}
    </ul>
  )
}
