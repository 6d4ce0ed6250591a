import type { Import } from '@crewline/contract/imports'
import { Plural, useLingui } from '@lingui/react/macro'
import { Badge } from '@mantine/core'
import { call } from '../../shared/api/from-contract.ts'
import type { Column } from '../../shared/ui/table/DataTable.tsx'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import { FileChoice } from '../../shared/ui/FileChoice.tsx'
import classes from './Imports.module.css'
import { UndoImport } from './steps/UndoImport.tsx'
import { useImportResultText, useImportStateLabel } from './useImportWords.ts'

function StateBadge({ contactImport }: { contactImport: Import }) {
  const { label, tone } = useImportStateLabel()(contactImport)
  return <Badge color={tone}>{label}</Badge>
}

function Counts({ contactImport }: { contactImport: Import }) {
  const resultText = useImportResultText()
  return contactImport.result ? (
    resultText(contactImport.result)
  ) : (
    <Plural value={contactImport.rows} one="# row" other="# rows" />
  )
}

function ImportActions({ contactImport: one }: { contactImport: Import }) {
  const skipped = one.result?.skipped ?? 0
  return (
    <div className={classes.acts}>
      {skipped > 0 && (
        <FileChoice
          size="compact-sm"
          callFor={(format) => call('importProblems', { params: { id: one.id }, query: { format } })}
          name={`${one.fileName.replace(/\.[^.]+$/, '')}-problems`}
        >
          <Plural value={skipped} one="# row with errors" other="# rows with errors" />
        </FileChoice>
      )}
      <UndoImport contactImport={one} size="compact-sm" />
    </div>
  )
}

/** Returns the columns of the table of latest imports. */
export function useImportColumns(): Column<Import>[] {
  const { t } = useLingui()
  return [
    { id: 'file', header: t`File`, cell: (contactImport) => <bdi>{contactImport.fileName}</bdi>, phone: 'title' },
    {
      id: 'state',
      header: t`Status`,
      cell: (contactImport) => <StateBadge contactImport={contactImport} />,
      phone: 'detail',
      width: 170,
    },
    {
      id: 'counts',
      header: t`People`,
      cell: (contactImport) => <Counts contactImport={contactImport} />,
      phone: 'detail',
    },
    { id: 'by', header: t`By`, cell: (contactImport) => <bdi>{contactImport.by}</bdi>, phone: 'hidden', width: 160 },
    {
      id: 'at',
      header: t`When`,
      cell: (contactImport) => <RelativeTime at={contactImport.createdAt} />,
      phone: 'end',
      width: 80,
    },
    {
      id: 'acts',
      header: t`Actions`,
      isHeaderHidden: true,
      cell: (contactImport) => <ImportActions contactImport={contactImport} />,
      phone: 'hidden',
      align: 'end',
    },
  ]
}
