import { formatDate } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { RecordDrawer } from '../../../shared/ui/overlay/RecordDrawer.tsx'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useHandOverMutation, useHoldingsQuery } from '../team-api.ts'
import { HandOver } from '../HandOver.tsx'
import { HeldList } from './HeldList.tsx'
import classes from './Leavers.module.css'
import { useHeldNames, useOutcomeText } from './useHeldNames.ts'

export interface FormerDrawerProps {
  memberId: string
  onClose: () => void
}

type Holdings = Reply<'memberHoldings'>

/** Hands over what a former teammate still holds. */
function HandOverForm({ holdings }: { holdings: Holdings }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const kinds = useHeldNames()
  const [handOver, { isLoading }] = useHandOverMutation()
  const [toUserId, setToUserId] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const { id, userId } = holdings.member

  async function give(): Promise<void> {
    if (toUserId === null) return setProblem(t`Choose who takes over.`)
    const { data, error } = await handOver({ memberId: id, toUserId })
    if (error) return setProblem(messageFor(error))
    const skipped = data.skipped.map((kind) => kinds[kind]).join(', ')
    setProblem(skipped === '' ? '' : t`Their role doesn't allow: ${skipped}. Choose someone else for these.`)
    if (skipped === '')
      toast.api({ title: t`Handed over`, message: t`Everything has someone who takes care of it.` }, 'OK')
  }

  return (
    <Stack gap="sm">
      <HandOver
        label={t`Hand over to`}
        exceptUserId={userId}
        chosen={toUserId}
        onChoose={(chosen) => {
          setToUserId(chosen)
          setProblem('')
        }}
      />
      {problem && (
        <p className={classes.help} role="alert">
          {problem}
        </p>
      )}
      <div>
        <Button loading={isLoading} onClick={() => void give()}>
          <Trans>Hand over</Trans>
        </Button>
      </div>
    </Stack>
  )
}

function Lines({ lines }: { lines: Holdings['handovers'] }) {
  const kinds = useHeldNames()
  const outcome = useOutcomeText()
  return (
    <ul className={classes.lines}>
      {lines.map((line) => (
        <li key={line.id} className={classes.line}>
          <span>
            {kinds[line.kind]}
            {line.name === null ? line.count > 1 && ` (${line.count})` : <bdi translate="no">: {line.name}</bdi>}
            <br />
            <span className={classes.help}>
              {outcome(line)}
              {line.by && (
                <>
                  {' · '}
                  <bdi translate="no">{line.by}</bdi>
                </>
              )}
            </span>
          </span>
          <RelativeTime at={line.at} />
        </li>
      ))}
    </ul>
  )
}

/** Shows what a former teammate still holds, to hand it over, and who took over the rest. */
export default function FormerDrawer({ memberId, onClose }: FormerDrawerProps) {
  const { t, i18n } = useLingui()
  const { data, isError, error, refetch } = useHoldingsQuery({ memberId })
  const day = data?.member.leftAt ? formatDate(data.member.leftAt, 'date', i18n.locale) : undefined
  const title = data ? data.member.name || data.member.email : t`Former teammate`
  return (
    <RecordDrawer isOpen onClose={onClose} title={title}>
      {isError && !data ? (
        <StatePanel kind="error" error={error} compact onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows count={4} />
      ) : (
        <>
          <p className={classes.lead}>
            <bdi>{data.member.email}</bdi>
            {day !== undefined && <> · {t`Left on ${day}`}</>}
          </p>
          <h3 className={classes.section}>
            <Trans>Not taken over</Trans>
          </h3>
          {data.held.length === 0 ? (
            <p className={classes.lead}>
              <Trans>Nothing is left with them.</Trans>
            </p>
          ) : (
            <Stack gap="md">
              <HeldList held={data.held} />
              {data.held.some(({ canHandOver }) => canHandOver) && <HandOverForm holdings={data} />}
            </Stack>
          )}
          {data.handovers.length > 0 && (
            <>
              <h3 className={classes.section}>
                <Trans>What became of the rest</Trans>
              </h3>
              <Lines lines={data.handovers} />
            </>
          )}
        </>
      )}
    </RecordDrawer>
  )
}
