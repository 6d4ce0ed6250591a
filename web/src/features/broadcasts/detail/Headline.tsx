import type { Broadcast, BroadcastRun } from '@crewline/contract/broadcasts'
import { formatDate } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, NativeSelect } from '@mantine/core'
import { Link } from 'react-router'
import { fullName } from '../../../shared/lib/session/state.ts'
import { BroadcastStatus } from '../BroadcastStatus.tsx'
import { broadcastPath } from '../broadcast-rules.ts'
import classes from './Headline.module.css'
import { useKindNames } from '../useKindNames.ts'
import { useDetailUrl } from './useDetailUrl.ts'

export interface HeadlineProps {
  broadcast: Broadcast
  /** The run that is shown. */
  run: BroadcastRun | null
  runs: BroadcastRun[]
}

/** The line under the title: status, type, who wrote it and when it was or will be sent. */
export function Headline({ broadcast, run, runs }: HeadlineProps) {
  const { t, i18n } = useLingui()
  const kinds = useKindNames()
  const { narrow } = useDetailUrl()
  const { timeZone, createdBy, nextAt } = broadcast
  const write = (at: string) => formatDate(at, 'dateTime', i18n.locale, timeZone)
  const author = createdBy ? fullName(createdBy) : ''
  const sent = run?.startedAt ? write(run.startedAt) : ''
  const next = nextAt ? write(nextAt) : ''
  const selectable = runs.filter(({ startedAt }) => startedAt !== null)
  return (
    <div className={classes.headline}>
      <BroadcastStatus broadcast={broadcast} isStarting={run?.state === 'waiting'} />
      <span>{kinds[broadcast.kind]}</span>
      {selectable.length > 1 ? (
        <NativeSelect
          size="xs"
          aria-label={t`Date of the results`}
          value={run?.id ?? ''}
          data={selectable.map(({ id, startedAt }) => ({ value: id, label: startedAt ? write(startedAt) : id }))}
          onChange={({ currentTarget }) => narrow({ runId: currentTarget.value })}
        />
      ) : (
        sent && <span>{t`Sent ${sent}`}</span>
      )}
      {next && <span>{t`Next ${next}`}</span>}
      {author && (
        <span>
          <Trans>
            By <bdi>{author}</bdi>
          </Trans>
        </span>
      )}
      {broadcast.followUpOf && (
        <Anchor component={Link} to={broadcastPath(broadcast.followUpOf)} size="sm">
          <Trans>Follow-up of an earlier broadcast</Trans>
        </Anchor>
      )}
    </div>
  )
}
