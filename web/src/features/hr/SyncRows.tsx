import { formatDay, formatNumber } from '@crewline/contract/formats'
import { HR_FIELDS } from '@crewline/contract/hr-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, NativeSelect } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '../../shared/lib/session/select.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { readablePhone } from '../../shared/ui/text/PhoneNumber.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useFixHrRowMutation, useHrRowsInfiniteQuery, type HrRow, type HrSync } from './api.ts'
import classes from './Hr.module.css'
import { useHrText } from './useHrText.ts'

const shown = ['create', 'update', 'leave', 'rehire', 'problem'] as const

/** Who a sync adds, changes, and marks as left, and who needs a fix. */
export function SyncRows({ sync }: { sync: HrSync }) {
  const { t, i18n } = useLingui()
  const { kinds } = useHrText()
  const [kind, setKind] = useState<(typeof shown)[number] | ''>('')
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useHrRowsInfiniteQuery(
    kind ? { id: sync.id, kind } : { id: sync.id },
  )
  const rows = data?.pages.flatMap((page) => page.data)
  const filled = shown.filter((candidate) => (sync.counts[candidate] ?? 0) > 0)
  return (
    <>
      {filled.length > 0 && (
        <NativeSelect
          label={t`Show`}
          className={classes.filter}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as typeof kind)}
          data={[
            { value: '', label: t`All changes` },
            ...filled.map((candidate) => ({
              value: candidate,
              label: `${kinds[candidate] ?? ''} (${formatNumber(sync.counts[candidate] ?? 0, i18n.locale)})`,
            })),
          ]}
        />
      )}
      {isError && !rows && <StatePanel kind="error" onRetry={() => void refetch()} compact />}
      {!rows && !isError && <SkeletonRows count={4} />}
      {rows?.length === 0 && <p className={classes.words}>{t`Everyone is up to date.`}</p>}
      {rows && rows.length > 0 && (
        <ul className={classes.rows} aria-label={t`What this sync found`}>
          {rows.map((row) => (
            <Row key={row.row} row={row} sync={sync} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  )
}

function Row({ row, sync }: { row: HrRow; sync: HrSync }) {
  const { fields, kinds } = useHrText()
  const changes = row.changes
    .filter(
      ({ field, after }) => row.kind !== 'create' || !(isInName(field) || (field === 'work' && after === 'active')),
    )
    .toSorted((first, second) => placeOf(first.field) - placeOf(second.field))
  return (
    <li className={classes.row}>
      <span className={classes.kind} data-kind={row.problem ? 'problem' : row.kind}>
        {kinds[row.problem ? 'problem' : row.kind]}
      </span>
      <div className={classes.person}>
        <strong>
          <bdi>{row.name}</bdi>
        </strong>
        {changes.length > 0 && (
          <dl className={classes.changes}>
            {changes.map(({ field, label, before, after }) => (
              <div key={field}>
                <dt>{label ?? fields[field] ?? field}</dt>
                <dd>
                  {before && row.kind !== 'create' && (
                    <>
                      <del>
                        <Value field={field} value={before} />
                      </del>{' '}
                      <IconArrowRight size={12} aria-hidden className="mantine-rotate-rtl" />{' '}
                    </>
                  )}
                  <ins>
                    <Value field={field} value={after} />
                  </ins>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {row.problem && <Problem row={row} problem={row.problem} sync={sync} />}
      </div>
    </li>
  )
}

const isInName = (field: string) => field === 'firstname' || field === 'lastname'

/** Fields are listed in the order of the form, and the status first. */
const placeOf = (field: string) => HR_FIELDS.indexOf(field as (typeof HR_FIELDS)[number])

/** A value as people read it. All but the status are data, which is shown in its own direction and never translated. */
function Value({ field, value }: { field: string; value: string }) {
  const { i18n } = useLingui()
  const { works } = useHrText()
  const home = useSession(({ auth }) => auth.organization?.country)
  if (field === 'work') return works[value] ?? value
  if (field === 'phone') return <bdi>{readablePhone(value, home)}</bdi>
  const isDay = value !== '' && (field === 'hireDate' || field === 'birthday')
  return <bdi>{isDay ? formatDay(value, 'date', i18n.locale) : value}</bdi>
}

function Problem({ row, problem, sync }: { row: HrRow; problem: NonNullable<HrRow['problem']>; sync: HrSync }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { fixes } = useHrText()
  const [fix, { isLoading, isSuccess }] = useFixHrRowMutation()
  const canFix = ['review', 'done'].includes(sync.state)
  async function settle(answer: HrFix): Promise<void> {
    const { error } = await fix({ id: sync.id, row: row.row, fix: answer })
    if (error) toast.failed(error, { title: t`Couldn't save`, message: messageFor(error) })
  }
  return (
    <>
      <p className={classes.problem}>{problem.text}</p>
      {isSuccess && sync.state === 'done' && (
        <p className={classes.words} role="status">
          <Trans>Saved. The next sync follows it.</Trans>
        </p>
      )}
      {canFix && (
        <Group gap="xs">
          {problem.fixes.map((answer) => (
            <Button key={answer} size="xs" variant="default" disabled={isLoading} onClick={() => void settle(answer)}>
              {fixes[answer]}
            </Button>
          ))}
        </Group>
      )}
    </>
  )
}

type HrFix = NonNullable<HrRow['problem']>['fixes'][number]
