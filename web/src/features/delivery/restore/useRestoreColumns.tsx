import { formatDate } from '@crewline/contract/formats'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useSession } from '../../../shared/lib/session/select.ts'
import { PhoneNumber } from '../../../shared/ui/text/PhoneNumber.tsx'
import type { Column } from '../../../shared/ui/table/DataTable.tsx'
import type { WaitingText } from './api.ts'
import classes from './Restore.module.css'
import { useRestoreLabels } from './useRestoreLabels.ts'

/** Returns the columns of the texts that wait: contact, text, time and what the carrier said. */
export function useRestoreColumns(): Column<WaitingText>[] {
  const { t, i18n } = useLingui()
  const { reasons, carriers } = useRestoreLabels()
  const home = useSession(({ auth }) => auth.organization?.country)
  return useMemo(
    () => [
      {
        id: 'contact',
        header: t`Contact`,
        phone: 'title',
        width: '22%',
        cell: ({ contactName, phone }) => (
          <span className={classes.contact}>
            {contactName && <bdi>{contactName}</bdi>}
            <span className={classes.quiet}>
              <PhoneNumber phone={phone} {...(home ? { home } : {})} />
            </span>
          </span>
        ),
      },
      {
        id: 'text',
        header: t`Text`,
        phone: 'detail',
        cell: ({ body, files }) => (
          <span className={classes.body} dir="auto" title={body}>
            {body || plural(files, { one: '# file', other: '# files' })}
          </span>
        ),
      },
      {
        id: 'time',
        header: t`Time`,
        phone: 'end',
        width: '21%',
        cell: ({ reason, dueAt, writtenAt, carrier }) => (
          <span className={classes.time}>
            <span>{reasons[reason]}</span>
            <span className={classes.quiet}>
              {dueAt
                ? formatDate(dueAt, 'dateTime', i18n.locale)
                : t`Written ${formatDate(writtenAt, 'dateTime', i18n.locale)}`}
            </span>
            <span className={classes.onPhone}>{carriers[carrier]}</span>
          </span>
        ),
      },
      {
        id: 'carrier',
        header: t`Carrier`,
        phone: 'hidden',
        width: '20%',
        cell: ({ carrier }) => (
          <span className={classes.answer} data-unclear={carrier === 'no_answer' || carrier === 'cannot_say'}>
            {carriers[carrier]}
          </span>
        ),
      },
    ],
    // The labels change with the language, as t does.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [t, home],
  )
}
