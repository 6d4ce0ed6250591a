import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { fullName } from '../../../shared/lib/session/state.ts'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { DataTable, type Column } from '../../../shared/ui/table/DataTable.tsx'
import type { MessageState } from '../../../shared/ui/text/message-status.ts'
import { NameChip } from '../../../shared/ui/text/NameChip.tsx'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import { StatusTick } from '../../../shared/ui/text/StatusTick.tsx'
import { useCountedMessagesInfiniteQuery } from '../figures-api.ts'
import { readMessageFigure } from './figure-url.ts'
import { FigureScreen } from './FigureScreen.tsx'
import classes from './Figure.module.css'
import { useFigureNames } from './useFigureNames.ts'

type Row = Reply<'analyticsMessages'>['data'][number]

/** Returns the text as the team reads it: a contact's in translation. */
function textOf({ body, direction, translation }: Row['message']): string {
  return direction === 'in' && translation && !translation.failed ? translation.text : body
}

function useColumns(): Column<Row>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t`Name`,
        phone: 'title',
        width: 220,
        cell: ({ contact }) => <NameChip name={fullName(contact)} tintKey={contact.id} />,
      },
      {
        id: 'text',
        header: t`Message`,
        phone: 'detail',
        cell: ({ message }) => (
          <div className={classes.snippet} dir="auto" translate="no">
            {textOf(message) ||
              (message.kind === 'voicemail' ? t`Voicemail` : message.media.length > 0 ? t`File` : '–')}
          </div>
        ),
      },
      {
        id: 'sender',
        header: t`Sender`,
        phone: 'hidden',
        width: 160,
        cell: ({ contact, message }) => {
          if (message.direction === 'in') return <bdi>{fullName(contact)}</bdi>
          if (message.kind === 'broadcast') return t`Broadcast`
          return message.sender ? <bdi>{fullName(message.sender)}</bdi> : t`Automatic`
        },
      },
      {
        id: 'status',
        header: t`Status`,
        phone: 'hidden',
        width: 150,
        cell: ({ message }) =>
          message.direction === 'in' ? (
            t`Received`
          ) : (
            <StatusTick state={message.state as MessageState} {...(message.reason && { reason: message.reason })} />
          ),
      },
      {
        id: 'at',
        header: t`Time`,
        phone: 'end',
        align: 'end',
        width: 110,
        cell: ({ message }) => <RelativeTime at={message.at} />,
      },
    ],
    [t],
  )
}

/** The messages that a figure of the dashboard counts; each opens its conversation. */
export default function CountedMessagesScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const figure = readMessageFigure(params)
  const names = useFigureNames()
  const columns = useColumns()
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useCountedMessagesInfiniteQuery(
    figure,
    { refetchOnMountOrArgChange: true },
  )
  const [first] = data?.pages ?? []
  const rows = data?.pages.flatMap((page) => page.data) ?? []
  const total = first?.total
  return (
    <FigureScreen
      title={names.messages[figure.kind]}
      figure={figure}
      loaded={first}
      count={typeof total === 'number' && <Plural value={total} one="# message" other="# messages" />}
    >
      {isError && rows.length === 0 ? (
        <StatePanel kind="error" onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={names.messages[figure.kind]}
          columns={columns}
          rows={rows}
          rowKey={({ message }) => message.id}
          rowName={({ contact }) => fullName(contact)}
          onOpen={({ message }) =>
            void navigate(`/dashboard/inbox?status=all&conversation=${message.contactId}&message=${message.id}`)
          }
          isLoading={data === undefined}
          empty={<StatePanel kind="done" title={t`No messages in this period.`} />}
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
