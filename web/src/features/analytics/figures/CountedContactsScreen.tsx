import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { useCan } from '../../../shared/lib/session/select.ts'
import { fullName } from '../../../shared/lib/session/state.ts'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { DataTable, type Column } from '../../../shared/ui/table/DataTable.tsx'
import { NameChip } from '../../../shared/ui/text/NameChip.tsx'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import { useCountedContactsInfiniteQuery } from '../figures-api.ts'
import { readContactFigure, type ContactFigure } from './figure-url.ts'
import { FigureScreen } from './FigureScreen.tsx'
import classes from './Figure.module.css'
import { useFigureNames } from './useFigureNames.ts'

type Row = Reply<'analyticsContacts'>['data'][number]

function useColumns(kind: ContactFigure['kind']): Column<Row>[] {
  const { t } = useLingui()
  return useMemo(() => {
    const times: Record<ContactFigure['kind'], string> = {
      replied: t`Last reply`,
      opted_out: t`Opted out`,
      waiting_over_day: t`Waiting since`,
      people_off_shift: t`Last text off shift`,
    }
    return [
      {
        id: 'name',
        header: t`Name`,
        phone: 'title',
        cell: ({ contact, phoneDisplay, id }) => (
          <NameChip
            name={contact ? fullName(contact) : (phoneDisplay ?? t`No name`)}
            tintKey={contact?.id ?? id}
            detail={contact && phoneDisplay && <bdi dir="ltr">{phoneDisplay}</bdi>}
          />
        ),
      },
      {
        id: 'at',
        header: times[kind],
        phone: 'end',
        align: 'end',
        width: 140,
        cell: ({ at }) => <RelativeTime at={at} />,
      },
    ]
  }, [t, kind])
}

/** The people that a figure of the dashboard counts; each opens the conversation. */
export default function CountedContactsScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const canReadInbox = useCan('inbox.read')
  const [params] = useSearchParams()
  const figure = readContactFigure(params)
  const names = useFigureNames()
  const columns = useColumns(figure.kind)
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useCountedContactsInfiniteQuery(
    figure,
    { refetchOnMountOrArgChange: true },
  )
  const [first] = data?.pages ?? []
  const rows = data?.pages.flatMap((page) => page.data) ?? []
  const isNow = figure.kind === 'waiting_over_day'
  return (
    <FigureScreen
      title={names.contacts[figure.kind]}
      isNow={isNow}
      figure={figure}
      loaded={first}
      count={first && <Plural value={first.total} one="# person" other="# people" />}
    >
      {isError && rows.length === 0 ? (
        <StatePanel kind="error" onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={names.contacts[figure.kind]}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ contact, phoneDisplay }) => (contact ? fullName(contact) : (phoneDisplay ?? t`No name`))}
          onOpen={({ contact }) => {
            if (contact)
              void navigate(
                canReadInbox
                  ? `/dashboard/inbox?status=all&conversation=${contact.id}`
                  : `/dashboard/contacts/${contact.id}`,
              )
          }}
          isLoading={data === undefined}
          empty={<StatePanel kind="done" title={isNow ? t`No one is waiting` : t`No one in this period`} />}
        />
      )}
      {hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </FigureScreen>
  )
}
