import type { Import } from '@crewline/contract/imports'
import { Plural, useLingui } from '@lingui/react/macro'
import { Badge } from '@mantine/core'
import { call } from '../../shared/api/from-contract.ts'
import type { Column } from '../../shared/ui/DataTable.tsx'
import { RelativeTime } from '../../shared/ui/RelativeTime.tsx'
import { FileChoice } from './FileChoice.tsx'
import classes from './Imports.module.css'
import { UndoImport } from './UndoImport.tsx'
import { useResultWords, useStateWords } from './useImportWords.ts'

function StateBadge({ one }: { one: Import }) {
  const { words, tone } = useStateWords()(one)
  return <Badge color={tone}>{words}</Badge>
}

function Counts({ one }: { one: Import }) {
  const words = useResultWords()
  return one.result ? words(one.result) : <Plural value={one.rows} one="# row" other="# rows" />
}

function Acts({ one }: { one: Import }) {
  const skipped = one.result?.skipped ?? 0
  return (
    <div className={classes.acts}>
      {skipped > 0 && (
        <FileChoice
          size="compact-sm"
          callFor={(format) => call('importProblems', { params: { id: one.id }, query: { format } })}
          name={`${one.fileName.replace(/\.[^.]+$/, '')}-problems`}
        >
          <Plural value={skipped} one="# problem row" other="# problem rows" />
        </FileChoice>
      )}
      <UndoImport one={one} size="compact-sm" />
    </div>
  )
}

/** The columns of the latest imports. */
export function useImportColumns(): Column<Import>[] {
  const { t } = useLingui()
  return [
    { id: 'file', header: t`File`, cell: (one) => <bdi>{one.fileName}</bdi>, phone: 'title' },
    { id: 'state', header: t`Status`, cell: (one) => <StateBadge one={one} />, phone: 'detail', width: 170 },
    { id: 'counts', header: t`People`, cell: (one) => <Counts one={one} />, phone: 'detail' },
    { id: 'by', header: t`By`, cell: (one) => <bdi>{one.by}</bdi>, phone: 'hidden', width: 160 },
    { id: 'at', header: t`When`, cell: (one) => <RelativeTime at={one.createdAt} />, phone: 'end', width: 80 },
    {
      id: 'acts',
      header: t`Actions`,
      isHeaderHidden: true,
      cell: (one) => <Acts one={one} />,
      phone: 'hidden',
      align: 'end',
    },
  ]
}
