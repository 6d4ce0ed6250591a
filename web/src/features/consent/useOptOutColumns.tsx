import type { OptOut } from '@crewline/contract/consent'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useMemo } from 'react'
import { call } from '../../shared/api/from-contract.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import type { Column } from '../../shared/ui/table/DataTable.tsx'
import { Hint } from '../../shared/ui/overlay/Hint.tsx'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import classes from './Consent.module.css'
import { useConsentLabels } from './useConsentLabels.ts'
import { useSaveFile } from '../../shared/ui/toast/useSaveFile.ts'

/** Downloads the evidence about one number, also when no contact has the number any more. */
function EvidenceButton({ row }: { row: OptOut }) {
  const { t } = useLingui()
  const { isSaving, save } = useSaveFile()
  const label = t`Evidence for ${row.phoneDisplay} (PDF)`
  return (
    <Hint label={t`Evidence (PDF)`}>
      <ActionIcon
        className={classes.above ?? ''}
        variant="subtle"
        color="gray"
        aria-label={label}
        loading={isSaving}
        onClick={(event) => {
          event.stopPropagation()
          void save(
            call('consentEvidence', { query: { phone: row.phone } }),
            `consent-evidence-${row.phone.slice(1)}.pdf`,
          )
        }}
      >
        <IconFileTypePdf size={16} stroke={1.75} />
      </ActionIcon>
    </Hint>
  )
}

/**
 * Returns the columns of the opt-outs: number and current contact, date, method and original text; evidence for members
 * who may export.
 */
export function useOptOutColumns(canExport: boolean): Column<OptOut>[] {
  const { t } = useLingui()
  const labels = useConsentLabels()
  return useMemo(
    () => [
      {
        id: 'number',
        header: t`Mobile`,
        phone: 'title',
        width: 190,
        cell: (row) => (
          <bdi dir="ltr" className="tabular" style={{ whiteSpace: 'nowrap' }}>
            {row.phoneDisplay}
          </bdi>
        ),
      },
      {
        id: 'name',
        header: t`Contact`,
        phone: 'detail',
        width: 220,
        cell: ({ contact, isErased }) =>
          contact ? (
            <bdi className={classes.cell}>{fullName(contact)}</bdi>
          ) : (
            <span className={classes.none}>{isErased ? t`Erased` : t`No contact`}</span>
          ),
      },
      {
        id: 'how',
        header: t`How`,
        phone: 'detail',
        width: 170,
        cell: ({ method }) => method && <span className={classes.how}>{labels.method[method]}</span>,
      },
      {
        id: 'wording',
        header: t`What they said`,
        phone: 'hidden',
        cell: (row) => (
          <bdi className={classes.cell} title={row.wording}>
            {row.wording}
          </bdi>
        ),
      },
      {
        id: 'at',
        header: t`Opted out`,
        // On a phone the end of a row is reserved for actions.
        phone: canExport ? 'detail' : 'end',
        align: 'end',
        width: 120,
        cell: (row) => <RelativeTime at={row.at} />,
      },
      ...(canExport
        ? [
            {
              id: 'evidence',
              header: t`Evidence`,
              phone: 'end' as const,
              align: 'end' as const,
              width: 90,
              cell: (row: OptOut) => <EvidenceButton row={row} />,
            },
          ]
        : []),
    ],
    [t, labels, canExport],
  )
}
