import type { Broadcast } from '@crewline/contract/broadcasts'
import type { NextAction } from '@crewline/contract/results'
import { formatNumber } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { IconCircleCheck, IconPrinter } from '@tabler/icons-react'
import { Link } from 'react-router'
import { call } from '../../../shared/api/from-contract.ts'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { useBroadcastLedgerQuery } from '../results-api.ts'
import classes from './Ledger.module.css'
import detail from './Detail.module.css'
import { useNextNames } from './useDetailNames.ts'
import { useDetailUrl } from './useDetailUrl.ts'
import { fileNameOf, useSaveFile } from '../../../shared/ui/toast/useSaveFile.ts'

const inPerson: ReadonlySet<NextAction> = new Set(['tell_in_person', 'call', 'add_number', 'fix_number'])

/** Who was not reached, by what to do next, with a list to print for telling people in person. */
export function Ledger({ broadcast, runId }: { broadcast: Broadcast; runId: string }) {
  const { t, i18n } = useLingui()
  const next = useNextNames()
  const { linkTo } = useDetailUrl()
  const { isSaving, save } = useSaveFile()
  const { data, isError, refetch } = useBroadcastLedgerQuery({ id: broadcast.id, runId })
  if (isError && !data) return <StatePanel kind="error" compact onRetry={() => void refetch()} />
  if (!data) return null
  const { reached, waiting, actions, unexplained } = data
  const isComplete = waiting === 0 && unexplained === 0 && actions.length === 0
  const canPrint = actions.some(({ action }) => inPerson.has(action))
  return (
    <section className={detail.card} aria-labelledby="ledger-title">
      <div className={detail.progressHead}>
        <h2 id="ledger-title" className={detail.cardTitle}>
          {isComplete ? <Trans>Everyone is reached</Trans> : <Trans>What to do next</Trans>}
        </h2>
        {canPrint && (
          <Button
            variant="default"
            size="xs"
            loading={isSaving}
            leftSection={<IconPrinter size={16} stroke={1.75} />}
            onClick={() =>
              void save(
                call('printLedger', { params: { id: broadcast.id }, query: { runId } }),
                fileNameOf(broadcast.name, t`Broadcast`, 'pdf'),
              )
            }
          >
            <Trans>List to print</Trans>
          </Button>
        )}
      </div>
      <ul className={detail.entries}>
        <li>
          <span className={detail.entryName}>
            <IconCircleCheck className={classes.good} size={16} stroke={2} aria-hidden /> <Trans>Reached</Trans>
          </span>
          <span className="tabular">{formatNumber(reached, i18n.locale)}</span>
        </li>
        {waiting > 0 && (
          <li>
            <span className={detail.entryName}>
              <Trans>Still waiting</Trans>
            </span>
            <span className="tabular">{formatNumber(waiting, i18n.locale)}</span>
          </li>
        )}
        {actions.map(({ action, reason, label, count }) => (
          <li key={`${action} ${reason}`}>
            <span className={detail.entryName}>{label}</span>
            {action !== 'none' && <span className={detail.nextStep}>{next[action]}</span>}
            <span className="tabular">{formatNumber(count, i18n.locale)}</span>
          </li>
        ))}
        {unexplained > 0 && (
          <li>
            <span className={detail.entryName}>
              <Trans>No outcome recorded</Trans>
            </span>
            <span className="tabular">{formatNumber(unexplained, i18n.locale)}</span>
          </li>
        )}
      </ul>
      {actions.length > 0 && (
        <p className={detail.details}>
          <Anchor component={Link} size="sm" to={linkTo({ tab: 'people', filter: 'not_reached' })}>
            <Trans>Show these people</Trans>
          </Anchor>
        </p>
      )}
    </section>
  )
}
